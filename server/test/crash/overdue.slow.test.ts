import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { configuration } from '#contract/leads/configuration.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { withCalendar } from '../calendars.ts'
import { contradictions } from '../checker.ts'
import { figure } from '../figures.ts'
import { putOnList, QA_KEYS } from '../leads.ts'
import { openPlace } from '../place.ts'

/** More than two turns of the one who takes them back. */
const LEADS = 500

const { app, start, close } = await openPlace()
afterAll(close)

test('killed anywhere while overdue leads are taken back, each is taken back once and goes to somebody else once', async () => {
  const { person: mara } = await withCalendar(app)
  const quinn = await app.signIn({ can: QA_KEYS, colleagueOf: mara })
  const rui = await app.signIn({ can: QA_KEYS, colleagueOf: mara })
  const leads = await app.sql(
    mara.companyId,
    `insert into leads (company_id, name, source) select $1, 'Bob', 'manual' from generate_series(1, $2::int) returning id::int`,
    [mara.companyId, LEADS],
  )
  await mara.call(marketingLeads.assign, { body: { leadIds: leads.map(({ id }) => Number(id)), staffId: quinn.id } })
  await putOnList(app, rui, 'qa')
  await app.owner.query(`update lead_clocks set due_at = now() - interval '1 second' where company_id = $1`, [
    mara.companyId,
  ])
  await mara.call(configuration.setRouting, { body: { release_overdue: true } })

  const points = ['overdue.after_release:1', 'write.before_commit:2', 'write.after_commit:2', 'overdue.after_release:2']
  for (const point of points) {
    const victim = await start(point)
    expect((await victim!.ended).signal, `${point} was passed:\n${victim!.output()}`).toBe('SIGKILL')
  }
  const survivor = (await start())!
  const left = async () =>
    (
      await app.owner.query(`select from leads where company_id = $1 and assigned_qa is distinct from $2`, [
        mara.companyId,
        rui.id,
      ])
    ).rowCount
  while (await left()) await sleep(50)
  survivor.kill('SIGTERM')
  await survivor.ended

  const took = await app.sql(
    mara.companyId,
    `select act, count(*)::int as times, count(distinct root_id)::int as leads from changes
       where company_id = $1 and entity = 'leads' and act like 'auto-assign-qa.%' group by 1 order by 1`,
    [mara.companyId],
  )
  expect(took).toEqual([
    { act: 'auto-assign-qa.choose', times: LEADS, leads: LEADS },
    { act: 'auto-assign-qa.overdue', times: LEADS, leads: LEADS },
  ])
  expect(await contradictions(app.owner)).toEqual([])
  figure(`overdue: ${points.length} kills, ${LEADS} leads taken back and given to somebody else, each once`)
})
