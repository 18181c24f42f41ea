import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'
import { putLine, putProduct } from '#server/test/products.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { checkDemand } from './check.ts'
import { demandDetails, demandOf } from './demand.ts'
import { foldDemand } from './fold.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { tenants } = app.services

const DAY = 86_400_000
const KEYS = [...MERGE_KEYS, 'marketing_leads_delete', 'activity_logs_view', 'changes_undo_others'] as const
const company = async (timeZone = 'UTC') => {
  const person = await app.signIn({ can: KEYS, timeZone })
  return {
    ...person,
    pump: await putProduct(app, person, 'P-1', 'Pump'),
    hose: await putProduct(app, person, 'H-1', 'Hose'),
  }
}
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const figures = async (person: TestPerson, id: number) => {
  await foldDemand(tenants, person.companyId)
  const [demand] = await tenants.read(person.companyId, (tenant) => demandOf(tenant, [id]))
  return demand && [demand.leads_30, demand.leads_90, demand.valid_90, demand.decided_90]
}
const isExact = async ({ companyId }: TestPerson) =>
  expect(await checkDemand(tenants, companyId)).toMatchObject({ wrong: 0 })

test('a lead counts once for each product, on the day it came, by what became of it', async () => {
  const ada = await company()
  const eve = await company()
  const lead = await putLead(app, ada, { status: 'new', created_at: daysAgo(2) }, [])
  await putLine(app, ada, lead, ada.pump, 5)
  await putLine(app, ada, lead, ada.pump, 7)
  await putLine(app, ada, lead, ada.hose)
  const older = await putLead(app, ada, { status: 'valid', assigned_qa: ada.id, created_at: daysAgo(45) }, [])
  await putLine(app, ada, older, ada.pump)
  for (const [days, kind] of [
    [91, 'enquiry'],
    [1, 'registration'],
  ] as const) {
    const other = await putLead(app, ada, { kind, created_at: daysAgo(days) }, [])
    await putLine(app, ada, other, ada.pump)
  }

  expect(await figures(ada, ada.pump)).toEqual([1, 2, 1, 1])
  expect(await figures(ada, ada.hose)).toEqual([1, 1, 0, 0])
  expect(await figures(eve, eve.pump)).toEqual([0, 0, 0, 0])
  expect(await tenants.read(eve.companyId, (tenant) => demandOf(tenant, [ada.pump]))).toEqual([])
  const details = await tenants.read(ada.companyId, (tenant) => demandDetails(tenant, ada.pump))
  expect(details).toMatchObject({ countries: [{ country: 'PK', leads: 2 }], usual: null })
  expect(details!.weeks).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1])
  await isExact(ada)
})

test('merged and deleted leads count no longer, until that is undone', async () => {
  const ada = await company()
  const [winner, loser] = [await putLead(app, ada, {}, []), await putLead(app, ada, {}, [])]
  for (const lead of [winner, loser]) await putLine(app, ada, lead, ada.pump)
  expect(await figures(ada, ada.pump)).toEqual([2, 2, 0, 0])

  const { data } = await merge(ada, winner, loser)
  expect(await figures(ada, ada.pump)).toEqual([1, 1, 0, 0])
  await unmerge(ada, data.merge.id)
  expect(await figures(ada, ada.pump)).toEqual([2, 2, 0, 0])

  const { data: selection } = await ada.call(bulk.select, { body: { list: 'marketing', leadIds: [loser] } })
  await ada.call(bulk.remove, { body: { selection: selection.id } })
  await workOff(app)
  expect(await figures(ada, ada.pump)).toEqual([1, 1, 0, 0])
  const [deleted] = (await ada.call(changes.list, { query: {} })).data
  await ada.call(changes.undo, { body: { changeSet: deleted!.change_set } })
  expect(await figures(ada, ada.pump)).toEqual([2, 2, 0, 0])
  await isExact(ada)
})

const act = fc.record({
  kind: fc.constantFrom('add', 'line', 'unline', 'rename', 'decide', 'move', 'delete', 'restore', 'fold', 'zone'),
  lead: fc.nat(5),
  line: fc.nat(2),
  status: fc.constantFrom('new', 'valid', 'invalid'),
  days: fc.integer({ min: 0, max: 100 }),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

test('after any writes at the same time, all numbers are what the leads say', async () => {
  const ada = await company('Asia/Kolkata')
  const bob = await company()
  const sql = (person: TestPerson, text: string, values: unknown[] = []) =>
    app.sql(person.companyId, text, [person.companyId, ...values])
  const some = 'company_id = $1 and id % 6 = $2'
  const perform = async (person: typeof ada, { kind, lead, line, status, days }: Act) => {
    const product = [person.pump, person.hose, null][line]
    if (kind === 'add') {
      const id = await putLead(app, person, { status: 'new', created_at: daysAgo(days) }, [])
      if (product) await putLine(app, person, id, product)
    } else if (kind === 'line')
      await sql(
        person,
        `insert into lead_items (company_id, lead_id, product_id, product_name, quantity, total_quantity)
        select company_id, id, $3, $4, 1, 1 from leads where ${some}`,
        [lead, product, `Name ${days % 3}`],
      )
    else if (kind === 'unline') await sql(person, `delete from lead_items where ${some}`, [lead])
    else if (kind === 'rename')
      await sql(person, `update lead_items set product_id = $3 where ${some}`, [lead, product])
    else if (kind === 'decide')
      await sql(
        person,
        `update leads set status = $3, reason_code = case when $3 = 'invalid' then 'other' end where ${some}`,
        [lead, status],
      )
    else if (kind === 'move') await sql(person, `update leads set created_at = $3 where ${some}`, [lead, daysAgo(days)])
    else if (kind === 'delete') await sql(person, `update leads set deleted_at = now() where ${some}`, [lead])
    else if (kind === 'restore') await sql(person, `update leads set deleted_at = null where ${some}`, [lead])
    else if (kind === 'fold') await foldDemand(tenants, person.companyId)
    else
      await app.owner.query(`update identity.people set time_zone = $2 where id = $1`, [
        person.id,
        days % 2 ? 'Pacific/Chatham' : 'America/New_York',
      ])
  }

  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
      for (const acts of rounds) {
        await Promise.all(acts.flatMap((each) => [perform(ada, each), perform(bob, each)]))
        await isExact(ada)
      }
      for (const person of [ada, bob]) {
        await foldDemand(tenants, person.companyId)
        await isExact(person)
        const { rows } = await app.owner.query(
          `select count(distinct l.id)::int as leads from leads l join lead_items i on i.lead_id = l.id
           where l.company_id = $1 and i.product_id = $2 and l.deleted_at is null and l.kind = 'enquiry'`,
          [person.companyId, person.pump],
        )
        const { rows: asks } = await app.owner.query(
          'select coalesce(sum(asked), 0)::int as leads from product_demand_days where company_id = $1 and product_id = $2',
          [person.companyId, person.pump],
        )
        expect(asks).toEqual(rows)
      }
    }),
    { numRuns: howMany(8, 60) },
  )
})

test('windows are whole days of the company’s zone and move at its midnight', async () => {
  const ada = await company('Asia/Tokyo')
  const began = async (days: number) => {
    const { rows } = await app.owner.query(
      `select (((now() at time zone 'Asia/Tokyo')::date - $1::int)::timestamp at time zone 'Asia/Tokyo')::text as at`,
      [days],
    )
    return new Date(rows[0].at)
  }
  const first = await began(29)
  for (const at of [first, new Date(first.getTime() - 1)]) {
    const lead = await putLead(app, ada, { created_at: at.toISOString() }, [])
    await putLine(app, ada, lead, ada.pump)
  }
  expect(await figures(ada, ada.pump)).toEqual([1, 2, 0, 0])

  // As the day before left it.
  await app.sql(ada.companyId, 'update product_demand set asked_30 = 2 where company_id = $1 and product_id = $2', [
    ada.companyId,
    ada.pump,
  ])
  await app.sql(ada.companyId, `update product_demand_states set today = today - 1 where company_id = $1`, [
    ada.companyId,
  ])
  expect(await figures(ada, ada.pump)).toEqual([1, 2, 0, 0])
  const { rows } = await app.owner.query(
    `select at from identity.due where company_id = $1 and kind = 'product-demand' order by at desc limit 1`,
    [ada.companyId],
  )
  expect(new Date(rows[0].at)).toEqual(await began(-1))
})

test('the check finds what is wrong, and has it counted again', async () => {
  const ada = await company()
  const lead = await putLead(app, ada, {})
  await putLine(app, ada, lead, ada.pump)
  await figures(ada, ada.pump)
  await isExact(ada)
  await app.sql(ada.companyId, 'update product_demand_days set asked = asked + 3 where company_id = $1', [
    ada.companyId,
  ])

  expect((await checkDemand(tenants, ada.companyId)).wrong).toBeGreaterThan(0)
  expect(await figures(ada, ada.pump)).toEqual([1, 1, 0, 0])
  await isExact(ada)
})
