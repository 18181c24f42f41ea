import { afterAll, expect, test } from 'vitest'
import { lookups } from '#contract/leads/lookups.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS, REP_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

/** A company with a manager, a busy QA person, a free one who is away, and a rep with an overdue lead. */
const company = async () => {
  const mara = await app.signIn({ can: MANAGER_KEYS, name: 'Mara' })
  const join = (name: string, can: typeof QA_KEYS | typeof REP_KEYS) => app.signIn({ can, name, colleagueOf: mara })
  const [busy, away, rep] = [await join('Ben', QA_KEYS), await join('Ada', QA_KEYS), await join('Rosa', REP_KEYS)]
  await putOnList(app, away, 'qa')
  await app.sql(
    mara.companyId,
    'update assignment_entries set away_until = current_date + 7 where company_id = $1 and staff_id = $2',
    [mara.companyId, away.id],
  )
  for (let at = 0; at < 3; at++) await putLead(app, mara, { status: 'assigned', assigned_qa: busy.id })
  await putLead(app, mara, { status: 'invalid', assigned_qa: busy.id })
  const late = await putLead(app, mara, { status: 'valid', enquiry_status: 'open', sales_person: rep.id })
  await app.sql(
    mara.companyId,
    `insert into lead_clocks (company_id, lead_id, clock, started_at, target_ms, calendar_id, due_at, revision)
      values ($1, $2, 'response', now() - interval '3 days', 3600000, 1, now() - interval '2 days', 1)
      on conflict (company_id, lead_id, clock) do update set due_at = excluded.due_at, answered_at = null`,
    [mara.companyId, late],
  )
  return { mara, busy, away, rep }
}

test('people come with their load, the least loaded first and those who are away last', async () => {
  const { mara, busy, away, rep } = await company()
  const query = { order: 'load' } as const

  for (const call of [lookups.allStaff, lookups.marketingStaff]) {
    const { data } = await mara.call(call, { query })
    const loads = new Map(data.map(({ id, load }) => [id, load]))
    expect(loads.get(busy.id)).toEqual({ open: 3, overdue: 0, absence: null })
    expect(loads.get(rep.id)).toEqual({ open: 1, overdue: 1, absence: null })
    expect(loads.get(away.id)).toMatchObject({ open: 0, absence: { kind: 'away' } })
    const order = data.map(({ name }) => name).filter((name) => name !== 'Mara')
    expect(order).toEqual(['Rosa', 'Ben', 'Ada'])
  }
  const { data: near } = await mara.call(lookups.marketingDepartment, { query })
  expect(near.every(({ load }) => load !== undefined)).toBe(true)
})

test('without the wish there is no load, and it takes a permission to assign leads', async () => {
  const { mara, busy } = await company()

  const { data } = await mara.call(lookups.marketingStaff, { query: {} })
  expect(data.some((person) => 'load' in person)).toBe(false)
  await expect(busy.call(lookups.marketingStaff, { query: { order: 'load' } })).rejects.toThrow(
    '403 You need the permission marketing_leads_assign_to_staff or',
  )
})

test('the leads of another company count for nobody here', async () => {
  const { mara } = await company()
  const eve = await app.signIn({ can: MANAGER_KEYS, name: 'Eve' })

  const { data } = await eve.call(lookups.allStaff, { query: { order: 'load' } })
  expect(data.map(({ name, load }) => [name, load])).toEqual([['Eve', { open: 0, overdue: 0, absence: null }]])
  expect((await mara.call(lookups.allStaff, { query: {} })).data.map(({ name }) => name)).not.toContain('Eve')
})
