import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { get, One } from '#contract/kit/endpoint.ts'
import { buildApp } from '#server/app/build-app.ts'
import { LIMITS } from '#server/db/connect.ts'
import { openRoutesOf } from '#server/kit/implement.ts'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { startTestApp } from '../app.ts'
import { figure } from '../figures.ts'

const busy = {
  spin: get('/busy/spin', {
    permission: 'public',
    perMinute: 1_000_000,
    reply: One(Type.Object({})),
    summary: 'x',
    failure: 'x',
  }),
}
const routes = openRoutesOf('busy', busy, {
  spin: async () => {
    for (const until = performance.now() + 60; performance.now() < until;);
    return { data: {} }
  },
})
const base = await startTestApp()
const webFolder = temporaryFolder('web')
await mkdir(join(webFolder, 'assets'), { recursive: true })
await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Leadroom</title>')
await writeFile(join(webFolder, 'assets', 'page-AbCdEf12.js'), 'export default 1')
const app = await buildApp({ ...base.services, limits: LIMITS }, { routes, webFolder })
const address = await app.listen({ host: '127.0.0.1', port: 0 })

afterAll(async () => {
  await app.close()
  await base.stop()
  await rm(webFolder, { recursive: true })
})

test('a process that cannot keep up refuses at once with a time to come back, and takes everybody again when it can', async () => {
  const statuses: Record<number, number> = {}
  const ofWebApp = new Set<number>()
  const until = performance.now() + 6_000
  const spin = async () => {
    while (performance.now() < until) {
      const { status, headers } = await fetch(`${address}/busy/spin`)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  }
  // A person who opens a page meanwhile, and the code of one that is open already.
  const browse = async () => {
    while (performance.now() < until) {
      const page = await fetch(`${address}/marketing/all_leads`, { headers: { accept: 'text/html' } })
      const code = await fetch(`${address}/assets/page-AbCdEf12.js`)
      for (const { status } of [page, code]) ofWebApp.add(status)
    }
  }
  await Promise.all([...Array.from({ length: 60 }, spin), browse()])
  await sleep(2_500)
  const after = await fetch(`${address}/busy/spin`)
  const alive = await fetch(`${address}/health/live`)

  figure(`Overload of the process itself: ${JSON.stringify(statuses)}, all well after 2.5 s`)
  expect(statuses[503]).toBeGreaterThan(0)
  expect([...ofWebApp]).toEqual([200])
  expect([after.status, alive.status]).toEqual([200, 200])
})
