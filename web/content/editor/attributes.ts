import type { Attributes } from '@tiptap/core'
import { fits } from '#contract/content/attribute-values.ts'
import { MARKS, NODES, type Attribute } from '#contract/content/document.ts'

type Named = keyof typeof NODES | keyof typeof MARKS

/** The attributes of a node or mark, as the vocabulary has them. They are written as `data-…`, so that a copied block comes back whole. */
export const attributesOf = (name: Named, written: Attributes = {}): Attributes =>
  Object.fromEntries(
    Object.entries(vocabularyOf(name)).map(([key, attribute]) => [
      key,
      {
        ...('default' in attribute ? { default: attribute.default } : { isRequired: true }),
        validate: (value: unknown) => {
          if (!fits(attribute, value)) throw new RangeError(`${name} can't have this ${key}`)
        },
        parseHTML: (element: HTMLElement): unknown => {
          const value = readAs(attribute, element.getAttribute(`data-${key}`))
          return fits(attribute, value) ? value : undefined
        },
        renderHTML: (attributes: Record<string, string | number | boolean | null>) =>
          attributes[key] == null || attributes[key] === attribute.default
            ? {}
            : { [`data-${key}`]: String(attributes[key]) },
        ...written[key],
      },
    ]),
  )

type Vocabulary = Readonly<Record<string, Attribute>>
const OF_MARKS: Readonly<Record<string, Vocabulary>> = MARKS
const OF_NODES: Readonly<Record<string, { content?: string; group?: string; attributes?: Vocabulary }>> = NODES
const vocabularyOf = (name: Named) => OF_MARKS[name] ?? OF_NODES[name]?.attributes ?? {}

const readAs = ({ kind }: Attribute, text: string | null): unknown => {
  if (text === null) return undefined
  if (kind === 'number' || kind === 'id') return Number(text)
  return kind === 'flag' ? text === 'true' : text
}

/** An address as typed, with https where nothing is said; undefined where a link can't lead there. */
export const linkOf = (typed: string): string | undefined => {
  const text = typed.trim()
  const isMail = /^[^\s@/:]+@[^\s@/]+$/.test(text)
  const full = isMail ? `mailto:${text}` : /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  return text !== '' && fits(MARKS.link.href, full) && (isMail || full.includes('.') || !full.startsWith('http'))
    ? full
    : undefined
}
