import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { openShare } from './share.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('L8: a company that asks for everything gets half of the connections, and another one is answered meanwhile', async () => {
  const [ada, bob] = [await app.signIn(), await app.signIn()]
  const { tenants, pool } = app.services
  const most = (pool.options.max ?? 0) / 2
  const open = Promise.withResolvers<void>()
  let inside = 0
  let highest = 0

  const many = Array.from({ length: 30 }, () =>
    tenants.read(ada.companyId, async () => {
      highest = Math.max(highest, (inside += 1))
      await open.promise
      inside -= 1
    }),
  )
  await tenants.read(bob.companyId, ({ db }) => db.selectFrom('products').select('id').execute())
  await expect.poll(() => inside, { timeout: 10_000 }).toBe(most)
  open.resolve()
  await Promise.all(many)

  expect(highest).toBe(most)
})

test('whoever stands in line too long is told so, and the line goes on without them', async () => {
  const share = openShare(1, 50)
  const open = Promise.withResolvers<void>()
  const first = share(1, () => open.promise)

  await expect(share(1, async () => 'late')).rejects.toThrow('timeout exceeded when trying to connect')
  const next = share(1, async () => 'next')
  open.resolve()

  await first
  expect(await next).toBe('next')
  await expect(share(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await share(1, async () => 'free again')).toBe('free again')
})
