import { afterAll, expect, test } from 'vitest'
import { openPool } from './connect.ts'
import { openTenants } from './tenant.ts'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'

const app = await startTestApp()
const pool = openPool(databaseUrl(app.database, 'leadroom_login'), { max: 1 })
afterAll(async () => {
  await pool.end()
  await app.stop()
})

const ACTOR = { kind: 'system', channel: 'api', act: 'test' } as const

test('a single read is one round trip: all of it is sent before anything has come back', async () => {
  const ada = await app.signIn()
  const { stream } = Reflect.get(await warmClient(), 'connection')
  const events: string[] = []
  const write = stream.write
  Reflect.set(stream, 'write', (...args: unknown[]) => {
    events.push('sent')
    return Reflect.apply(write, stream, args)
  })
  stream.on('data', () => events.push('came'))

  await openTenants(pool).read(ada.companyId, ({ db }) => db.selectFrom('products').select('id').execute())

  const firstAnswer = events.indexOf('came')
  expect(events.slice(0, firstAnswer).filter((event) => event === 'sent').length).toBeGreaterThan(0)
  expect(events.slice(firstAnswer).filter((event) => event === 'sent').length).toBeLessThanOrEqual(1) // the commit, which nobody waits for
  Reflect.deleteProperty(stream, 'write')
})

test('what fails is taken back whole, and the connection serves the next one', async () => {
  const ada = await app.signIn()
  const tenants = openTenants(pool)
  const failing = tenants.write(ada.companyId, ACTOR, async ({ db, companyId }) => {
    await db.insertInto('products').values({ company_id: companyId, code: 'a', name: 'Pump' }).execute()
    throw new Error('changed my mind')
  })

  await expect(failing).rejects.toThrow('changed my mind')
  expect(await tenants.read(ada.companyId, ({ db }) => db.selectFrom('products').select('id').execute())).toEqual([])
  expect(
    await app.sql(ada.companyId, 'select 1 from changes where company_id = $1 and entity = $2', [
      ada.companyId,
      'products',
    ]),
  ).toEqual([])
})

test('a failed query that the handler swallowed does not pass for a stored write', async () => {
  const ada = await app.signIn()
  const swallowing = openTenants(pool).write(ada.companyId, ACTOR, async ({ db, companyId }) => {
    await db.insertInto('products').values({ company_id: companyId, code: 'a', name: 'Pump' }).execute()
    await db
      .insertInto('products')
      .values({ company_id: companyId, code: 'a', name: 'Pump' })
      .execute()
      .catch(() => undefined)
  })

  await expect(swallowing).rejects.toThrow(/rolled back/)
})

test('steps after a commit run when it is stored, and never when it is not', async () => {
  const ada = await app.signIn()
  const steps: string[] = []
  const tenants = openTenants(pool)

  await tenants.write(ada.companyId, ACTOR, async ({ afterCommit }) => afterCommit(() => steps.push('stored')))
  await tenants
    .write(ada.companyId, ACTOR, async ({ afterCommit }) => {
      afterCommit(() => steps.push('not stored'))
      throw new Error('no')
    })
    .catch(() => undefined)

  expect(steps).toEqual(['stored'])
})

test('a pooled connection keeps no company and no role', async () => {
  const ada = await app.signIn()
  await openTenants(pool).read(ada.companyId, ({ db }) => db.selectFrom('products').select('id').execute())

  const { rows } = await pool.query(`select current_user as role, current_setting('leadroom.company', true) as company`)
  expect(rows).toEqual([{ role: 'leadroom_login', company: '' }])
})

const warmClient = async () => {
  const client = await pool.connect()
  client.release()
  return client
}
