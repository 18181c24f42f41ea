import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { startTestApp } from '../app.ts'
import { contradictions } from '../checker.ts'
import { figure } from '../figures.ts'
import { workOffTogether } from '../journey.ts'
import { ENQUIRY, MANAGER_KEYS, openForm, putOnList, QA_KEYS } from '../leads.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '999999' })
afterAll(() => app.stop())

test('two workers give every lead to one person, while people take leads, go and come back', async () => {
  const mara = await app.signIn({ can: [...MANAGER_KEYS, 'qa_auto_assign_set_status', 'qa_auto_assign_list'] })
  const people = await Promise.all(Array.from({ length: 4 }, () => app.signIn({ can: QA_KEYS, colleagueOf: mara })))
  for (const person of people) await putOnList(app, person, 'qa')
  const form = await openForm(app, mara, 'drain-race')
  const { data: entries } = await mara.call(autoAssignQa.list, { query: {} })
  let sent = 0
  let taken = 0
  let sending = true

  const send = async () => {
    for (let at = 0; at < 75; at++) {
      const { status } = await app.send('POST', form, { ...ENQUIRY, email: `lead${sent++}@mill.example` })
      expect(status).toBe(202)
    }
  }
  const grab = async () => {
    while (sending) {
      const { data } = await people[0]!.call(allLeads.list, { query: { pageSize: 5, order: 'asc' } })
      const ids = data.map(({ id }) => id)
      if (ids.length) {
        const outcome = await people[0]!
          .call(allLeads.assignToMe, { body: { leadIds: ids } })
          .catch((error: { status: number }) => error)
        if ('data' in outcome) taken += outcome.data.assigned.length
        else expect([409, 503]).toContain(outcome.status)
      }
      await sleep(5)
    }
  }
  const comeAndGo = async () => {
    for (let round = 0; sending; round++) {
      const entry = entries[round % entries.length]!
      for (const status of ['paused', 'active'] as const)
        await mara
          .call(autoAssignQa.setStatus, { params: { id: entry.id }, body: { status } })
          .catch((error: { status: number }) => expect(error.status).toBe(503))
      await sleep(10)
    }
    for (const { id } of entries)
      await mara.call(autoAssignQa.setStatus, { params: { id }, body: { status: 'active' } })
  }
  const work = async () => {
    while (sending) {
      await workOffTogether(app, 2)
      await sleep(5)
    }
  }
  const others = [grab(), comeAndGo(), work()]
  await Promise.all([send(), send(), send(), send()])
  sending = false
  await Promise.all(others)
  await workOffTogether(app, 2)

  const { rows } = await app.owner.query('select count(*)::int as leads, count(assigned_qa)::int as owned from leads')
  expect(rows).toEqual([{ leads: 300, owned: 300 }])
  const { rows: decided } = await app.owner.query(
    'select lead_id from assignment_decisions group by lead_id having count(*) <> 1',
  )
  expect(decided).toEqual([])
  expect(await contradictions(app.owner)).toEqual([])
  figure(`drain: 300 leads, 2 workers: ${300 - taken} given by the rotation, ${taken} taken by hand, none twice`)
})

test('a company whose work fails keeps no other company waiting', async () => {
  const [bad, good] = [await app.signIn({ can: MANAGER_KEYS }), await app.signIn({ can: MANAGER_KEYS })]
  for (const [person, key] of [
    [bad, 'bad-form'],
    [good, 'good-form'],
  ] as const) {
    await putOnList(app, person, 'qa')
    await app.send('POST', await openForm(app, person, key), ENQUIRY)
  }
  await app.owner.query(
    `create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
  )
  await app.owner.query(
    `create trigger fails before update on leads for each row when (old.company_id = ${bad.companyId}) execute function fails()`,
  )

  const done = workOffTogether(app, 1).catch(() => undefined)
  const owned = async () =>
    (await app.owner.query('select count(assigned_qa)::int from leads where company_id = $1', [good.companyId])).rows[0]
      .count
  for (let waited = 0; waited < 100 && (await owned()) === 0; waited++) await sleep(100)
  expect(await owned()).toBe(1)

  await app.owner.query('drop trigger fails on leads')
  await done
  expect(await contradictions(app.owner)).toEqual([])
})
