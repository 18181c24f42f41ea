import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/test/app.ts'
import { databaseUrl, othersEnded } from '#server/test/database.ts'
import { startSealedApp } from '#server/test/sealed.ts'
import { sealHistory } from './seal.ts'
import { openTenants } from './tenant.ts'

const { app, owner, verify, changeIds, withHistory, stop } = await startSealedApp()
afterAll(stop)

test('W9: the application’s roles can neither change a row of the history nor take one away, nor a seal', async () => {
  const ada = await withHistory()
  const login = new pg.Client(databaseUrl(app.database, 'leadroom_login'))
  await login.connect()
  for (const role of ['leadroom_app', 'leadroom_identity'])
    for (const table of ['changes', 'seals', 'seal_rounds', 'undos'])
      for (const statement of [
        `update ${table} set company_id = company_id`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await login.query('begin')
        await login.query(`set local role ${role}`)
        await login.query(`select set_config('leadroom.company', $1, true)`, [String(ada.companyId)])
        await expect(login.query(statement)).rejects.toThrow(/permission denied/)
        await login.query('rollback')
      }
  await login.end()
  expect((await verify(ada)).faults).toEqual([])
})

const TAMPERED: {
  what: string
  by: (ids: number[], ada: TestPerson) => Promise<unknown>
  told: (ids: number[]) => RegExp
}[] = [
  {
    what: 'a changed row in the middle',
    by: (ids) => owner.query(`update changes set act = 'nothing.happened' where id = $1`, [ids[2]]),
    told: (ids) => new RegExp(`^Change ${ids[2]} \\(.*was altered\\.$`),
  },
  {
    what: 'a changed row at the end',
    by: (ids) => owner.query(`update changes set reason = 'Because' where id = $1`, [ids.at(-1)]),
    told: (ids) => new RegExp(`^Change ${ids.at(-1)} \\(.*or its seal was altered\\.$`),
  },
  {
    what: 'a moved time',
    by: (ids) => owner.query(`update changes set at = at + interval '1 microsecond' where id = $1`, [ids[0]]),
    told: (ids) => new RegExp(`^Change ${ids[0]} \\(.*was altered\\.$`),
  },
  {
    what: 'a row taken out of the middle',
    by: (ids) => owner.query('delete from changes where id = $1', [ids[3]]),
    told: (ids) => new RegExp(`^Change ${ids[3]} is missing; it was sealed in place 4\\.$`),
  },
  {
    what: 'the end cut off, seals and all',
    by: async (ids, { companyId }) => {
      await owner.query('delete from changes where company_id = $1 and id >= $2', [companyId, ids.at(-2)])
      await owner.query('delete from seals where company_id = $1 and id > $2', [companyId, ids.length - 2])
      await owner.query('delete from seal_rounds where company_id = $1', [companyId])
    },
    told: (ids) =>
      new RegExp(`^The end was cut off: the chain ends at seal ${ids.length - 2}, and seal ${ids.length} was anchored`),
  },
  {
    what: 'a changed seal',
    by: (_, { companyId }) =>
      owner.query(`update seals set link = sha256('x') where company_id = $1 and id = 2`, [companyId]),
    told: (ids) => new RegExp(`^Seal 2, of change ${ids[1]} \\(.*was altered\\.$`),
  },
  {
    what: 'a seal taken away',
    by: (_, { companyId }) => owner.query('delete from seals where company_id = $1 and id = 2', [companyId]),
    told: () => /^Seal 2 is missing\.$/,
  },
  {
    what: 'changed personal values',
    by: (ids) =>
      owner.query(
        `update change_values v set fields = '{"body": [null, "Other"]}' from changes c where c.personal = v.digest and c.id = $1`,
        [ids.at(-1)],
      ),
    told: (ids) => new RegExp(`^The personal values of change ${ids.at(-1)} \\(.* are altered\\.$`),
  },
  {
    what: 'a changed reason that somebody had typed',
    by: () => owner.query(`update change_values set fields = '{"reason": "Other"}' where fields ? 'reason'`),
    told: () => /^The reason of change \d+ \(.*assigned-leads\.hold.* is altered\.$/,
  },
]

test.for(TAMPERED)(
  'W9, Q18: found and named, done by whoever may do anything in the database: $what',
  async ({ by, told }) => {
    const ada = await withHistory()
    const ids = await changeIds(ada)

    await by(ids, ada)

    expect((await verify(ada)).faults[0]).toMatch(told(ids))
  },
)

test('W9: a row put behind the seals is found, and so is a chain that was written anew from a changed row', async () => {
  const ada = await withHistory()
  const ids = await changeIds(ada)
  await owner.query(
    `insert into changes (company_id, actor_kind, channel, change_set, act, entity, entity_id, root, root_id, verb, fields, tx)
    select company_id, 'system', 'api', gen_random_uuid(), 'forged.act', entity, entity_id, root, root_id, verb, fields, tx
    from changes where id = $1`,
    [ids[1]],
  )
  expect((await verify(ada)).faults[0]).toMatch(/forged\.act.* was added after the seals\.$/)

  await owner.query(`delete from changes where act = 'forged.act'`)
  await owner.query(`update changes set reason = 'Because' where id = $1`, [ids[1]])
  await owner.query('delete from seals where company_id = $1', [ada.companyId])
  await owner.query('delete from seal_rounds where company_id = $1', [ada.companyId])
  await othersEnded(owner)
  await sealHistory(openTenants(app.services.workPool), ada.companyId)
  expect((await verify(ada)).faults[0]).toMatch(new RegExp(`^The chain was rewritten: place ${ids.length} `))
})

test('erasing personal values keeps the chain whole', async () => {
  const ada = await withHistory()
  const before = await verify(ada)
  await owner.query('update change_values set fields = null where company_id = $1', [ada.companyId])

  const after = await verify(ada)
  expect(after).toMatchObject({ rows: before.rows, faults: [] })
  expect(after.erased).toBeGreaterThan(3)
})
