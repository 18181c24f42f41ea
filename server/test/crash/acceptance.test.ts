import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { configuration } from '#contract/leads/configuration.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { contradictions } from '../checker.ts'
import { figure } from '../figures.ts'
import { MANAGER_KEYS, putOnList, REP_KEYS } from '../leads.ts'
import { openPlace } from '../place.ts'

/** More than two turns of the one who looks after them. */
const LEADS = 500

const { app, start, close } = await openPlace()
afterAll(close)

test('killed anywhere while leads that were not accepted are looked after, each rep is reminded once, each lead goes on once, and managers are told once', async () => {
  const mara = await app.signIn({ can: [...MANAGER_KEYS, 'configuration_edit'] })
  const rosa = await app.signIn({ can: REP_KEYS, colleagueOf: mara })
  const sam = await app.signIn({ can: REP_KEYS, colleagueOf: mara })
  await putOnList(app, rosa, 'sales')
  await mara.call(configuration.setRouting, { body: { acceptance_minutes: 30 } })
  const leads = await app.sql(
    mara.companyId,
    `insert into leads (company_id, name, source, status, enquiry_status, validated_at)
       select $1, 'Bob', 'manual', 'valid', 'open', now() from generate_series(1, $2::int) returning id::int`,
    [mara.companyId, LEADS],
  )
  await mara.call(marketingLeads.assign, { body: { leadIds: leads.map(({ id }) => Number(id)), staffId: rosa.id } })
  await putOnList(app, sam, 'sales')

  const dueNow = async () =>
    (
      await app.owner.query(
        `select count(*)::int as due from lead_acceptances where company_id = $1 and due_at <= now()`,
        [mara.companyId],
      )
    ).rows[0].due
  let kills = 0
  // Rosa is reminded, her leads go to Sam, Sam is reminded, and the managers hear of it.
  for (const points of [
    ['acceptance.after_step:2', 'write.before_commit:3', 'write.after_commit:4'],
    ['acceptance.after_step:2', 'assignment.after_owner:1', 'assignment.after_decision:2'],
    ['acceptance.after_step:1', 'write.after_commit:3'],
    ['acceptance.after_step:2', 'write.before_commit:2'],
  ]) {
    await app.sql(
      mara.companyId,
      `update lead_acceptances set due_at = now() - interval '1 second' where company_id = $1 and due_at is not null`,
      [mara.companyId],
    )
    await app.sql(mara.companyId, `select mark_due('acceptance')`)
    for (const point of points.slice(0, howMany(1, points.length))) {
      const victim = await start(point)
      if (victim) expect((await victim.ended).signal, `${point} was passed:\n${victim.output()}`).toBe('SIGKILL')
      kills++
    }
    const survivor = (await start())!
    while ((await dueNow()) > 0) await sleep(50)
    survivor.kill('SIGTERM')
    await survivor.ended
  }

  const { rows: acceptances } = await app.owner.query(
    `select staff_id, passed_on, due_at is null as over, reminded_at is not null as reminded, escalated_at is not null as escalated,
         count(*)::int as count from lead_acceptances where company_id = $1 group by 1, 2, 3, 4, 5 order by 2`,
    [mara.companyId],
  )
  const { rows: told } = await app.owner.query(
    `select n.person_id, n.thing, count(*)::int as count, count(distinct about)::int as leads
       from notifications n, unnest(n.subject_ids) about
       where company_id = $1 and n.kind = 'acceptance' group by 1, 2 order by 2, 1`,
    [mara.companyId],
  )
  const { rows: stored } = await app.owner.query(
    `select (select count(*)::int from leads where company_id = $1 and sales_person = $2) as his,
         (select count(*)::int from assignment_decisions where company_id = $1 and occasion = 'not_accepted' and chosen = $2) as decisions,
         (select count(*)::int from changes where company_id = $1 and entity = 'leads' and (fields->'sales_person'->>1)::int = $2) as events`,
    [mara.companyId, sam.id],
  )
  expect(acceptances).toEqual([
    { staff_id: rosa.id, passed_on: false, over: true, reminded: true, escalated: false, count: LEADS },
    { staff_id: sam.id, passed_on: true, over: true, reminded: true, escalated: true, count: LEADS },
  ])
  const once = { count: LEADS, leads: LEADS }
  expect(told).toEqual([
    { person_id: rosa.id, thing: 'acceptance:awaited', ...once },
    { person_id: sam.id, thing: 'acceptance:awaited', ...once },
    { person_id: mara.id, thing: 'acceptance:missed', ...once },
  ])
  expect(stored).toEqual([{ his: LEADS, decisions: LEADS, events: LEADS }])
  expect(await contradictions(app.owner)).toEqual([])
  figure(`Acceptance: ${kills} kills, ${LEADS} leads reminded, passed on and told of once each`)
})
