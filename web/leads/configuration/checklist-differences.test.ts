import { expect, test } from 'vitest'
import { differences } from './checklist-differences.ts'

const budget = { item: 10, question: 'Is there a budget?', blocking: true }
const person = { item: 1, question: 'A real person', blocking: true }
const phone = { item: 2, question: 'The phone is answered', blocking: false }

test('what a colleague added, took away, reworded and loosened is told by the words that the form began with', () => {
  const reworded = { item: 1, question: 'Someone real', blocking: false }
  expect(differences([person, phone], [reworded, budget])).toEqual([
    { field: 'A real person', before: 'Needs a yes', now: '“Someone real”, optional' },
    { field: 'The phone is answered', before: 'Optional', now: 'Not included' },
    { field: 'Is there a budget?', before: 'Not included', now: 'Needs a yes' },
  ])
})

test('another order is told as such, from the first to the last that moved; one in between is not another order', () => {
  const last = { item: 3, question: 'The quantity is sensible', blocking: false }
  expect(differences([person, phone, last], [phone, person, last])).toEqual([
    { field: 'Order', before: 'A real person · The phone is answered', now: 'The phone is answered · A real person' },
  ])
  expect(differences([person, phone], [person, budget, phone])).toEqual([
    { field: 'Is there a budget?', before: 'Not included', now: 'Needs a yes' },
  ])
})
