import { afterAll, expect, test } from 'vitest'
import { choose, type Candidate } from '#server/leads/assignment/choose.ts'
import { drain } from '#server/leads/assignment/drain.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '../app.ts'
import { figure } from '../figures.ts'
import { MANAGER_KEYS, putOnList, REP_KEYS } from '../leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

/** Another number can be tried: the time grows with it and no faster. */
const LEADS = howMany(2_000, 2_000, 'WAITING')
/** A company gets ten batches of 200 in a row. */
const TURNS = Math.ceil(LEADS / 2_000) + 1

/** A company whose leads wait, with ten reps; answers how long it took to give all of them out. */
const giveOut = async (settings: string) => {
  const mara = await app.signIn({ can: MANAGER_KEYS })
  for (let rep = 0; rep < 10; rep++)
    await putOnList(app, await app.signIn({ can: REP_KEYS, colleagueOf: mara }), 'sales')
  await app.sql(mara.companyId, `update assignment_entries set ${settings} where company_id = $1`, [mara.companyId])
  await app.sql(
    mara.companyId,
    `with added as (insert into leads (company_id, name, email, source, country, status, assigned_qa, enquiry_status)
       select $1, 'Waiting ' || n, 'w' || n || '@mill' || n % ${LEADS * 0.4} || '.example', 'import', (array['DE', 'FR', 'PK'])[1 + n % 3], 'valid', $2, 'open'
       from generate_series(1, ${LEADS}) n returning id)
     insert into assignment_queue (company_id, list, lead_id) select $1, 'sales', id from added order by id`,
    [mara.companyId, mara.id],
  )
  await app.owner.query('analyze leads, assignment_queue, assignment_entries')
  const begun = performance.now()
  // Each call gives out one turn's leads, as when a company waits behind others.
  for (let turn = 0; turn < TURNS; turn++) await drain(app.services.tenants, mara.companyId)
  return { companyId: mara.companyId, took: performance.now() - begun }
}

test('a long queue goes out within the caps of its people, and each stored choice, made again, gives the stored person', async () => {
  const plain = await giveOut('weight = 1')
  const ruled = await giveOut(
    `open_cap = 9000, daily_cap = case when staff_id % 3 = 0 then ${LEADS * 0.09} end,
     accepts_countries = case when staff_id % 2 = 0 then '{DE,FR}'::text[] else '{}' end`,
  )

  const given = await app.sql(
    ruled.companyId,
    `select e.daily_cap, count(l.id)::int as leads, count(l.id) filter (where l.country = any(e.accepts_countries))::int as accepted, e.accepts_countries <> '{}' as chooses
     from assignment_entries e left join leads l on l.company_id = e.company_id and l.sales_person = e.staff_id where e.company_id = $1 group by e.company_id, e.id`,
    [ruled.companyId],
  )
  expect(given.reduce((sum, { leads }) => sum + leads, 0)).toBe(LEADS)
  for (const { daily_cap, leads, accepted, chooses } of given) {
    if (daily_cap !== null) expect(leads).toBeLessThanOrEqual(daily_cap)
    if (chooses) expect(accepted).toBe(leads)
  }

  const { rows } = await app.owner.query<{
    chosen: number
    considered: Candidate[]
    tie_break: string | null
    sticky: number | null
  }>('select chosen, considered, tie_break, sticky from assignment_decisions order by company_id, id')
  expect(rows).toHaveLength(2 * LEADS)
  const gifts = rows.filter(({ chosen, sticky }) => chosen === sticky).length
  expect(gifts).toBeGreaterThan(LEADS / 10)
  for (const { chosen, considered, tie_break, sticky } of rows) {
    const again = choose(considered, sticky)
    if (again.chosen !== chosen || again.tie_break !== tie_break) expect(again).toMatchObject({ chosen, tie_break })
  }
  figure(
    `assignment: ${LEADS} waiting leads to 10 reps in ${(plain.took / 1000).toFixed(1)} s, with caps and accepted countries in ${(ruled.took / 1000).toFixed(1)} s; ` +
      `${rows.length} choices made again, ${rows.length} the same, ${gifts} by a known domain`,
  )
})
