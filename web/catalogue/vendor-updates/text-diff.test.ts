import { expect, test } from 'vitest'
import { diffTexts } from './text-diff.ts'

test('what was added and what was removed is told word by word; both texts can be put together again', () => {
  const [from, to] = ['Air pump for solvents and acids.', 'Air pump for solvents, acids and slurries.']
  const pieces = diffTexts(from, to)

  expect(
    pieces
      .filter(({ kind }) => kind !== 'added')
      .map(({ text }) => text)
      .join(''),
  ).toBe(from)
  expect(
    pieces
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text }) => text)
      .join(''),
  ).toBe(to)
  expect(diffTexts('PTFE', 'PTFE, ProLine')).toEqual([
    { text: 'PTFE', kind: 'same' },
    { text: ', ProLine', kind: 'added' },
  ])
})

test('a text where there was none is shown as it is, and a very long one is not compared', () => {
  expect(diffTexts('', 'New')).toEqual([{ text: 'New', kind: 'same' }])
  expect(diffTexts('a '.repeat(500), 'b')).toEqual([{ text: 'b', kind: 'added' }])
})
