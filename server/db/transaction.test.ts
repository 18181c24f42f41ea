import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openPool } from './connect.ts'
import { openTenants } from './tenant.ts'
import { OutcomeUnknown } from './transaction.ts'
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
  const events = await eventsOf(await warmClient(), () => productsOf(ada.companyId))

  const firstAnswer = events.indexOf('came')
  expect(events.slice(0, firstAnswer).filter((event) => event === 'sent').length).toBeGreaterThan(0)
  expect(events.slice(firstAnswer).filter((event) => event === 'sent').length).toBeLessThanOrEqual(1) // the commit, which nobody waits for
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

test('a write that says that nothing follows is stored without waiting for the answers in between', async () => {
  const ada = await app.signIn()
  const events = await eventsOf(await warmClient(), () =>
    openTenants(pool).write(ada.companyId, ACTOR, ({ db, companyId, finish }) => {
      const stored = db.insertInto('products').values({ company_id: companyId, code: 'a', name: 'Pump' }).execute()
      finish()
      return stored
    }),
  )

  expect(events.slice(events.indexOf('came'))).not.toContain('sent')
  expect(await productsOf(ada.companyId)).toEqual(['Pump'])
})

test('a write that fails behind its commit says why, stores nothing, and leaves the connection to the next one', async () => {
  const ada = await app.signIn()
  const failing = openTenants(pool).write(ada.companyId, ACTOR, async ({ db, companyId, finish }) => {
    const add = (code: string) =>
      db.insertInto('products').values({ company_id: companyId, code, name: 'Pump' }).execute()
    const stored = Promise.all([add('a'), add('a')])
    finish()
    await stored
  })

  await expect(failing).rejects.toThrow(/duplicate key/)
  expect(await productsOf(ada.companyId)).toEqual([])
})

test('what is asked for behind the commit is refused, and never runs outside of the transaction', async () => {
  const ada = await app.signIn()
  const late = openTenants(pool).write(ada.companyId, ACTOR, async ({ db, companyId, finish }) => {
    finish()
    await db.insertInto('products').values({ company_id: companyId, code: 'a', name: 'Pump' }).execute()
  })

  await expect(late).rejects.toThrow(/already finished when another query came/)
  expect(await productsOf(ada.companyId)).toEqual([])
})

test('a connection lost behind the commit leaves it unknown whether the write was stored', async () => {
  const ada = await app.signIn()
  const other = openPool(databaseUrl(app.database, 'leadroom_login'), { max: 1 })
  const connected = once(other, 'connect')
  const lost = openTenants(other).write(ada.companyId, ACTOR, async ({ db, finish }) => {
    const waited = sql`select pg_sleep(10)`.execute(db)
    finish()
    const [client]: pg.PoolClient[] = await connected
    Reflect.get(client ?? {}, 'connection').stream.destroy()
    await waited
  })

  await expect(lost).rejects.toThrow(OutcomeUnknown)
  await other.end()
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

const productsOf = async (companyId: number) => {
  const rows = await openTenants(pool).read(companyId, ({ db }) => db.selectFrom('products').select('name').execute())
  return rows.map(({ name }) => name)
}

/** What leaves the connection and what comes in while the work is done. */
const eventsOf = async (client: pg.PoolClient, work: () => Promise<unknown>) => {
  const { stream } = Reflect.get(client, 'connection')
  const events: string[] = []
  const write = stream.write
  Reflect.set(stream, 'write', (...args: unknown[]) => {
    events.push('sent')
    return Reflect.apply(write, stream, args)
  })
  const came = () => events.push('came')
  stream.on('data', came)
  await work()
  Reflect.set(stream, 'write', write)
  stream.off('data', came)
  return events
}

const warmClient = async () => {
  const client = await pool.connect()
  client.release()
  return client
}
