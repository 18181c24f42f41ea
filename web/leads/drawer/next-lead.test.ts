import { expect, test } from 'vitest'
import type { LeadStatus } from '#contract/leads/lead.ts'
import { firstLead, neighbour, nextLead, nextOfFresh, type QueueLead } from './next-lead.ts'

const row = (id: number, status: LeadStatus = 'assigned', holder = 1): QueueLead => ({
  id,
  status,
  assigned_qa: { id: holder, name: `Person ${holder}` },
})
const mine = { me: 1, everybodys: false }
const none = new Set<number>()

test('the next lead is the next open one of one’s own', () => {
  const rows = [row(1), row(2, 'valid'), row(3, 'assigned', 2), row(4, 'in-progress')]

  expect(nextLead(rows, 1, none, mine)?.id).toBe(4)
})

test('a lead that was decided a moment ago is passed, whatever its row still says', () => {
  expect(nextLead([row(1), row(2), row(3)], 1, new Set([2]), mine)?.id).toBe(3)
})

test('nothing follows the last lead, and leads that were passed do not come again', () => {
  expect(nextLead([row(1), row(2)], 2, none, mine)).toBeUndefined()
})

test('whoever judged the lead of somebody else goes on with everybody’s', () => {
  const rows = [row(1, 'assigned', 2), row(2, 'assigned', 3)]

  expect(nextLead(rows, 1, none, { me: 1, everybodys: true })?.id).toBe(2)
})

test('rows that moved up after a fetch follow, those that were seen do not', () => {
  expect(nextOfFresh([row(1), row(2), row(3)], new Set([1, 2]), mine)?.id).toBe(3)
  expect(nextOfFresh([row(1), row(2)], new Set([1, 2]), mine)).toBeUndefined()
})

test('a step goes to the row beside, whatever its status, and not past the ends', () => {
  const rows = [row(1, 'valid'), row(2, 'invalid')]

  expect(neighbour(rows, 1, 1)?.id).toBe(2)
  expect(neighbour(rows, 1, -1)).toBeUndefined()
  expect(neighbour(rows, 9, 1)).toBeUndefined()
})

test('work on a list begins with the first lead that one may judge, past what is on hold or in the hands of others', () => {
  const held = row(1, 'on_hold')

  expect(firstLead([held, row(2, 'assigned', 2), row(3), row(4)], 1)).toBe(3)
  expect(firstLead([held, row(2, 'assigned', 2)], 1)).toBe(2)
  expect(firstLead([held], 1)).toBeUndefined()
  expect(firstLead([], 1)).toBeUndefined()
})
