import { Fragment, Mark, type Node } from 'prosemirror-model'
import { fits } from '#contract/content/attribute-values.ts'
import { DOCUMENT_LIMITS, type Attribute, type PostDocument } from '#contract/content/document.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { UserError } from '#server/kit/errors.ts'
import { MARK_ATTRIBUTES, NODE_ATTRIBUTES, schema } from './schema.ts'

/**
 * The text of a post as it was sent, checked, in its one canonical form: defaults written out, texts in NFC, neighbours with the same
 * marks joined. What is wrong is a 400 that says what; nothing is left out but characters that show nothing.
 */
export const readDocument = (sent: unknown): PostDocument => {
  const tally: Tally = { blocks: 0, characters: 0, pictures: 0, links: 0, faqs: 0 }
  const doc = readNode(sent, 0, tally)
  if (doc?.type.name !== 'doc') throw unknownContent(doc?.type.name ?? 'text')
  if (tally.characters > DOCUMENT_LIMITS.characters)
    throw tooLarge(
      `The text has ${inFull(tally.characters)} characters. It may have at most ${inFull(DOCUMENT_LIMITS.characters)}.`,
    )
  const document: PostDocument = doc.toJSON()
  if (Buffer.byteLength(JSON.stringify(document)) > DOCUMENT_LIMITS.bytes)
    throw tooLarge('The text has more than 2 MB. Split it into two posts.')
  return document
}

type Counted = 'blocks' | 'pictures' | 'links'
type Tally = Record<Counted | 'characters' | 'faqs', number>

const NODE_KEYS = ['type', 'attrs', 'content', 'marks', 'text']
const MARK_KEYS = ['type', 'attrs']

/** Undefined where it is a text that shows nothing. */
const readNode = (sent: unknown, depth: number, tally: Tally): Node | undefined => {
  const { type: name, attrs, content, marks: sentMarks, text } = partsOf(sent, NODE_KEYS)
  const attributes = typeof name === 'string' ? NODE_ATTRIBUTES.get(name) : undefined
  const type = schema.nodes[String(name)]
  if (attributes === undefined || type === undefined) throw unknownContent(name)
  if (depth > DOCUMENT_LIMITS.depth + (type.isInline ? 1 : 0))
    throw tooLarge(`The text is nested too deeply. It may have at most ${DOCUMENT_LIMITS.depth} levels.`)

  if (type.isInline) tally.characters += typeof text === 'string' ? text.length : 1
  else if (depth > 0) count(tally, 'blocks')
  if (type.name === 'image') count(tally, 'pictures')
  if (type.name === 'faq' && ++tally.faqs > 1) throw unknownContent(type.name)

  const marks = readMarks(sentMarks, type.name)
  if (marks.some((mark) => mark.type.name === 'link')) count(tally, 'links')
  const values = readAttributes(attrs, attributes, type.name)
  const children = listOf(content, type.name).flatMap((child) => readNode(child, depth + 1, tally) ?? [])
  if (type.isText) return children.length === 0 ? textOf(text, marks) : undefined
  if (text !== undefined) throw unknownContent(type.name)
  const inside = Fragment.fromArray(children)
  if (!type.validContent(inside)) throw unknownContent(type.name)
  if (type.name === 'codeBlock') checkLines(inside)
  return type.create(values, inside, marks)
}

const textOf = (text: unknown, marks: readonly Mark[]): Node | undefined => {
  if (typeof text !== 'string') throw unknownContent('text')
  const clean = cleanText(text)
  return clean === '' ? undefined : schema.text(clean, marks)
}

const readMarks = (sent: unknown, of: string): readonly Mark[] => {
  if (sent === undefined) return Mark.none
  const list = listOf(sent, of)
  if (list.length > MARK_ATTRIBUTES.size) throw unknownContent(of)
  const marks = list.map((each) => {
    const { type: name, attrs } = partsOf(each, MARK_KEYS)
    const attributes = typeof name === 'string' ? MARK_ATTRIBUTES.get(name) : undefined
    if (attributes === undefined) throw unknownContent(name)
    const values = readAttributes(attrs, attributes, String(name))
    // It leads to an address or to a post, never to both.
    if (name === 'link' && (values['href'] === null) === (values['post_id'] === null)) throw unknownContent(name)
    return schema.mark(String(name), values)
  })
  const together = marks.reduce((set, mark) => mark.addToSet(set), Mark.none)
  if (together.length !== marks.length) throw unknownContent(of)
  return together
}

const readAttributes = (sent: unknown, attributes: ReadonlyMap<string, Attribute>, of: string) => {
  if (sent === undefined && attributes.size === 0) return {}
  const values = partsOf(sent ?? {}, attributes)
  return Object.fromEntries(
    [...attributes].map(([name, attribute]) => {
      const value = canonicalValue(attribute, values[name] === undefined ? attribute.default : values[name])
      if (!fits(attribute, value)) throw unknownContent(`${of} ${name}`)
      return [name, value]
    }),
  )
}

const canonicalValue = (attribute: Attribute, value: unknown) => {
  if (typeof value !== 'string') return value
  return attribute.kind === 'text' ? cleanLine(cleanText(value)) : value
}

/** The own properties of a plain object that has no others than those. */
const partsOf = (sent: unknown, names: { includes: (name: string) => boolean } | ReadonlyMap<string, unknown>) => {
  const known = (name: string) => ('has' in names ? names.has(name) : names.includes(name))
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw unknownContent(sent)
  const parts: Record<string, unknown> = {}
  for (const name of Object.keys(sent)) {
    if (!known(name)) throw unknownContent(name)
    parts[name] = Reflect.get(sent, name)
  }
  return parts
}

const listOf = (sent: unknown, of: string): readonly unknown[] => {
  if (sent === undefined) return []
  if (!Array.isArray(sent)) throw unknownContent(of)
  return sent
}

/** Stops at the first that is too many: what comes after it is not even looked at. */
const count = (tally: Tally, what: Counted) => {
  const most = DOCUMENT_LIMITS[what]
  if (++tally[what] > most) throw tooLarge(`The text has more than ${inFull(most)} ${what}. Split it into two posts.`)
}

const inFull = (number: number) => number.toLocaleString('en')

const checkLines = (code: Fragment) => {
  if (code.textBetween(0, code.size).split('\n').length > DOCUMENT_LIMITS.codeLines)
    throw tooLarge(`A block of code may have at most ${inFull(DOCUMENT_LIMITS.codeLines)} lines.`)
}

/** Neither JSON columns nor feeds can store the others. */
const UNSTORABLE = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu
const cleanText = (text: string) =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNSTORABLE, '').normalize('NFC')

const refusal = (code: string, message: string) =>
  new UserError(400, message, { code, errors: [{ field: 'document', message }] })

const tooLarge = (message: string) => refusal('document_size', message)

const unknownContent = (what: unknown) => {
  const name = typeof what === 'string' ? cleanLine(cleanText(what.slice(0, 40))) : typeof what
  return refusal(
    'unknown_content',
    `The text contains something that this editor doesn’t know (“${name}”). Reload the page and try again.`,
  )
}
