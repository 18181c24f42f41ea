import { expect, test } from 'vitest'
import { givenTo, holdersOf, outcomeWords } from './assign-outcome.ts'

const rows = [
  { id: 1, name: 'Yuki Tanabe' },
  { id: 2, name: 'Kofi Mensah' },
]

test('one lead is named, several are counted, the refused are told', () => {
  expect(outcomeWords({ assigned: [1], refused: [] }, rows, 'you')).toBe('Yuki Tanabe assigned to you')
  expect(outcomeWords({ assigned: [1, 2], refused: [] }, rows, 'Priya Nair')).toBe('2 leads assigned to Priya Nair')
  expect(outcomeWords({ assigned: [2], refused: [1] }, rows, 'you')).toBe('Kofi Mensah assigned to you, 1 refused')
})

test('a valid lead that is given to somebody shows them as its sales person, any other as its QA', () => {
  const hana = { id: 5, name: 'Hana Kobayashi' }

  expect(givenTo('valid', hana)).toEqual({ sales_person: hana })
  for (const status of ['new', 'assigned', 'in-progress', 'on_hold', 'invalid'] as const)
    expect(givenTo(status, hana)).toEqual({ assigned_qa: hana })
})

test('holders are counted, those with most first', () => {
  const held = (leadId: number, id: number | undefined) => ({
    leadId,
    status: 'assigned',
    assigned: id !== undefined,
    holder: id === undefined ? null : { id, name: `Person ${id}` },
    since: null,
    version: 1,
  })

  expect(holdersOf([held(1, 5), held(2, 6), held(3, 6), held(4, undefined)], undefined)).toEqual([
    { name: 'Person 6', count: 2 },
    { name: 'Person 5', count: 1 },
  ])
})
