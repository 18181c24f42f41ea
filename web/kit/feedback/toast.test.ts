import { beforeEach, expect, test, vi } from 'vitest'
import { dismiss, toast, toasts, UNDO_FOR } from './toast.ts'

const undo = () => {}
const texts = () => toasts.get().map(({ text }) => text)

beforeEach(() => {
  vi.useFakeTimers()
  for (const { id } of toasts.get()) dismiss(id)
  return () => vi.useRealTimers()
})

test('an Undo that was offered is offered for its time, whatever is told meanwhile', () => {
  toast.done('Assigned', { undo })
  for (const text of ['One', 'Two', 'Three', 'Four']) toast.done(text)

  expect(texts()).toEqual(['Assigned', 'Three', 'Four'])
  vi.advanceTimersByTime(UNDO_FOR)
  toast.done('Five')
  toast.done('Six')
  expect(texts()).toEqual(['Four', 'Five', 'Six'])
})

test('the same text takes the place of the earlier one, but of none whose Undo is another act', () => {
  toast.done('Saved')
  toast.done('Saved')
  expect(texts()).toEqual(['Saved'])

  toast.done('Assigned', { undo })
  toast.done('Assigned', { undo })
  expect(texts()).toEqual(['Saved', 'Assigned', 'Assigned'])
})
