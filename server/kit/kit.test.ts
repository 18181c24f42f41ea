import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('a company reads its own rows and nobody else’s', async () => {
  const ada = await app.signIn()
  const eve = await app.signIn()
  await app.sql(ada.companyId, `insert into products (company_id, code, name) values ($1, 'a', 'Pump')`, [
    ada.companyId,
  ])

  const read = (companyId: number) =>
    app.services.tenants.read(companyId, ({ db }) => db.selectFrom('products').select('name').execute())

  expect(await read(ada.companyId)).toEqual([{ name: 'Pump' }])
  expect(await read(eve.companyId)).toEqual([])
})

test('a write without an actor is refused, and what changed is told with old and new', async () => {
  const ada = await app.signIn()
  const actor = { kind: 'person', id: ada.id, channel: 'api', act: 'test' } as const
  const { id } = await app.services.tenants.write(ada.companyId, actor, ({ db, companyId }) =>
    db
      .insertInto('products')
      .values({ company_id: companyId, code: 'a', name: 'Pump' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await app.services.tenants.write(ada.companyId, actor, async ({ db, setReason }) => {
    await setReason('a better name')
    await db.updateTable('products').set({ name: 'Big pump' }).where('id', '=', id).execute()
  })

  const changes = await app.sql(
    ada.companyId,
    'select verb, fields, reason, version, actor_id from changes where company_id = $1 and entity = $2 order by id',
    [ada.companyId, 'products'],
  )
  expect(changes[1]).toEqual({
    verb: 'updated',
    fields: { name: ['Pump', 'Big pump'] },
    reason: 'a better name',
    version: 2,
    actor_id: ada.id,
  })
  await expect(
    app.services.tenants.read(ada.companyId, ({ db }) => db.updateTable('products').set({ name: 'x' }).execute()),
  ).rejects.toThrow(/read-only/)
})
