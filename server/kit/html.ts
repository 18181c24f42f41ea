import { escapeHtml } from './plain-page.ts'

/** What may stand in a page as it is; any other text is escaped. */
export interface Markup {
  readonly markup: string
}

type Part = string | number | Markup | readonly Markup[] | null | undefined | false

/** Markup whose every value is escaped, in text and in quoted attributes; what is absent leaves nothing. */
export const html = (texts: TemplateStringsArray, ...values: readonly Part[]): Markup => ({
  markup: texts.map((text, at) => text + written(values[at])).join(''),
})

/** What is markup already, by whoever made it. */
export const asMarkup = (markup: string): Markup => ({ markup })

const written = (value: Part): string => {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}
