import { afterAll, expect, test } from 'vitest'
import type { DocumentNode, PostDocument } from '#contract/content/document.ts'
import { textOf } from '#contract/content/document-text.ts'
import { readDocument } from './document.ts'
import { documentOfHtml } from './html-in.ts'
import type { ParserLimits } from '#server/kit/parse-worker.ts'
import { openHtmlReader, readHtml } from './html-reader.ts'
import { render, type Shown } from './render.ts'

const readers: ReturnType<typeof openHtmlReader>[] = []
afterAll(() => {
  for (const reader of readers) reader.close()
})
const readerWith = (limits: Partial<ParserLimits>) => {
  const reader = openHtmlReader(limits)
  readers.push(reader)
  return reader
}

/** A document in few words: `p(one *bold*)`. */
const brief = (node: DocumentNode): string => {
  if (node.type === 'text') {
    const marks = (node.marks ?? []).map(({ type }) => type).join('+')
    return marks ? `[${marks}:${node.text ?? ''}]` : (node.text ?? '')
  }
  const inside = (node.content ?? []).map(brief)
  return `${node.type}(${inside.join(node.content?.[0]?.type === 'text' ? '' : ' ')})`
}
const said = (document: PostDocument) => (document.content ?? []).map(brief).join(' ')
const read = (html: string) => {
  const { document, dropped } = documentOfHtml(html)
  return { said: said(document), dropped }
}

test('what is pasted from Word becomes paragraphs, marks, lists of lists and tables, without its styles', () => {
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
    <style><!-- p.MsoNormal {margin:0cm; mso-bidi-font-family:"Times New Roman";} --></style></head><body lang=EN-GB>
    <!--StartFragment--><h1 style='margin:0'>Sizing a pump<o:p></o:p></h1>
    <p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span style='font-size:11pt'>Flow</span></b> comes <i>first</i>.<o:p>&nbsp;</o:p></p>
    <p class=MsoListParagraphCxSpFirst style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span
      style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>One</p>
    <p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Inner</p>
    <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Two</p>
    <table class=MsoTableGrid border=1><tr><td width=100 style='border:solid'><p class=MsoNormal>A</p></td><td>B</td></tr></table>
    <!--EndFragment--></body></html>`

  expect(read(html)).toEqual({
    said:
      'heading(Sizing a pump) paragraph([bold:Flow] comes [italic:first].\u00a0) ' +
      'bulletList(listItem(paragraph(One) orderedList(listItem(paragraph(Inner)))) listItem(paragraph(Two))) ' +
      'table(tableRow(tableCell(paragraph(A)) tableCell(paragraph(B))))',
    dropped: [],
  })
})

test('what is pasted from Google Docs is bold only where it looks bold', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h2 dir="ltr" style="line-height:1.38"><span
    style="font-size:16pt;font-weight:400;">Tube life</span></h2><p dir="ltr"><span style="font-weight:400">Half of it </span><span
    style="font-weight:700;font-style:italic">matters</span><span style="font-size:0.6em;vertical-align:super">2</span><a href="https://a.example/t"
    style="text-decoration:none"><span style="text-decoration:underline;color:#1155cc">table</span></a></p><ul style="margin:0"><li dir="ltr"><p
    role="presentation"><span style="text-decoration:line-through">gone</span></p></li></ul><br class="Apple-interchange-newline"></b>`

  expect(read(html).said).toMatch(
    /^heading\(Tube life\) paragraph\(Half of it \[bold\+italic:matters]\[superscript:2]\[link:table]\) bulletList\(listItem\(paragraph\(\[strike:gone]\)\)\)/,
  )
})

test('what is pasted from WordPress keeps captions and links; its pictures and forms are named as left out', () => {
  const html = `<!-- wp:heading --><h2 class="wp-block-heading">Hoses</h2><!-- /wp:heading -->
    <!-- wp:image {"id":7} --><figure class="wp-block-image"><img src="https://w.example/hose-300x200.jpg" alt="A hose" class="wp-image-7"/><figcaption>Old hose</figcaption></figure><!-- /wp:image -->
    <!-- wp:quote --><blockquote class="wp-block-quote"><p>Said once</p><cite>Somebody</cite></blockquote><!-- /wp:quote -->
    <figure class="wp-block-embed"><div class="wrap"><iframe src="https://v.example/embed/1" width="560"></iframe></div></figure>
    <form action="/subscribe"><label>Mail</label><input name="mail"><button>Send</button></form>
    <pre class="wp-block-code"><code>a = 1
  b</code></pre><p>See <a href="/relative">this</a> and <u>that</u>.</p>`

  const { said, dropped } = read(html)

  expect(said).toBe(
    'heading(Hoses) paragraph(Old hose) blockquote(paragraph(Said once) paragraph(Somebody)) embed() paragraph(MailSend) ' +
      'codeBlock(a = 1\n  b) paragraph(See this and that.)',
  )
  expect(dropped).toEqual([
    { what: 'form', count: 1, sample: '/subscribe' },
    { what: 'field', count: 2, sample: 'mail' },
    { what: 'underline', count: 1, sample: '' },
    { what: 'picture', count: 1, sample: 'A hose' },
    { what: 'link', count: 1, sample: '/relative' },
  ])
})

test('what runs or shows something of its own is left out and named, with no text of it', () => {
  const { said, dropped } = read(
    '<p onclick="x()">a<script>alert(1)</script><style>p{}</style></p><iframe srcdoc="<script>x</script>"></iframe><video src="v.mp4"></video>' +
      '<svg><script>alert(2)</script></svg><object data="o.swf"></object><math><mtext>x</mtext></math><xmp><b>raw</b></xmp><noscript><p>no</p></noscript>',
  )

  expect(said).toMatch(/^paragraph\(a\)/)
  expect(said).not.toMatch(/alert|raw|no\)/)
  expect(dropped.map(({ what, count }) => `${count} ${what}`).toSorted()).toEqual([
    '1 frame',
    '1 object',
    '1 video',
    '2 drawing',
    '2 script',
  ])
})

const shown: Shown = {
  picture: () => ({
    width: 10,
    height: 10,
    jpeg_url: '/i/k/960.jpg',
    sources: [{ type: 'image/webp', srcset: '/i/k/480.webp 480w' }],
  }),
  product: () => ({ name: 'Pump', text: 'Fast', url: 'https://a.example/p' }),
  postUrl: (id) => `https://a.example/blog/${id}`,
  faq: [{ question: 'Why?', answer: 'Because' }],
}
const text = (text: string, ...marks: unknown[]) => ({ type: 'text', text, marks })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const everything = readDocument({
  type: 'doc',
  content: [
    p(
      text('a '),
      text('b', { type: 'bold' }, { type: 'code' }),
      { type: 'hardBreak' },
      text('c', { type: 'subscript' }),
    ),
    { type: 'heading', attrs: { level: 4 }, content: [text('Four')] },
    p(
      text('x', { type: 'link', attrs: { post_id: 7, fragment: 'über uns', title: 'T' } }),
      text(' '),
      text('y', { type: 'link', attrs: { href: 'https://b.example/?a=1&b="2"', nofollow: true } }),
    ),
    {
      type: 'orderedList',
      attrs: { start: 4 },
      content: [
        {
          type: 'listItem',
          content: [p(text('i')), { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('j'))] }] }],
        },
      ],
    },
    { type: 'image', attrs: { image_id: 3, alt: 'A "b"', caption: 'C <d>', width: 'wide' } },
    { type: 'image', attrs: { image_id: 4, decorative: true } },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', attrs: { colspan: 2 }, content: [p(text('h'))] },
            { type: 'tableCell', attrs: { rowspan: 3 }, content: [p(text('d'))] },
          ],
        },
      ],
    },
    { type: 'callout', attrs: { kind: 'warning' }, content: [p(text('w'))] },
    { type: 'productCard', attrs: { product_id: 5 } },
    { type: 'faq' },
    { type: 'embed', attrs: { url: 'https://v.example/watch?v=1' } },
    { type: 'codeBlock', attrs: { language: 'js' }, content: [text('\nif (a < b) {\n  c\n}\n')] },
    { type: 'blockquote', content: [p(text('q')), { type: 'horizontalRule' }] },
    { type: 'paragraph' },
  ],
})

test('HTML that was made here comes back as the same document, pictures, products, posts and questions included', () => {
  const once = documentOfHtml(render(everything, shown))

  expect(once).toEqual({ document: everything, dropped: [] })
})

test('reading what was read changes nothing', () => {
  for (const html of [
    '<h1>a</h1>b<ul><li>c<p>d</p></li></ul>',
    '<table><tr><td>a<table><tr><td>b</table></table>',
    '<a href="https://a.example"><p>x</p><p>y</p></a>',
    '<div><p>a<div>b</div></p></div>',
  ]) {
    const { document } = documentOfHtml(html)
    expect(documentOfHtml(render(document, { ...shown, faq: [] })).document).toEqual(document)
  }
})

test('threads read HTML beside the server, as many at once as they may, and end after a pause', async () => {
  const reader = readerWith({ idle: 100, threads: 2 })

  const reading = Promise.all(['a', 'b', 'c', 'd'].map((each) => reader.read(`<p>${each}</p>`)))
  // All have begun by then, and none is read.
  await new Promise(setImmediate)

  expect(reader.threads()).toBe(2)
  expect((await reading).map(({ document }) => textOf(document))).toEqual(['a', 'b', 'c', 'd'])
  await expect.poll(() => reader.threads()).toBe(0)
  expect(textOf((await readHtml('<p>x</p>')).document)).toBe('x')
})

test('a text that takes too long is refused and its thread given up; the next one is read', async () => {
  const reader = readerWith({ patience: 1, threads: 1 })
  await expect(reader.read(`<table>${'<tr><td><b>x</b>'.repeat(1_000)}`)).rejects.toThrow(
    'The text takes too long to read.',
  )
  expect(reader.threads()).toBe(0)

  const patient = readerWith({ threads: 1 })
  expect(textOf((await patient.read('<p>x</p>')).document)).toBe('x')
})

test('what is too large, too deep or too many is refused with a sentence for its field', async () => {
  const reader = readerWith({ threads: 1, waiting: 1, patience: 30_000 })
  await expect(reader.read(`<p>${'x'.repeat(200_001)}`)).rejects.toMatchObject({
    status: 400,
    code: 'document_size',
    errors: [{ field: 'content' }],
  })
  await expect(reader.read('<blockquote>'.repeat(50_000))).rejects.toMatchObject({ status: 400, code: 'document_size' })

  const many = await Promise.allSettled([1, 2, 3, 4].map(() => reader.read('<p>x</p>')))

  expect(many.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
})
