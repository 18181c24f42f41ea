import { parseHTML } from 'linkedom'
import { readDocument } from '#server/content/document/document.ts'
import { documentOfHtml } from '#server/content/document/html-in.ts'
import { render, type Shown } from '#server/content/document/render.ts'
import { OUTPUT, assertSanitised, sanitise } from '#server/content/document/sanitise.ts'

const shownWith = (text: string): Shown => ({
  picture: () => ({
    width: 1,
    height: 1,
    jpeg_url: '/i/k/960.jpg',
    sources: [{ type: 'image/webp', srcset: '/i/k/480.webp 480w' }],
  }),
  product: () => ({ name: text, text, url: text }),
  postUrl: () => 'https://a.example/blog/x',
  faq: [{ question: text, answer: `${text}\n\nhttps://a.example/${text}` }],
})

const words = (text: string, marks: readonly object[] = []) => ({ type: 'text', text, marks })
const paragraph = (text: string) => ({ type: 'paragraph', content: [words(text)] })

/** A document that has the text wherever one may stand, as HTML. */
export const renderEverywhere = (text: string): string => {
  const short = text.slice(0, 200)
  const document = readDocument({
    type: 'doc',
    content: [
      paragraph(text),
      { type: 'heading', content: [words(text)] },
      { type: 'codeBlock', attrs: { language: text.slice(0, 30) }, content: [words(text)] },
      { type: 'image', attrs: { image_id: 1, alt: short, caption: short } },
      { type: 'callout', content: [paragraph(text)] },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph(text)] }] }],
      },
      { type: 'productCard', attrs: { product_id: 1 } },
      {
        type: 'paragraph',
        content: [words('x', [{ type: 'link', attrs: { post_id: 1, fragment: text.slice(0, 100), title: short } }])],
      },
    ],
  })
  return render(document, shownWith(text))
}

/** The HTML that is made of a text that was sent as HTML. */
export const renderSent = (html: string): string => render(documentOfHtml(html).document, shownWith('x'))

const TAGS = new Set(OUTPUT.allowedTags || [])
const ADDRESS = /^(?:https?:|mailto:|tel:|\/i\/)/i

/** What the HTML has that it must not have, as a browser would read it. */
export const foreignIn = (html: string): string[] => {
  assertSanitised(html)
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const name = element.tagName.toLowerCase()
    if (!TAGS.has(name)) return [`<${name}>`]
    const allowed = (OUTPUT.allowedAttributes || {})[name] ?? []
    return [...element.attributes].flatMap((attribute) => {
      const isAddress = attribute.name === 'href' || attribute.name === 'src' || attribute.name === 'srcset'
      const isFine = allowed.includes(attribute.name) && (!isAddress || ADDRESS.test(attribute.value))
      return isFine ? [] : [`<${name} ${attribute.name}="${attribute.value}">`]
    })
  })
}

/** Whether sanitising once more changes what was sanitised. */
export const isStable = (html: string): boolean => {
  const once = sanitise(html, OUTPUT)
  return sanitise(once, OUTPUT) === once
}
