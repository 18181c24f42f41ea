import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { othersEnded } from '#server/test/database.ts'
import { LIST_KEYS, putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { tallyOf, told } from '#server/test/tallies.ts'
import { buildRollups, checkRollups } from './rollups.ts'
import { withRollups } from './tally.ts'
import { makeRollups, refreshLeadCounts } from './refresh-counts.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const MAKER = { kind: 'system', channel: 'api', act: 'lead-rollups.make' } as const
/** The enquiries by their sources. */
const sources = async ({ companyId }: TestPerson) =>
  told(await app.services.tenants.read(companyId, (tenant) => tallyOf(tenant, ['source'], {}, 'UTC')))
const stored = async ({ companyId }: TestPerson, table: string): Promise<any[]> =>
  (await app.owner.query(`select * from ${table} where company_id = $1`, [companyId])).rows

const companyWithRollups = async (leads: number) => {
  const ada = await app.signIn({ can: LIST_KEYS })
  for (let each = 0; each < leads; each++) await putLead(app, ada, {}, [])
  await makeRollups(app.services.tenants, ada.companyId)
  return ada
}

test('who asks first has the roll-ups made behind the answer; from then on they say it, and not the leads', async () => {
  const ada = await app.signIn({ can: LIST_KEYS })
  for (let each = 0; each < 3; each++) await putLead(app, ada, {}, [])
  const { companyId } = ada

  expect(await sources(ada)).toEqual(['source website_form new 3'])
  while ((await stored(ada, 'lead_rollup_states')).length === 0) await workOff(app)
  await app.sql(companyId, 'update lead_rollups set n = n + 1000 where company_id = $1', [companyId])
  await putLead(app, ada, {}, [])

  expect(await sources(ada)).toEqual(['source website_form new 1004'])
  await app.owner.query('delete from lead_rollup_states where company_id = $1', [companyId])
  expect(await sources(ada)).toEqual(['source website_form new 4'])
  while ((await stored(ada, 'lead_rollup_states')).length === 0) await workOff(app)
  expect(await sources(ada)).toEqual(['source website_form new 4'])
})

test('they are made also where looking at every lead takes too long for an answer', async () => {
  const ada = await app.signIn({ can: LIST_KEYS })
  await putLead(app, ada, {}, [])
  const answer = app.services.tenants.read(ada.companyId, (tenant) =>
    withRollups(tenant, async () => {
      await sql`set local statement_timeout = 1`.execute(tenant.db)
      await sql`select pg_sleep(60)`.execute(tenant.db)
    }),
  )

  await expect(answer).rejects.toThrow('statement timeout')
  while ((await stored(ada, 'lead_rollup_states')).length === 0) await workOff(app)

  expect(await stored(ada, 'lead_rollups')).not.toEqual([])
})

test('folding leaves nothing to add, and takes the deltas away', async () => {
  const ada = await companyWithRollups(2)
  await app.sql(ada.companyId, `update leads set source = 'event' where company_id = $1`, [ada.companyId])

  await othersEnded(app.owner)
  await refreshLeadCounts(app.services.tenants, ada.companyId)

  expect(await stored(ada, 'lead_count_deltas')).toEqual([])
  expect(await sources(ada)).toEqual(['source event new 2'])
})

test('the check finds a sum that is wrong, and they are made anew', async () => {
  const ada = await companyWithRollups(2)
  const { companyId } = ada
  await app.sql(companyId, `update lead_rollups set n = 7 where company_id = $1 and level = 2`, [companyId])

  expect(await checkRollups(app.services.tenants, companyId)).toEqual({ stored: 7, wrong: 1 })
  expect(await sources(ada)).toEqual(['source website_form new 2'])
  await makeRollups(app.services.tenants, companyId)
  expect(await checkRollups(app.services.tenants, companyId)).toEqual({ stored: 7, wrong: 0 })
})

test('roll-ups from before the oldest delta that is left are not believed, nor after anything has been added to them', async () => {
  const ada = await companyWithRollups(2)
  const { companyId } = ada
  await app.sql(companyId, 'update lead_rollups set n = 70 where company_id = $1', [companyId])
  await othersEnded(app.owner)
  await app.sql(
    companyId,
    "insert into list_count_floors (company_id, entity, xid) values ($1, 'leads', pg_snapshot_xmax(pg_current_snapshot()))",
    [companyId],
  )
  expect(await sources(ada)).toEqual(['source website_form new 2'])

  await othersEnded(app.owner)
  await refreshLeadCounts(app.services.tenants, companyId)
  expect(await sources(ada)).toEqual(['source website_form new 2'])
})

test('what is written and looked after while they are made does not make them worthless', async () => {
  const ada = await app.signIn({ can: LIST_KEYS })
  const { companyId } = ada
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writer = app.holding(
    companyId,
    `insert into leads (company_id, name, source) values ($1, 'First', 'phone')`,
    [companyId],
    () => {
      begun.resolve()
      return go.promise
    },
  )
  await begun.promise

  await app.services.tenants.writeInOneSnapshot(companyId, MAKER, async (tenant) => {
    await buildRollups(tenant)
    go.resolve()
    await writer
    await refreshLeadCounts(app.services.tenants, companyId)
  })
  await putLead(app, ada, {}, [])
  await refreshLeadCounts(app.services.tenants, companyId)

  expect(await checkRollups(app.services.tenants, companyId)).toEqual({ stored: 14, wrong: 0 })
  expect(await sources(ada)).toEqual(['source phone new 1', 'source website_form new 1'])
})

test('writers do not wait for one another, nor for who folds', async () => {
  const ada = await companyWithRollups(4)
  const { companyId } = ada
  const add = `insert into leads (company_id, name, source) values ($1, 'First', 'phone')`

  await app.holding(companyId, add, [companyId], async () => {
    await putLead(app, ada, { source: 'phone' }, [])
    await refreshLeadCounts(app.services.tenants, companyId)
    expect(await sources(ada)).toEqual(['source phone new 1', 'source website_form new 4'])
  })

  expect(await sources(ada)).toEqual(['source phone new 2', 'source website_form new 4'])
  await refreshLeadCounts(app.services.tenants, companyId)
  expect(await sources(ada)).toEqual(['source phone new 2', 'source website_form new 4'])
})
