import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { readDocument } from './document.ts'
import { outlineOf } from './facts.ts'
import { render, renderPlain, type Shown } from './render.ts'
import { assertSanitised } from './sanitise.ts'

const shown: Shown = {
  picture: (id) =>
    id === 1
      ? {
          width: 960,
          height: 640,
          jpeg_url: '/i/k/960.jpg',
          sources: [{ type: 'image/avif', srcset: '/i/k/480.avif 480w, /i/k/960.avif 960w' }],
        }
      : undefined,
  product: (id) =>
    id === 2 ? { name: 'Pump <2>', text: '12 "bar" & more', url: 'https://a.example/p?a=1&b=2' } : undefined,
  postUrl: (id) => (id === 7 ? 'https://a.example/blog/seven' : undefined),
  faq: [{ question: 'How <much>?', answer: 'See https://a.example/a?b=1&c=2.\nNow.\n\n<script>alert(1)</script>' }],
}
const doc = (...content: unknown[]) => readDocument({ type: 'doc', content })
const text = (text: string, ...marks: unknown[]) => ({ type: 'text', text, marks })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const link = (attrs: object) => ({ type: 'link', attrs })
const rendered = (...content: unknown[]) => {
  const html = render(doc(...content), { ...shown, faq: [] })
  assertSanitised(html)
  return html
}
const cell = (type: string, words: string, attrs = {}) => ({ type, attrs, content: [p(text(words))] })

test('each block and mark has its own HTML', () => {
  expect(rendered(p(text('a'), { type: 'hardBreak' }, text('b', { type: 'bold' })), { type: 'horizontalRule' })).toBe(
    '<p>a<br /><strong>b</strong></p><hr />',
  )
  expect(
    rendered({
      type: 'codeBlock',
      attrs: { language: 'js' },
      content: [{ type: 'text', text: '\nif (a < b && c)\n' }],
    }),
  ).toBe('<pre><code data-language="js">\nif (a &lt; b &amp;&amp; c)\n</code></pre>')
  const item = { type: 'listItem', content: [p(text('x'))] }
  expect(
    rendered({ type: 'orderedList', attrs: { start: 3 }, content: [item] }, { type: 'bulletList', content: [item] }),
  ).toBe('<ol start="3"><li><p>x</p></li></ol><ul><li><p>x</p></li></ul>')
  expect(rendered({ type: 'callout', attrs: { kind: 'tip' }, content: [p(text('x'))] })).toBe(
    '<aside role="note" data-kind="tip" aria-label="Tip"><p>x</p></aside>',
  )
  expect(rendered({ type: 'blockquote', content: [p(text('x', { type: 'subscript' }, { type: 'strike' }))] })).toBe(
    '<blockquote><p><s><sub>x</sub></s></p></blockquote>',
  )
})

test('headings have the ids of the outline', () => {
  const heading = (words: string) => ({ type: 'heading', attrs: { level: 3 }, content: [text(words)] })
  const document = doc(heading('One & two'), { type: 'blockquote', content: [heading('One & two')] })

  expect(render(document, shown)).toContain(
    '<h3 id="one-and-two">One &amp; two</h3><blockquote><h3 id="one-and-two-2">',
  )
  expect(outlineOf(document).map(({ id }) => id)).toEqual(['one-and-two', 'one-and-two-2'])
})

test('a link with a bold word is one link; one to a post follows the post, and its words stay when nobody may open it', () => {
  const href = link({ href: 'https://b.example/?a=1&b="2"', nofollow: true, title: 'A "title"' })
  expect(rendered(p(text('see ', href), text('this', { type: 'bold' }, href), text('.')))).toBe(
    '<p><a href="https://b.example/?a=1&amp;b=&quot;2&quot;" rel="noopener nofollow" title="A &quot;title&quot;">see <strong>this</strong></a>.</p>',
  )
  expect(rendered(p(text('x', link({ post_id: 7, fragment: 'über uns' })), text('y', link({ post_id: 8 }))))).toBe(
    '<p><a href="https://a.example/blog/seven#%C3%BCber%20uns" data-post-id="7" data-fragment="über uns">x</a>y</p>',
  )
  expect(rendered(p(text('x', link({ href: 'MAILTO:a@b.example' }))))).toBe('<p><a href="MAILTO:a@b.example">x</a></p>')
})

test('a link that no reading would let in does not come out either', () => {
  const document = doc(p(text('x', link({ href: 'https://a.example' }))))
  const smuggled = JSON.parse(JSON.stringify(document).replace('https://a.example', 'javascript:alert(1)'))

  expect(render(smuggled, { ...shown, faq: [] })).toBe('<p>x</p>')
})

test('a picture has its sources, size, words and caption; a decoration has no words, and a missing one is not shown', () => {
  const image = (attrs: object) => ({ type: 'image', attrs: { image_id: 1, ...attrs } })
  expect(rendered(image({ alt: 'A "pump"', caption: 'Seen <here>' }))).toBe(
    '<figure data-image-id="1" data-width="text"><picture>' +
      '<source type="image/avif" srcset="/i/k/480.avif 480w, /i/k/960.avif 960w" sizes="(min-width: 752px) 720px, 100vw" />' +
      '<img src="/i/k/960.jpg" width="960" height="640" alt="A &quot;pump&quot;" loading="lazy" />' +
      '</picture><figcaption>Seen &lt;here&gt;</figcaption></figure>',
  )
  expect(rendered(image({ alt: 'not read', decorative: true, width: 'full' }))).toMatch(
    /data-width="full" data-decorative="true".* alt="" loading/,
  )
  expect(rendered(image({ image_id: 9 }))).toBe('')
})

test('a table stands in a box that moves by keyboard and has a name', () => {
  const html = rendered({
    type: 'table',
    content: [
      { type: 'tableRow', content: [cell('tableHeader', 'a'), cell('tableHeader', 'b')] },
      { type: 'tableRow', content: [cell('tableHeader', 'c'), cell('tableCell', 'd', { rowspan: 2 })] },
    ],
  })

  expect(html).toBe(
    '<div role="region" tabindex="0" aria-label="Table 1"><table><tbody><tr><th scope="col"><p>a</p></th><th scope="col"><p>b</p></th></tr>' +
      '<tr><th scope="row"><p>c</p></th><td rowspan="2"><p>d</p></td></tr></tbody></table></div>',
  )
})

test('a product is named from the catalogue, a missing one not shown; an embed is a link and nothing else', () => {
  expect(
    rendered({ type: 'productCard', attrs: { product_id: 2 } }, { type: 'productCard', attrs: { product_id: 3 } }),
  ).toBe(
    '<div data-product-id="2"><a href="https://a.example/p?a=1&amp;b=2"><strong>Pump &lt;2&gt;</strong></a><span>12 "bar" &amp; more</span></div>',
  )
  expect(rendered({ type: 'embed', attrs: { url: 'https://v.example/watch?v=1' } })).toBe(
    '<div data-embed="link"><a href="https://v.example/watch?v=1" rel="noopener">v.example/watch</a></div>',
  )
})

test('the questions stand where the text says, else after it; their answers are plain text whose addresses are links', () => {
  const answer =
    '<p>See <a href="https://a.example/a?b=1&amp;c=2" rel="noopener">https://a.example/a?b=1&amp;c=2</a>.<br />Now.</p>' +
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'
  const section = `<section data-faq="true"><h2>Questions and answers</h2><details><summary>How &lt;much&gt;?</summary>${answer}</details></section>`

  const within = render(doc(p(text('a')), { type: 'faq' }, p(text('b'))), shown)
  const after = render(doc(p(text('a'))), shown)

  expect(within).toBe(`<p>a</p>${section}<p>b</p>`)
  expect(after).toBe(`<p>a</p>${section}`)
  assertSanitised(after)
  expect(renderPlain('(https://a.example/x)')).toBe(
    '<p>(<a href="https://a.example/x" rel="noopener">https://a.example/x</a>)</p>',
  )
  expect(renderPlain('https://')).toBe('<p>https://</p>')
})

test('what a sanitiser would change is not published', () => {
  expect(() => assertSanitised('<p>a</p><p onclick="x">b</p>')).toThrow(/at 10: " onclick/)
  expect(() => assertSanitised('<p>a')).toThrow(/at 4/)
})

test('a browser reads what was written: text and attributes come back as they were', () => {
  const hostile = `"><img src=x onerror=alert(1)>&lt;b&gt;\u00a0'`
  const { document } = parseHTML(
    `<html><body>${rendered(p(text(hostile)), { type: 'image', attrs: { image_id: 1, alt: hostile } })}</body></html>`,
  )

  expect(document.querySelector('p')?.textContent).toBe(hostile)
  expect(document.querySelectorAll('img').length).toBe(1)
  expect(document.querySelector('img')?.getAttribute('alt')).toBe(hostile)
})
