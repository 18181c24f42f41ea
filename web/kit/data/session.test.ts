import { afterEach, expect, test, vi } from 'vitest'
import { updateSession, writable } from './session.ts'

afterEach(() => {
  updateSession({ readOnly: false })
  vi.useRealTimers()
})

test('a write waits for the company, and goes on as soon as it has loaded', async () => {
  updateSession({ readOnly: true })
  const waited = writable()
  updateSession({ currentUser: undefined })
  updateSession({ readOnly: false })

  expect(await waited).toBe(true)
})

test('a write gives up when the company has not loaded after five seconds', async () => {
  vi.useFakeTimers()
  updateSession({ readOnly: true })
  const waited = writable()
  await vi.advanceTimersByTimeAsync(5_000)

  expect(await waited).toBe(false)
})
