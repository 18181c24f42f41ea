import type { Notation } from '#contract/catalogue/value-texts.ts'

/** How the person writes decimals, as their browser has it. */
export const ownNotation = (language = navigator.language): Notation =>
  new Intl.NumberFormat(language).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
    ? 'comma'
    : 'point'
