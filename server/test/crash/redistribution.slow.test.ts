import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { contradictions } from '../checker.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS } from '../leads.ts'
import { openPlace } from '../place.ts'

const LEADS = 900

const { app, start, close } = await openPlace()
afterAll(close)

test('killed in the middle of redistributing, the work goes on elsewhere and each lead goes to somebody once', async () => {
  const mara = await app.signIn({ can: [...MANAGER_KEYS, 'qa_auto_assign_delete'] })
  const ann = await app.signIn({ can: QA_KEYS, colleagueOf: mara })
  const ben = await app.signIn({ can: QA_KEYS, colleagueOf: mara })
  await putOnList(app, ben, 'qa')
  await putOnList(app, ann, 'qa')
  const [entry] = await app.sql(mara.companyId, 'select id::int from assignment_entries where staff_id = $1', [ann.id])
  await app.sql(
    mara.companyId,
    `insert into leads (company_id, name, source, status, assigned_qa, assigned_at)
       select $1, 'Bob', 'manual', 'assigned', $2, now() from generate_series(1, $3::int)`,
    [mara.companyId, ann.id, LEADS],
  )

  const { data } = await mara.call(autoAssignQa.remove, {
    params: { id: Number(entry?.id) },
    query: { open_work: 'redistribute' },
  })
  const job = data?.job ?? 0
  for (const point of ['job.after_effect:2', 'assignment.after_owner:2']) {
    const victim = await start(point)
    if (victim) expect((await victim.ended).signal, `${point} was passed:\n${victim.output()}`).toBe('SIGKILL')
  }
  await start()
  const stateOf = async () => (await mara.call(jobs.one, { params: { id: job } })).data
  while ((await stateOf()).state !== 'done') await sleep(100)

  expect((await stateOf()).outcomes).toEqual([{ outcome: 'reassigned', count: LEADS }])
  const { rows } = await app.owner.query(
    `select (select count(*)::int from leads where company_id = $1 and assigned_qa = $2) as given,
         (select count(*)::int from assignment_decisions where company_id = $1 and occasion = 'taken_off') as decisions,
         (select count(*)::int from changes where company_id = $1 and entity = 'leads' and verb = 'updated') as events,
         (select count(distinct change_set)::int from changes where company_id = $1 and act = 'auto-assign-qa.remove') as acts`,
    [mara.companyId, ben.id],
  )
  expect(rows).toEqual([{ given: LEADS, decisions: LEADS, events: LEADS, acts: 1 }])
  expect(await contradictions(app.owner)).toEqual([])
})
