import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openPool } from '#server/db/connect.ts'
import { openTenants, type Tenant } from '#server/db/tenant.ts'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { openAside } from './aside.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const whereabouts = async ({ db }: Tenant) => {
  const { rows } = await sql<{
    company_id: number
    pid: number
  }>`select company_id, pg_backend_pid() as pid from company`.execute(db)
  return rows
}

test('a read beside a job is its own company’s, and done on the job’s connection where another one is lacking or breaks', async () => {
  const ada = await app.signIn()
  const { tenants } = app.services
  const breaking = () => Promise.reject(new Error('The connection was lost'))

  await tenants.read(ada.companyId, async (tenant) => {
    const [own] = await whereabouts(tenant)
    const another = await openAside(tenants, tenant).aside(whereabouts)
    expect(another).toEqual([{ company_id: ada.companyId, pid: expect.any(Number) }])
    expect(another).not.toEqual([own])
    for (const readOnSpare of [() => undefined, breaking])
      expect(await openAside({ readOnSpare }, tenant).aside(whereabouts)).toEqual([own])
  })
})

test('no connection is to spare that others may want, nor behind a pooler, where that cannot be known', async () => {
  const ada = await app.signIn()
  const url = databaseUrl(app.database, 'leadroom_login')
  const spares = await Promise.all(
    [{ max: 1 }, { max: 2 }, { max: 8, pooled: true }].map(async (options) => {
      const pool = openPool(url, options)
      const found = await openTenants(pool).readOnSpare(ada.companyId, whereabouts)
      await pool.end()
      return found?.length
    }),
  )

  expect(spares).toEqual([undefined, 1, undefined])
})

test('nothing that a job reads beside itself outlives its chunk, also when the chunk fails', async () => {
  const ada = await app.signIn()
  const slow = Promise.withResolvers<void>()
  const events: string[] = []

  const failed = app.services.tenants.read(ada.companyId, (tenant) => {
    const { aside, ended } = openAside(app.services.tenants, tenant)
    void aside(() => slow.promise.then(() => void events.push('read')))
    return Promise.reject(new Error('changed my mind')).finally(ended)
  })
  setTimeout(slow.resolve, 50)
  await expect(failed).rejects.toThrow('changed my mind')

  expect(events).toEqual(['read'])
})
