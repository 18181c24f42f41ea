import { expect, test } from 'vitest'
import { compareDocuments, compareWords } from './compare.ts'
import type { DocumentNode, PostDocument } from './document.ts'
import { textOf } from './document-text.ts'

const p = (text: string, ...marks: { type: 'bold' }[]): DocumentNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks }],
})
const h = (text: string): DocumentNode => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
const doc = (...content: DocumentNode[]): PostDocument => ({ type: 'doc', attrs: { v: 1 }, content })
const told = (older: PostDocument, newer: PostDocument) =>
  compareDocuments(older, newer).blocks.map((each) =>
    each.kind === 'changed'
      ? each.words
          .map(({ kind, text }) => ({ same: text, added: `{+${text}+}`, removed: `[-${text}-]` })[kind])
          .join('')
      : `${each.kind}: ${textOf(each.block)}${each.kind === 'moved' ? ` (${each.under})` : ''}`,
  )
const LONG = 'Two pumps side by side cost less than one that is a size too large'

test('blocks stay, come, go, change word by word, or move, told with the heading they stood under', () => {
  const older = doc(
    p('Pick the pump.'),
    h('One'),
    p('Add ten percent for safety to it.'),
    p('Ask the maker.'),
    h('Two'),
    p('Above'),
    p(LONG),
    p('End'),
  )
  const newer = doc(
    p('Pick the pump.'),
    p('This guide is new.'),
    h('One'),
    p('Add twenty percent for safety to it.'),
    p(LONG),
    h('Two'),
    p('Above'),
    p('End'),
  )

  expect(told(older, newer)).toEqual([
    'same: Pick the pump.',
    'added: This guide is new.',
    'same: One',
    'Add [-ten-]{+twenty+} percent for safety to it.',
    `moved: ${LONG} (Two)`,
    'removed: Ask the maker.',
    'same: Two',
    'same: Above',
    'same: End',
  ])
  expect(compareDocuments(older, newer)).toMatchObject({ added: 5, removed: 4 })
})

test('what only looks different is changed, with all its words the same', () => {
  expect(compareDocuments(doc(p('a b')), doc(p('a b', { type: 'bold' }))).blocks).toMatchObject([
    { kind: 'changed', words: [{ kind: 'same', text: 'a b' }] },
  ])
  const reordered: PostDocument = {
    content: [{ content: [{ marks: [], text: 'a', type: 'text' }], type: 'paragraph' }],
    attrs: { v: 1 },
    type: 'doc',
  }
  expect(told(doc(p('a')), reordered)).toEqual(['same: a'])
})

test('two texts that have nothing to do with one another are compared as wholes, in time', () => {
  const words = (from: number) => Array.from({ length: 20_000 }, (_, at) => `w${from + at}`).join(' ')
  const blocks = (from: number) => doc(...Array.from({ length: 4_000 }, (_, at) => p(`word${from + at}`)))
  const start = performance.now()

  expect(compareWords(words(0), words(50_000)).length).toBeGreaterThan(1)
  expect(compareDocuments(blocks(0), blocks(9_000))).toMatchObject({ added: 4_000, removed: 4_000 })
  expect(performance.now() - start).toBeLessThan(15_000)
})
