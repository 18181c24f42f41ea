import { expect, test } from 'vitest'
import { foreignIn, isStable, renderEverywhere, renderSent } from '#server/test/hostile-html.ts'
import { DOCUMENT_LIMITS } from '#contract/content/document.ts'
import { UserError } from '#server/kit/errors.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { readDocument } from './document.ts'
import { hostileTexts } from '../../../scripts/hostile-texts.mjs'

const texts = hostileTexts()
// Every kind has some of the sample, since kinds stand together.
const sample = texts.filter((_, at) => at % howMany(12, 4) === 0)

test('S1: there are more than 1,500 hostile texts, each its own', () => {
  expect(texts.length).toBeGreaterThan(1_500)
})

test('S1: a hostile text stays a text wherever it stands: in the document, in attributes, in questions and products', () => {
  expect(sample.flatMap((text) => foreignIn(renderEverywhere(text)))).toEqual([])
})

test('S1: of hostile HTML that is sent nothing is left but what the list has', () => {
  expect(sample.flatMap((text) => foreignIn(renderSent(text)))).toEqual([])
})

test('S1: the sanitiser changes nothing of what it made', () => {
  expect(texts.filter((text) => !isStable(text))).toEqual([])
})

test('S1: a link or embed that would run something is refused, however it is spelled', () => {
  const schemes = texts.filter((text) => !text.includes('<'))
  const taken = schemes.filter((address) => {
    try {
      readDocument({ type: 'doc', content: [{ type: 'embed', attrs: { url: address } }] })
      return true
    } catch (error) {
      if (error instanceof UserError) return false
      throw error
    }
  })

  expect(taken).toEqual([])
})

const paragraph = () => ({ type: 'paragraph', content: [{ type: 'text', text: 'a' }] })
const nested = (levels: number) => {
  let node: object = paragraph()
  for (let level = 0; level < levels; level++) node = { type: 'blockquote', content: [node] }
  return { type: 'doc', content: [node] }
}

test.each([
  ['nested 10,000 deep', () => nested(10_000), 3 * DOCUMENT_LIMITS.depth],
  [
    'of 100,000 blocks',
    () => ({ type: 'doc', content: Array.from({ length: 100_000 }, paragraph) }),
    3 * DOCUMENT_LIMITS.blocks,
  ],
  [
    'with 100,000 names that nobody knows',
    () => ({ type: 'doc', ...Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`name${at}`, {}])) }),
    3,
  ],
])('hostile JSON %s is refused before most of it is looked at', (_, sent, most) => {
  let looked = 0
  /** Counts what is read of it. */
  const watched = (value: object): object =>
    new Proxy(value, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'object' || found === null) return found
        looked += Array.isArray(found) ? 0 : 1
        return watched(found)
      },
    })

  expect(() => readDocument(watched(sent()))).toThrow(UserError)
  expect(looked).toBeLessThanOrEqual(most)
})
