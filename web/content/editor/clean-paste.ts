/** What a paste brings that no text of a post can have. */
const LEFT_OUT = {
  iframe: ['frame', 'frames'],
  frame: ['frame', 'frames'],
  form: ['form', 'forms'],
  video: ['video', 'videos'],
  audio: ['recording', 'recordings'],
  object: ['embedded file', 'embedded files'],
  embed: ['embedded file', 'embedded files'],
  svg: ['drawing', 'drawings'],
  canvas: ['drawing', 'drawings'],
  img: ['picture', 'pictures'],
} as const

export interface CleanPaste {
  html: string
  /** "2 frames, 1 form"; empty where nothing was. */
  leftOut: string
  /** Pictures that the paste itself holds. */
  pictures: File[]
}

/** HTML from Word, Google Docs or a page, as the text of a post can have it. */
export const cleanPaste = (html: string): CleanPaste => {
  const { body } = parsed(html)
  const all = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)]
  for (const silent of all('script, style, noscript, template, meta, link, title, xml')) silent.remove()
  for (const [name, element] of all('*').map((each) => [each.localName, each] as const))
    if (name.includes(':')) element.replaceWith(...element.childNodes)

  const pictures = all('img').flatMap((image) => pictureOf(image) ?? [])
  const counts = new Map<(typeof LEFT_OUT)[keyof typeof LEFT_OUT], number>()
  for (const [tag, words] of Object.entries(LEFT_OUT))
    for (const element of all(tag)) {
      if (!element.hasAttribute('data-taken')) counts.set(words, (counts.get(words) ?? 0) + 1)
      element.remove()
    }
  for (const control of all('input, select, textarea, button')) control.remove()

  makeWordLists(all('p[data-style*="mso-list"]'))
  for (const element of all('[data-style]')) {
    keepMarks(element)
    element.removeAttribute('data-style')
  }
  for (const element of all('[class], [id]')) {
    element.removeAttribute('class')
    element.removeAttribute('id')
  }
  return {
    html: body.innerHTML,
    leftOut: [...counts].map(([[one, many], count]) => `${count} ${count === 1 ? one : many}`).join(', '),
    pictures,
  }
}

/** Styles and handlers under other names: our policy refuses them, and the browser says so even of a document that nobody sees. */
const parsed = (html: string) => new DOMParser().parseFromString(withoutHandlers(html), 'text/html')

export const withoutHandlers = (html: string) =>
  html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\b(style|on[a-z]+)\s*=/gi, 'data-$1='))

/** Whether there is anything to read in it. */
export const hasWords = (html: string) => (parsed(html).body.textContent ?? '').trim() !== ''

/** A picture that stands in the HTML itself is sent like one that was chosen; of one elsewhere only its address came. */
const pictureOf = (image: HTMLElement): File | undefined => {
  const [, type, base64] =
    /^data:(image\/(?:png|jpeg|webp));base64,([a-z\d+/=\s]+)$/i.exec(image.getAttribute('src') ?? '') ?? []
  if (!type || !base64) return undefined
  image.setAttribute('data-taken', '')
  const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
  return new File([bytes], `pasted.${type.split('/')[1]}`, { type })
}

/** Google Docs and Word write marks as styles, and Docs puts all it copies into a `b` that isn't bold. */
const keepMarks = (element: HTMLElement) => {
  const style = element.getAttribute('data-style') ?? ''
  if (/^b$|^strong$/.test(element.localName) && isNotBold(style)) return element.replaceWith(...element.childNodes)
  if (element.localName !== 'span') return undefined
  for (const mark of marksIn(style)) {
    const inside = element.ownerDocument.createElement(mark)
    inside.append(...element.childNodes)
    element.append(inside)
  }
  return undefined
}

/** What a style says as marks of a text, the innermost first. */
export const marksIn = (style: string): string[] => {
  const value = valuesOf(style)
  return [
    /^(?:bold|[6-9]00)$/.test(value('font-weight')) && 'strong',
    value('font-style') === 'italic' && 'em',
    value('text-decoration').includes('line-through') && 's',
    value('vertical-align') === 'super' && 'sup',
    value('vertical-align') === 'sub' && 'sub',
  ].filter((mark) => mark !== false)
}

const isNotBold = (style: string) => /^(?:normal|400)$/.test(valuesOf(style)('font-weight'))

const valuesOf = (style: string) => (name: string) =>
  new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]+)`).exec(style.toLowerCase())?.[1]?.trim() ?? ''

/** The list that a paragraph of Word belongs to, by the bullet or number that its text begins with. */
export const listOf = (text: string) => (/^(?:\d+|[a-z])[.)]/i.test(text.trim()) ? 'ol' : 'ul')

/** Word writes lists as paragraphs with their bullet as text. */
const makeWordLists = (paragraphs: readonly HTMLElement[]) => {
  let list: HTMLElement | undefined
  let last: Element | undefined
  for (const paragraph of paragraphs) {
    const text = paragraph.textContent?.trim() ?? ''
    const tag = listOf(text)
    const follows = last !== undefined && paragraph.previousElementSibling === list && list?.localName === tag
    if (!follows || !list) {
      list = paragraph.ownerDocument.createElement(tag)
      paragraph.before(list)
    }
    const item = paragraph.ownerDocument.createElement('li')
    for (const bullet of paragraph.querySelectorAll('[data-style*="mso-list"]')) bullet.remove()
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
    last = item
  }
}
