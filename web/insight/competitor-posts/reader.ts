/** What a text of theirs may show: nothing that loads, runs or looks otherwise. All else is left out, its words stay. */
const SHOWN = new Set(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'strong', 'em', 'a', 'br'])
/** Of these not even the words are read. */
const NO_TEXT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'textarea',
  'select',
  'svg',
  'math',
  'title',
])
/** Deeper than any text is written. */
const DEEPEST = 40

export interface ReaderElement {
  tag: string
  href?: string | undefined
  children: readonly ReaderNode[]
}
export type ReaderNode = string | ReaderElement

/** A page of theirs as plain elements. A parsed document that is not on screen loads nothing and runs nothing. */
export const readHtml = (html: string): readonly ReaderNode[] =>
  childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0)

const childrenOf = (parent: Node, depth: number): readonly ReaderNode[] =>
  depth > DEEPEST ? [parent.textContent ?? ''] : [...parent.childNodes].flatMap((node) => nodesOf(node, depth))

const nodesOf = (node: Node, depth: number): readonly ReaderNode[] => {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? '']
  if (!(node instanceof Element)) return []
  const tag = node.localName
  if (NO_TEXT.has(tag)) return []
  const children = childrenOf(node, depth + 1)
  if (!SHOWN.has(tag)) return children
  return [{ tag, children, ...(tag === 'a' && { href: linkOf(node.getAttribute('href')) }) }]
}

const linkOf = (address: string | null) => {
  try {
    const url = new URL(address ?? '')
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

/** A text in pieces: those that are one of the phrases, as a word, are marked. Letters count alike in both cases. */
export const markedPieces = (
  text: string,
  phrases: readonly string[],
): readonly { text: string; marked: boolean }[] => {
  const wanted = phrases.map((phrase) => phrase.toLowerCase()).filter((phrase) => phrase.length > 1)
  const low = text.toLowerCase()
  // Some letters are longer in small: places would not fit.
  if (wanted.length === 0 || low.length !== text.length) return [{ text, marked: false }]
  const pieces: { text: string; marked: boolean }[] = []
  let done = 0
  while (done < text.length) {
    const next = nextOf(low, wanted, done)
    if (!next) break
    if (next.at > done) pieces.push({ text: text.slice(done, next.at), marked: false })
    pieces.push({ text: text.slice(next.at, next.end), marked: true })
    done = next.end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), marked: false })
  return pieces
}

const nextOf = (text: string, wanted: readonly string[], from: number) => {
  let found: { at: number; end: number } | undefined
  for (const phrase of wanted) {
    let at = text.indexOf(phrase, from)
    while (at >= 0 && isLetter(text[at - 1])) at = text.indexOf(phrase, at + 1)
    if (at < 0 || (found && at >= found.at)) continue
    found = { at, end: at + phrase.length }
  }
  return found
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
