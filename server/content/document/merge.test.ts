import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentNode, PostDocument } from '#contract/content/document.ts'
import { textOf } from '#contract/content/document-text.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { readDocument } from './document.ts'
import { mergeDocuments, mergeFaq, mergeIds, type MergedDocument } from './merge.ts'

const doc = (...words: string[]): PostDocument =>
  readDocument({
    type: 'doc',
    content: words.map((text) =>
      text === 'FAQ' ? { type: 'faq' } : { type: 'paragraph', content: [{ type: 'text', text }] },
    ),
  })
const words = (blocks: readonly DocumentNode[]) => blocks.map((block) => (block.type === 'faq' ? 'FAQ' : textOf(block)))
const told = (merged: MergedDocument) =>
  'document' in merged
    ? { text: words(merged.document.content ?? []).join(' '), places: merged.places }
    : merged.parts.map((part) =>
        'blocks' in part
          ? words(part.blocks).join(' ')
          : { base: words(part.conflict.base), theirs: words(part.conflict.theirs), mine: words(part.conflict.mine) },
      )
const merge = (base: string, theirs: string, mine: string) =>
  told(
    mergeDocuments(
      ...([base, theirs, mine].map((text) => doc(...text.split(' '))) as [PostDocument, PostDocument, PostDocument]),
    ),
  )

test.each([
  ['nothing changed', 'a b c', 'a b c', 'a b c', 'a b c', 0],
  ['theirs alone', 'a b c', 'a B c', 'a b c', 'a B c', 1],
  ['mine alone', 'a b c', 'a b c', 'a b C', 'a b C', 0],
  ['each another block', 'a b c d e', 'A b c d e', 'a b c d E', 'A b c d E', 1],
  ['each one of two neighbours', 'a b c', 'a B c', 'a b C', 'a B C', 1],
  ['both alike', 'a b c', 'a B c', 'a B c', 'a B c', 1],
  ['one inserts, the other deletes elsewhere', 'a b c d', 'a x b c d', 'a b c', 'a x b c', 1],
  ['both insert in the same place', 'a b', 'a x b', 'a y b', 'a x y b', 1],
  ['both write on at the end', 'a', 'a x', 'a y', 'a x y', 1],
  ['both insert the same', 'a b', 'a x b', 'a x b', 'a x b', 1],
  ['both say where the questions stand', 'a b c', 'a FAQ b c', 'a b c FAQ', 'a FAQ b c', 1],
])('texts are merged block by block: %s', (_, base, theirs, mine, text, places) => {
  expect(merge(base, theirs, mine)).toEqual({ text, places })
})

test.each([
  ['the same block', 'a b c', 'a B c', 'a x c', ['a', { base: ['b'], theirs: ['B'], mine: ['x'] }, 'c']],
  ['one of several', 'a b c d', 'a B C d', 'a x c d', ['a', { base: ['b'], theirs: ['B'], mine: ['x'] }, 'C', 'd']],
  ['changed and deleted', 'a b c', 'a c', 'a B c', ['a', { base: ['b'], theirs: [], mine: ['B'] }, 'c']],
])('what both changed is a conflict between what is settled: %s', (_, base, theirs, mine, parts) => {
  expect(merge(base, theirs, mine)).toEqual(parts)
})

test('long texts of equal blocks are merged within the time of a request', () => {
  const text = (...more: string[]) => doc(...Array.from({ length: 4_900 }, () => '-'), ...more)
  const from = performance.now()

  const merged = mergeDocuments(text(), text('x'), doc('y', ...Array.from({ length: 4_900 }, () => '-')))

  expect(merged).toMatchObject({ places: 1 })
  expect(performance.now() - from).toBeLessThan(5_000)
})

/** Edits of a text: each block stays, goes, is written anew, or gets new ones after it. Each written word is there once. */
const edits = fc.array(fc.record({ keep: fc.constantFrom('keep', 'keep', 'change', 'delete'), insert: fc.nat(2) }), {
  minLength: 1,
  maxLength: 12,
})

test('C7: no word that somebody inserted is lost: it is in the merged text or in a conflict', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c', '-'), { minLength: 1, maxLength: 12 }),
      edits,
      edits,
      (base, one, other) => {
        const inserted = new Set<string>()
        const edited = (by: string, edits: typeof one) => {
          const write = (at: string) => {
            inserted.add(`${by}${at}`)
            return `${by}${at}`
          }
          const content = base.flatMap((word, at) => {
            const { keep, insert } = edits[at % edits.length]!
            const own = keep === 'keep' ? [word] : keep === 'change' ? [write(`${at}`)] : []
            return [...own, ...Array.from({ length: insert }, (_, no) => write(`${at}.${no}`))]
          })
          return content.length ? content : [write('all')]
        }
        const [theirs, mine] = [edited('t', one), edited('m', other)]

        const left = JSON.stringify(told(mergeDocuments(doc(...base), doc(...theirs), doc(...mine))))

        const found = new Set(left.match(/[tm](?:all|\d+(?:\.\d)?)/g))
        expect([...inserted].filter((word) => !found.has(word))).toEqual([])
      },
    ),
    { numRuns: howMany(300, 5_000) },
  )
})

test('of two lists what either added is there, and what either took away is not; the order is of the later', () => {
  expect(mergeIds([1, 2, 3], [1, 3, 4], [3, 2, 1, 5])).toEqual([3, 1, 5, 4])
  expect(mergeIds([1, 2], [2, 1, 3], [1, 2])).toEqual([2, 1, 3])
  expect(mergeIds([1, 2], [1, 2], [2])).toEqual([2])
})

const item = (id: string, question = `${id}?`, answer = `${id}!`) => ({ id, question, answer })

test('questions are merged by their id, and in each its two texts; what collides is a conflict and stands as mine', () => {
  const base = [item('a'), item('b'), item('c')]

  expect(
    mergeFaq(base, [item('c'), item('a', 'A?'), item('b')], [item('a', 'a?', 'A!'), item('c'), item('d')]),
  ).toEqual({
    faq: [item('a', 'A?', 'A!'), item('c'), item('d')],
    conflicts: [],
  })
  expect(mergeFaq(base, [item('a', 'x?'), item('b'), item('c')], [item('a', 'y?'), item('b')])).toEqual({
    faq: [item('a', 'y?'), item('b')],
    conflicts: [{ id: 'a', base: item('a'), theirs: item('a', 'x?'), mine: item('a', 'y?') }],
  })
  expect(mergeFaq(base, [item('b', 'b?', 'new!')], [item('a'), item('c')])).toEqual({
    faq: [item('b', 'b?', 'new!')],
    conflicts: [{ id: 'b', base: item('b'), theirs: item('b', 'b?', 'new!'), mine: undefined }],
  })
})
