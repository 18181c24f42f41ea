import { expect, test } from 'vitest'
import { dayOf, mayBecome, problemOf, type Said } from './outcomes.ts'

const said = (more: Partial<Said> = {}): Said => ({
  reachedBy: 'call',
  followUp: 'none',
  picked: undefined,
  reason: undefined,
  until: undefined,
  note: '',
  ...more,
})

test('a few days from now is never on a weekend', () => {
  const from = (day: string) => dayOf('days', undefined, new Date(`${day}T09:00:00Z`))
  expect(from('2026-11-30')).toBe('2026-12-03')
  expect(from('2026-12-02')).toBe('2026-12-07')
  expect(from('2026-12-03')).toBe('2026-12-07')
})

test('what an enquiry may become follows its step', () => {
  expect(mayBecome({ enquiry_status: 'open' }, 'contacted')).toBe(true)
  expect(mayBecome({ enquiry_status: 'open' }, 'won')).toBe(false)
  expect(mayBecome({ enquiry_status: 'contacted' }, 'contacted')).toBe(true)
  expect(mayBecome({ enquiry_status: 'won' }, 'lost')).toBe(false)
})

test('each outcome needs its own, and no more', () => {
  expect(problemOf('contacted', said())).toBeUndefined()
  expect(problemOf('contacted', said({ followUp: 'picked' }))?.field).toBe('picked')
  expect(problemOf('won', said())).toBeUndefined()
  expect(problemOf('lost', said())?.field).toBe('reason')
  expect(problemOf('lost', said({ reason: 'other', note: ' ' }))?.field).toBe('note')
  expect(problemOf('nurture', said())?.field).toBe('until')
  expect(problemOf('nurture', said({ until: '2027-01-08' }))).toBeUndefined()
})
