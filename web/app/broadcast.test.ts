import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BroadcastMessage } from '#contract/portal/broadcast.ts'
import { createPoller } from './broadcast.ts'

const message = (id: number, timestamp: string): BroadcastMessage => ({
  id,
  type: 'company_switched',
  timestamp,
  data: {
    user_id: 1,
    old_company_id: 1,
    new_company_id: 2,
    old_company_name: 'Halden',
    new_company_name: 'Kestrel',
    message: '',
    user_name: 'Asha',
    timestamp,
  },
})

const setUp = ({ answers = [] as BroadcastMessage[][], ready = true } = {}) => {
  const tab = { visible: true, over: false }
  let left = 0
  const asked: { at: number; afterId: number | undefined }[] = []
  const acted: number[] = []
  const failed: unknown[] = []
  const startedAt = Date.now()
  const poller = createPoller({
    isOver: () => tab.over,
    onOver: () => void (left += 1),
    ready: () => ready,
    fetch: (afterId) => {
      asked.push({ at: Date.now() - startedAt, afterId })
      return Promise.resolve(answers.shift() ?? [])
    },
    onNewest: ({ id }) => void acted.push(id),
    onFailure: (failure) => void failed.push(failure),
    visible: () => tab.visible,
  })
  poller.start()
  return { poller, tab, asked, acted, failed, left: () => left, times: () => asked.map(({ at }) => at) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it looks after half a second, then every five', async () => {
  const { times } = setUp()

  await vi.advanceTimersByTimeAsync(11_000)

  expect(times()).toEqual([500, 5500, 10_500])
})

test('once nobody is signed in any more it leaves, and does not look again', async () => {
  const { tab, times, left } = setUp()
  await vi.advanceTimersByTimeAsync(600)

  tab.over = true
  await vi.advanceTimersByTimeAsync(20_000)

  expect([times(), left()]).toEqual([[500], 1])
})

test('a hidden tab never looks; shown again it looks after 200 ms', async () => {
  const { poller, tab, times } = setUp()
  await vi.advanceTimersByTimeAsync(600)

  tab.visible = false
  poller.visibilityChanged()
  await vi.advanceTimersByTimeAsync(20_000)
  tab.visible = true
  poller.visibilityChanged()
  await vi.advanceTimersByTimeAsync(300)

  expect(times()).toEqual([500, 20_800])
})

test('two looks are at least a second apart, however often the tab is shown', async () => {
  const { poller, times } = setUp()
  await vi.advanceTimersByTimeAsync(600)

  poller.visibilityChanged()
  await vi.advanceTimersByTimeAsync(250)

  expect(times()).toEqual([500])
})

test('only the newest message counts, and its id is where the next look goes on', async () => {
  const { asked, acted } = setUp({
    answers: [
      [message(7, '2026-03-12T10:00:00Z'), message(9, '2026-03-12T10:02:00Z'), message(8, '2026-03-12T10:01:00Z')],
    ],
  })

  await vi.advanceTimersByTimeAsync(6000)

  expect(acted).toEqual([9])
  expect(asked[1]?.afterId).toBe(9)
})

test('without a session nothing is asked', async () => {
  const { times } = setUp({ ready: false })

  await vi.advanceTimersByTimeAsync(20_000)

  expect(times()).toEqual([])
})

test('a stopped poller stays silent', async () => {
  const { poller, times } = setUp()

  poller.stop()
  await vi.advanceTimersByTimeAsync(20_000)

  expect(times()).toEqual([])
})
