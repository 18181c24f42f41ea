import { compareDocuments } from '#contract/content/compare.ts'
import type { PostDocument } from '#contract/content/document.ts'
import { readDocument } from '#server/content/document/document.ts'
import { digestOf, factsOf } from '#server/content/document/facts.ts'
import { openHtmlReader } from '#server/content/document/html-reader.ts'
import { mergeDocuments } from '#server/content/document/merge.ts'
import { render, type Shown } from '#server/content/document/render.ts'
import { checkPost, type KnownFacts } from '#server/content/publish-check/check.ts'
import { rounded, type Figure } from '../figure.ts'

const WORDS = 20_000
const ROUNDS = 40
const P95 = 0.95

/** What the server does with the longest text that anybody writes, without the database. */
export const documents = async (): Promise<Figure[]> => {
  const sent: unknown = JSON.parse(JSON.stringify(longText('one')))
  const document = readDocument(sent)
  const other = readDocument(longText('other'))
  const html = render(document, shown)
  const reader = openHtmlReader()
  try {
    return [
      await figure('document: save', 150, () => {
        const read = readDocument(sent)
        digestOf(read)
        factsOf(read)
        render(read, shown)
      }),
      await figure('document: HTML in', 2_000, () => reader.read(html)),
      await figure('document: compare', 300, () => compareDocuments(document, other)),
      await figure('document: merge', 150, () => mergeDocuments(document, other, document)),
      await figure('document: publish check', 100, () => checkPost({ ...version, document }, known)),
    ]
  } finally {
    reader.close()
  }
}

const figure = async (name: string, goal: number, act: () => unknown): Promise<Figure> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    await act()
    times.push(performance.now() - from)
  }
  const ms = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS * P95)] ?? Infinity
  return {
    figure: name,
    ratio: ms / goal,
    rows: WORDS,
    ours: rounded(ms),
    unit: 'ms',
    goal: `p95 ≤ ${goal} ms`,
    meets: ms <= goal,
  }
}

/** Headings, paragraphs with links and bold words, and tables; every seventh paragraph has a word of its own. */
const longText = (own: string): PostDocument => {
  const paragraph = (at: number) => {
    const words = Array.from({ length: 97 }, (_, word) => `word${(at * 31 + word * 17) % 5_000}`).join(' ')
    return {
      type: 'paragraph',
      content: [
        { type: 'text', text: `${words}. ` },
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' and ' },
        {
          type: 'text',
          text: at % 7 === 0 ? own : 'link',
          marks: [{ type: 'link', attrs: { href: `https://a.example/${at}` } }],
        },
      ],
    }
  }
  const heading = (at: number) => ({
    type: 'heading',
    attrs: { level: 2 },
    content: [{ type: 'text', text: `Part ${at}` }],
  })
  const cell = { type: 'tableCell', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'cell' }] }] }
  const table = {
    type: 'table',
    content: Array.from({ length: 5 }, () => ({ type: 'tableRow', content: [cell, cell, cell] })),
  }
  const content = Array.from({ length: WORDS / 100 }, (_, at) =>
    at % 5 === 0 ? [heading(at), paragraph(at), table] : [paragraph(at)],
  ).flat()
  return readDocument({ type: 'doc', content })
}

const shown: Shown = { picture: () => undefined, product: () => undefined, postUrl: () => undefined, faq: [] }
const version = {
  title: 'Long',
  slug: 'long',
  excerpt: '',
  image_id: 1,
  image_alt: 'A',
  image_decorative: false,
  author_ids: [1],
  faq: [],
  seo_title: '',
  seo_description: '',
  canonical_url: null,
}
const known: KnownFacts = {
  picture: () => 'ready',
  product: () => true,
  post: () => undefined,
  author: () => ({ name: 'A', active: true }),
  slugProblem: null,
  canonicalOf: null,
  similarTitles: [],
  review: null,
  subscribers: null,
}
