import { expect, test } from 'vitest'
import type { GridColumn, GridRow } from './grid.ts'
import { changeGrid, isConflict, isWrong, noEdits, storedText, typedCell, type GridState } from './grid-edits.ts'

const column: GridColumn<number | null> = {
  key: 'weight',
  title: 'Weight',
  width: 80,
  read: (text) => {
    if (text === '') return { value: null }
    return /^\d+$/.test(text) ? { value: Number(text) } : { message: 'Weight takes a number.' }
  },
  text: (value) => (value === null ? '' : String(value)),
}
const rows: GridRow<number | null>[] = [1, 2, 3].map((id) => ({ id, cells: { weight: id } }))
const [first, second] = rows as [GridRow<number | null>, GridRow<number | null>]
const type = (state: GridState<number | null>, row: GridRow<number | null>, text: string) =>
  changeGrid(state, { do: 'change', changes: [typedCell(row, column, text)] })
const textsOf = ({ edits }: GridState<number | null>) => [...edits].map(([row, cells]) => [row, cells['weight']?.text])

test('undo and redo go through the steps, and a new step forgets what was undone', () => {
  const typed = type(type(noEdits(), first, '7'), second, '8')
  const undone = changeGrid(typed, { do: 'undo' })

  expect(textsOf(typed)).toEqual([
    [1, '7'],
    [2, '8'],
  ])
  expect(textsOf(undone)).toEqual([[1, '7']])
  expect(textsOf(changeGrid(undone, { do: 'redo' }))).toEqual([
    [1, '7'],
    [2, '8'],
  ])
  expect(type(undone, second, '9').future).toEqual([])
  expect(changeGrid(noEdits(), { do: 'undo' })).toEqual(noEdits())
})

test('a paste is one step', () => {
  const pasted = changeGrid(noEdits<number | null>(), {
    do: 'change',
    changes: rows.map((row) => typedCell(row, column, '70')),
  })

  expect(pasted.edits.size).toBe(3)
  expect(changeGrid(pasted, { do: 'undo' }).edits.size).toBe(0)
})

test('200 steps can be undone', () => {
  let state = noEdits<number | null>()
  for (let step = 0; step < 250; step++) state = type(state, first, String(1000 + step))
  for (let step = 0; step < 250; step++) state = changeGrid(state, { do: 'undo' })

  expect(textsOf(state)).toEqual([[1, '1049']])
})

test('the stored value typed again is no edit, and a step that changes nothing is none', () => {
  const same = type(noEdits(), first, '1')

  expect(same).toEqual(noEdits())
  expect(type(type(noEdits(), first, '7'), first, '1').edits.size).toBe(0)
})

test('a row that is not changed stays the same object', () => {
  const typed = type(type(noEdits(), first, '7'), second, '8')

  expect(type(typed, second, '9').edits.get(1)).toBe(typed.edits.get(1))
})

test('saved cells leave with their steps; what was typed since stays', () => {
  const typed = type(type(noEdits(), first, '7'), second, 'heavy')
  const edit = typed.edits.get(1)?.['weight']
  const sent = [{ row: 1, key: 'weight', edit: edit! }]
  const saved = changeGrid(typed, { do: 'saved', cells: sent, step: undefined })

  expect(textsOf(saved)).toEqual([[2, 'heavy']])
  expect(saved.past).toHaveLength(1)
  expect(textsOf(changeGrid(type(typed, first, '9'), { do: 'saved', cells: sent, step: undefined }))).toEqual([
    [1, '9'],
    [2, 'heavy'],
  ])
})

const saveOf = (changeSet: string) => ({ changeSet, what: 'Saved 1 product' })
const save = (state: GridState<number | null>, changeSet: string) =>
  changeGrid(state, { do: 'saved', cells: [], step: saveOf(changeSet) })
const savesOf = ({ saves, undoneSaves }: GridState<number | null>) =>
  [saves, undoneSaves].map((steps) => steps.map(({ changeSet }) => changeSet))

test('a save that was undone can be redone, and then undone again', () => {
  const saved = save(save(noEdits(), 'one'), 'two')
  const undone = changeGrid(saved, { do: 'reversed', changeSet: 'two', next: saveOf('undo'), redo: false })
  const redone = changeGrid(undone, { do: 'reversed', changeSet: 'undo', next: saveOf('redo'), redo: true })

  expect(savesOf(undone)).toEqual([['one'], ['undo']])
  expect(savesOf(redone)).toEqual([['one', 'redo'], []])
})

test('a save that can’t be undone makes way for the one before it', () => {
  const saved = save(save(noEdits(), 'one'), 'two')

  expect(savesOf(changeGrid(saved, { do: 'reversed', changeSet: 'two', next: undefined, redo: false }))).toEqual([
    ['one'],
    [],
  ])
})

test('an edit or a further save forgets the saves that were undone', () => {
  const undone = changeGrid(save(noEdits(), 'one'), {
    do: 'reversed',
    changeSet: 'one',
    next: saveOf('undo'),
    redo: false,
  })

  expect(savesOf(type(undone, first, '7'))).toEqual([[], []])
  expect(savesOf(save(undone, 'two'))).toEqual([['two'], []])
})

test('the last 20 saves can be undone', () => {
  let state = noEdits<number | null>()
  for (let at = 1; at <= 25; at++) state = save(state, String(at))

  expect(state.saves.map(({ changeSet }) => changeSet)).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 6)))
})

test('an unreadable cell stays as typed, and a refused one carries the sentence', () => {
  const typed = type(type(noEdits(), first, '7'), second, 'heavy')
  const edit = typed.edits.get(1)?.['weight']
  const refused = changeGrid(typed, {
    do: 'refused',
    cells: [{ row: 1, key: 'weight', edit: edit!, message: 'Too heavy.' }],
  })

  expect(typed.edits.get(2)?.['weight']).toEqual({
    text: 'heavy',
    base: '2',
    reading: { message: 'Weight takes a number.' },
  })
  expect(refused.edits.get(1)?.['weight']?.reading).toEqual({ message: 'Too heavy.' })
  expect(isWrong('1', column, refused.edits.get(1)?.['weight'])).toBe(true)
})

test('a value that somebody else changed meanwhile is a conflict, unless both wrote the same', () => {
  const edit = typedCell(first, column, '7').edit

  expect(isConflict(storedText(first, column), column, edit)).toBe(false)
  expect(isConflict('5', column, edit)).toBe(true)
  expect(isConflict('7', column, edit)).toBe(false)
})
