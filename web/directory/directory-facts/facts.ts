import type { Sourced } from '#contract/directory/directory-values.ts'

/** What a person can do to the value of a field. */
export interface FactActs<Field extends string> {
  /** Takes a value for the one that is shown. */
  use: (field: Field, value: string) => void
  /** Keeps it from what comes in, or no longer. */
  pin: (field: Field, pinned: boolean) => void
  /** Shows again what came in. */
  leave: (field: Field) => void
}

export interface ShownFact<Field extends string> {
  field: Field
  label: string
  fact: Sourced
}

const FACT = 'data-fact'

/** The fact that has the focus, else the one under the pointer. */
export const factInFocus = () =>
  (document.activeElement?.closest(`[${FACT}]`) ?? document.querySelector(`[${FACT}]:hover`))?.getAttribute(FACT) ??
  undefined

/** Where no fact has it, the first gets the focus, so that the key works from there. */
export const focusFirstFact = () => document.querySelector<HTMLElement>(`[${FACT}] button`)?.focus()
