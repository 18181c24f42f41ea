import { expect, test } from 'vitest'
import type { Finding } from '#contract/content/findings.ts'
import { readDocument } from '#server/content/document/document.ts'
import { checkPost, type CheckedVersion, type KnownFacts } from './check.ts'
import { readabilityOf, sentencesOf } from './readability.ts'

const text = (text: string, link?: object) => ({
  type: 'text',
  text,
  ...(link ? { marks: [{ type: 'link', attrs: link }] } : {}),
})
const p = (...content: (string | object)[]) => ({
  type: 'paragraph',
  content: content.map((it) => (typeof it === 'string' ? text(it) : it)),
})
const h = (level: number, words: string) => ({ type: 'heading', attrs: { level }, content: [text(words)] })
const doc = (...content: unknown[]) => readDocument({ type: 'doc', content })

const good: CheckedVersion = {
  title: 'Sizing a pump',
  slug: 'sizing-a-pump',
  document: doc(p('Pick the pump from ', text('four numbers', { post_id: 1, fragment: 'flow' }), '.')),
  excerpt: 'Short.',
  image_id: 1,
  image_alt: 'A pump on a bench',
  image_decorative: false,
  author_ids: [1],
  faq: [{ question: 'Why?', answer: 'Because.' }],
  seo_title: '',
  seo_description: 'Four numbers pick the pump.',
  canonical_url: null,
}
const known: KnownFacts = {
  picture: (id) => ({ 1: 'ready', 2: 'processing', 3: 'failed' } as const)[id],
  product: (id) => id === 1,
  post: (id) =>
    ({ 1: { title: 'Flow', live: true, headings: ['flow'] }, 2: { title: 'Draft', live: false, headings: [] } })[id],
  author: (id) => ({ 1: { name: 'Asha', active: true }, 2: { name: 'Ben', active: false } })[id],
  slugProblem: null,
  canonicalOf: null,
  similarTitles: [],
  review: null,
  subscribers: null,
}
const told = (findings: readonly Finding[]) =>
  findings.map(({ field, at, message }) => `${field}${at === null ? '' : ` ${at}`}: ${message}`)
const check = (version: Partial<CheckedVersion>, facts: Partial<KnownFacts> = {}) => {
  const { blocking, advice } = checkPost({ ...good, ...version }, { ...known, ...facts })
  return { blocking: told(blocking), advice: told(advice) }
}
const withText = (...content: unknown[]) => check({ document: doc(...content) })
const image = (attrs: object) => ({ type: 'image', attrs: { image_id: 1, alt: 'A hose', ...attrs } })

test('a good post has nothing to mend', () => {
  expect(check({})).toEqual({ blocking: [], advice: [] })
})

test.each<[string, Partial<CheckedVersion>, Partial<KnownFacts>, string]>([
  ['no title', { title: ' ' }, {}, 'title: The post has no title'],
  ['no cover', { image_id: null }, {}, 'image: The post has no cover'],
  ['a cover without words', { image_alt: '' }, {}, 'image: The cover has no alternative text'],
  [
    'a cover with a file name',
    { image_alt: 'IMG_2034' },
    {},
    'image: The cover has a file name as its alternative text',
  ],
  ['a cover in work', { image_id: 2 }, {}, 'image: The cover is still being prepared'],
  ['a cover that failed', { image_id: 3 }, {}, 'image: The cover could not be read'],
  ['a deleted cover', { image_id: 9 }, {}, 'image: The cover was deleted'],
  ['no author', { author_ids: [] }, {}, 'authors: The post has no author'],
  ['a deleted author', { author_ids: [1, 9] }, {}, 'authors: An author was deleted'],
  ['an address that is taken', {}, { slugProblem: 'Taken' }, 'slug: The address can’t be used'],
  ['no text', { document: doc({ type: 'paragraph' }) }, {}, 'document: The post has no text'],
  ['an empty question', { faq: [{ question: ' ', answer: 'x' }] }, {}, 'faq 0: A question is empty'],
  ['an empty answer', { faq: [{ question: 'x', answer: '' }] }, {}, 'faq 0: A question has no answer'],
  [
    'a question twice',
    {
      faq: [
        { question: 'Why  so?', answer: 'x' },
        { question: 'why so?', answer: 'y' },
      ],
    },
    {},
    'faq 1: This question appears twice',
  ],
  [
    'a canonical address of another post',
    {},
    { canonicalOf: 'Old' },
    'canonical_url: The canonical address belongs to another post',
  ],
  ['a review that is due', {}, { review: 'Ask for a review.' }, 'review: Someone else has to review this version'],
])('%s blocks', (_, version, facts, finding) => {
  expect(check(version, facts).blocking).toEqual([finding])
})

test('what the text names has to be there, and the finding says in which block', () => {
  const { blocking } = withText(
    p('Text'),
    image({ alt: '' }),
    image({ alt: 'hose.JPG' }),
    image({ alt: '', decorative: true }),
    { type: 'productCard', attrs: { product_id: 2 } },
    {
      type: 'blockquote',
      content: [p(text('a', { post_id: 9 }), text('b', { post_id: 2 }), text('c', { post_id: 1, fragment: 'gone' }))],
    },
  )

  expect(blocking).toEqual([
    'document 1: A picture has no alternative text',
    'document 2: A picture has a file name as its alternative text',
    'document 4: A product is not in the catalogue',
    'document 5: A link leads to a deleted post',
    'document 5: A link leads to “Draft”, which is not published',
    'document 5: A link leads to a heading that “Flow” does not have',
  ])
})

test('advice names what is hard to find, to read or to follow', () => {
  const words = (count: number) => `Word ${'word '.repeat(count - 2)}word.`
  const { advice } = withText(
    h(3, 'Skipped'),
    p(
      'Read ',
      text('here', { href: 'http://a.example' }),
      ' or ',
      text('https://b.example', { href: 'https://b.example' }),
    ),
    p(words(36)),
    p(Array.from({ length: 16 }, () => words(10)).join(' ')),
    p('THIS IS ALL IN CAPITALS'),
    { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [p('x')] }] }] },
  )

  expect(advice).toEqual([
    'document 0: A heading skips to level 3',
    'document 1: The text of a link doesn’t say where it leads',
    'document 1: The text of a link doesn’t say where it leads',
    'document 1: A link is not secure',
    'document: No link leads to another post',
    'document 3: A paragraph of 160 words',
    'document 2: A sentence of 36 words',
    'document 4: A text is all in capitals',
    'document 5: A table has no header row',
  ])
})

test('advice on fields has their lengths, other titles, inactive authors and an update email for nobody', () => {
  const { blocking, advice } = check(
    {
      title: 'x'.repeat(61),
      excerpt: 'x'.repeat(161),
      seo_description: '',
      author_ids: [2],
      faq: [{ question: 'Q', answer: 'word '.repeat(301) }],
    },
    { similarTitles: ['Other'], subscribers: 0 },
  )

  expect(blocking).toEqual([])
  expect(advice).toEqual([
    'title: The title has 61 characters',
    'seo_description: There is no description for search engines',
    'excerpt: The summary has 161 characters',
    'title: Another post has nearly the same title',
    'authors: Ben is inactive',
    'faq 0: An answer has 301 words',
    'send: Nobody is subscribed yet',
  ])
})

test('readability is the LIX, with the five hardest sentences and their blocks', () => {
  expect(
    readabilityOf(sentencesOf(doc(p('One two three four. Five six.'), h(2, 'Uncountable incomprehensibility')))),
  ).toEqual({ lix: 3, level: 'easy', hardest: [] })
  const hard = 'Incomprehensible constitutional considerations notwithstanding. '
  const { lix, level, hardest } = readabilityOf(sentencesOf(doc(p('Easy.'), p(hard.repeat(7).trim()))))
  expect({ lix, level, hardest: hardest.length, first: hardest[0] }).toEqual({
    lix: 100,
    level: 'hard',
    hardest: 5,
    first: { text: hard.trim(), lix: 104, at: 1 },
  })
})
