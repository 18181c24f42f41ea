import type { HtmlDocument, HtmlElement } from './html-element.ts'

/**
 * Word writes the items of a list as paragraphs, each with its level and with its dot or number as text. They become lists of lists.
 */
export const listsOfWord = (document: HtmlDocument): void => {
  let open: HtmlElement[] = []
  let last: HtmlElement | null = null
  for (const item of document.querySelectorAll('p[data-level]')) {
    if (item.previousElementSibling !== last || last === null) open = []
    const level = Math.min(Number(item.getAttribute('data-level')) || 1, open.length + 1)
    const tag = NUMBER.test(takeMarker(item)) ? 'ol' : 'ul'
    open = open.slice(0, level)
    if (open.at(-1)?.tagName.toLowerCase() !== tag || open.length < level) {
      open = open.slice(0, level - 1)
      const list = document.createElement(tag)
      const above = open.at(-1)?.lastElementChild
      if (above) above.append(list)
      else item.before(list)
      open.push(list)
    }
    const entry = document.createElement('li')
    const paragraph = document.createElement('p')
    paragraph.append(...item.childNodes)
    entry.append(paragraph)
    open.at(-1)?.append(entry)
    item.remove()
    last = open[0] ?? null
  }
}

const NUMBER = /^\s*[\da-z]{1,4}[.)]/i

const takeMarker = (item: HtmlElement): string => {
  const marker = item.querySelector('span[data-look~=marker]')
  marker?.remove()
  return marker?.textContent ?? ''
}
