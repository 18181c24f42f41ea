import { expect, test } from 'vitest'
import type { DocumentNode } from '#contract/content/document.ts'
import { countWords, diffBlocks, diffWords } from './diff-blocks.ts'

const paragraph = (text: string): DocumentNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const heading = (text: string): DocumentNode => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [{ type: 'text', text }],
})
const list = (...items: string[]): DocumentNode => ({
  type: 'bulletList',
  content: items.map((text) => ({ type: 'listItem', content: [paragraph(text)] })),
})
const row = (...cells: string[]): DocumentNode => ({
  type: 'tableRow',
  content: cells.map((text) => ({
    type: 'tableCell',
    attrs: { colspan: 1, rowspan: 1 },
    content: [paragraph(text)],
  })),
})

test('a changed paragraph shows its words that came and went', () => {
  const [block] = diffBlocks([
    { change: 'changed', from: paragraph('Add 10 percent at most.'), to: paragraph('Add 20 percent at most.') },
  ])

  expect(block).toMatchObject({
    change: 'text',
    runs: [
      { kind: 'same', text: 'Add ' },
      { kind: 'removed', text: '10' },
      { kind: 'added', text: '20' },
      { kind: 'same', text: ' percent at most.' },
    ],
  })
})

test('changes with nothing but space between them read as one', () => {
  const [block] = diffBlocks([
    {
      change: 'changed',
      from: paragraph('It runs at half speed, much longer.'),
      to: paragraph('It runs at two thirds, three times longer.'),
    },
  ])

  expect(block).toMatchObject({
    runs: [
      { kind: 'same', text: 'It runs at ' },
      { kind: 'removed', text: 'half speed' },
      { kind: 'added', text: 'two thirds' },
      { kind: 'same', text: ', ' },
      { kind: 'removed', text: 'much ' },
      { kind: 'added', text: 'three times ' },
      { kind: 'same', text: 'longer.' },
    ],
  })
})

test('a word that only became bold is shown as changed', () => {
  const bold: DocumentNode = {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Read ' },
      { type: 'text', text: 'this', marks: [{ type: 'bold' }] },
    ],
  }

  const [block] = diffBlocks([{ change: 'changed', from: paragraph('Read this'), to: bold }])

  expect(block).toMatchObject({
    runs: [{ kind: 'same' }, { kind: 'removed', text: 'this' }, { kind: 'added', text: 'this' }],
  })
})

test('a block that stands elsewhere has moved, and says from where', () => {
  const moved = paragraph('Two pumps cost less.')

  expect(diffBlocks([{ change: 'moved', from: moved, to: moved, under: '4. Tube life' }])).toEqual([
    { change: 'moved', node: moved, from: '4. Tube life' },
  ])
})

test('within lists and tables only what differs is shown as changed', () => {
  const [items] = diffBlocks([{ change: 'changed', from: list('one', 'two'), to: list('one', 'three', 'four') }])
  const table = (...rows: DocumentNode[]): DocumentNode => ({ type: 'table', content: rows })
  const [cells] = diffBlocks([
    { change: 'changed', from: table(row('bar', '4')), to: table(row('bar', '6'), row('flow', '9')) },
  ])

  expect(items).toMatchObject({
    change: 'within',
    parts: [{ change: 'same' }, { change: 'within', parts: [{ change: 'text' }] }, { change: 'added' }],
  })
  expect(cells).toMatchObject({
    parts: [{ change: 'within', parts: [{ change: 'same' }, { change: 'within' }] }, { change: 'added' }],
  })
})

test('a block that became another kind is shown as taken away and added', () => {
  expect(diffBlocks([{ change: 'changed', from: paragraph('Start'), to: heading('Start') }])).toMatchObject([
    { change: 'removed' },
    { change: 'added' },
  ])
})

test('words are counted wherever they came or went; moving counts none', () => {
  const moved = paragraph('Two pumps cost less.')

  const counts = countWords(
    diffBlocks([
      { change: 'added', from: null, to: list('one two', 'three') },
      { change: 'changed', from: paragraph('Add ten.'), to: paragraph('Add twenty or more.') },
      { change: 'moved', from: moved, to: moved, under: null },
    ]),
  )

  expect(counts).toEqual({ added: 6, removed: 1 })
})

test('short texts are compared word by word', () => {
  expect(diffWords('Sizing a pump', 'Sizing a pump in four steps')).toEqual([
    { kind: 'same', text: 'Sizing a pump', marks: [] },
    { kind: 'added', text: ' in four steps', marks: [] },
  ])
})
