import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { changes } from '#contract/platform/changes.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, putOnList, QA_KEYS, REP_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const team = async () => {
  const mara = await app.signIn({
    can: [...MANAGER_KEYS, 'qa_auto_assign_list', 'qa_auto_assign_delete', 'salesrep_auto_assign_delete'],
    name: 'Mara',
  })
  const ann = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ann' })
  const ben = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name: 'Ben' })
  await putOnList(app, ann, 'qa')
  return { mara, ann, ben, entry: await entryOf(ann, 'qa') }
}
const entryOf = async ({ companyId, id }: TestPerson, list: string): Promise<number> =>
  (await app.sql(companyId, 'select id::int from assignment_entries where list = $1 and staff_id = $2', [list, id]))[0]
    ?.id
const hold = async (person: TestPerson, count: number, lead: Record<string, unknown> = {}) => {
  const ids: number[] = []
  for (let at = 0; at < count; at++)
    ids.push(await putLead(app, person, { status: 'assigned', assigned_qa: person.id, ...lead }, []))
  return ids
}
const takeOff = (mara: TestPerson, id: number) =>
  mara.send('DELETE', `/marketing/delete_qa_autoassign/${id}?open_work=redistribute`)
const owners = async (ids: readonly number[]) =>
  (
    await app.owner.query(
      'select assigned_qa as qa, status, count(*)::int as leads from leads where id = any($1) group by 1, 2 order by 1, 2',
      [ids],
    )
  ).rows

test('before somebody is taken off the list, it says exactly how many open leads they hold and who could take them', async () => {
  const { mara, ann, ben, entry } = await team()
  const eve = await team()
  await hold(ann, 3)
  await hold(ann, 1, { status: 'on_hold', on_hold_until: '2031-03-01' })
  await hold(ann, 2, { status: 'invalid', reason_code: 'other' })
  await hold(ben, 5)
  await putOnList(app, ben, 'qa')

  expect((await mara.call(autoAssignQa.openWork, { params: { id: entry } })).data).toEqual({ open: 4, able: 1 })
  await expect(eve.mara.call(autoAssignQa.openWork, { params: { id: entry } })).rejects.toThrow(
    '404 Person on the list not found',
  )
  await expect(ann.call(autoAssignQa.openWork, { params: { id: entry } })).rejects.toThrow(
    '403 You need the permission qa_auto_assign_delete',
  )
})

test('redistributed at once: every open lead goes to others by the rotation, with its own decision, and one undo takes all of it back', async () => {
  const { mara, ann, ben, entry } = await team()
  await putOnList(app, ben, 'qa')
  const eve = await team()
  const theirs = await hold(eve.ann, 2)
  const fresh = await hold(ann, 3)
  const begun = await hold(ann, 1, { status: 'in-progress', in_progress_at: '2026-03-12T08:00:00Z' })
  const asleep = await hold(ann, 1, { status: 'on_hold', on_hold_until: '2031-03-01' })
  const all = [...fresh, ...begun, ...asleep]

  const { json, headers } = await takeOff(mara, entry)

  expect(json).toEqual({ success: true, data: { given: 5, waiting: 0, kept: 0, job: null } })
  expect(await owners(all)).toEqual([
    { qa: ben.id, status: 'assigned', leads: 3 },
    { qa: ben.id, status: 'in-progress', leads: 1 },
    { qa: ben.id, status: 'on_hold', leads: 1 },
  ])
  const { rows: decided } = await app.owner.query(
    `select distinct mode, chosen, replaced, occasion, change_set::text, count(*) over ()::int as decisions from assignment_decisions where company_id = $1`,
    [mara.companyId],
  )
  const changeSet = headers['x-change-set']
  expect(decided).toEqual([
    { mode: 'auto', chosen: ben.id, replaced: ann.id, occasion: 'taken_off', change_set: changeSet, decisions: 5 },
  ])
  const [event] = (await mara.call(leadDetails.history, { params: { id: begun[0]! }, query: {} })).data
  expect(event).toMatchObject({
    act: 'auto-assign-qa.remove',
    reason: 'Ann was removed from the list',
    decision: { why: 'Ann was removed from the list. Ben was the only eligible person.' },
  })
  expect(await contradictions(app.owner)).toEqual([])

  const { data } = await mara.call(changes.undo, { body: { changeSet: String(changeSet) } })

  expect(data).toMatchObject({ undone: 6, skipped: [] })
  expect(await owners(all)).toEqual([
    { qa: ann.id, status: 'assigned', leads: 3 },
    { qa: ann.id, status: 'in-progress', leads: 1 },
    { qa: ann.id, status: 'on_hold', leads: 1 },
  ])
  expect(await entryOf(ann, 'qa')).toBe(entry)
  expect(await owners(theirs)).toEqual([{ qa: eve.ann.id, status: 'assigned', leads: 2 }])
  expect(await contradictions(app.owner)).toEqual([])
})

test('what nobody can take waits with its reason; what is on hold stays until it wakes', async () => {
  const { mara, ann, ben, entry } = await team()
  await putOnList(app, ben, 'qa')
  await app.sql(mara.companyId, `update assignment_entries set accepts_countries = '{NO}' where staff_id = $1`, [
    ben.id,
  ])
  const [open] = await hold(ann, 1, { status: 'in-progress', in_progress_at: '2026-03-12T08:00:00Z', country: 'DE' })
  const [asleep] = await hold(ann, 1, { status: 'on_hold', on_hold_until: '2031-03-01', country: 'DE' })

  const { json, headers } = await takeOff(mara, entry)
  await workOff(app)

  expect(json.data).toEqual({ given: 0, waiting: 1, kept: 1, job: null })
  expect(await storedLead(app, open!)).toMatchObject({ status: 'new', assigned_qa: null })
  expect(await storedLead(app, asleep!)).toMatchObject({ status: 'on_hold', assigned_qa: ann.id })
  expect(
    await app.sql(
      mara.companyId,
      'select lead_id::int, why_it_waits(q, a, l) as why from assignment_queue q join assignment_lists a using (company_id, list) join leads l on l.id = q.lead_id where q.company_id = $1',
      [mara.companyId],
    ),
  ).toEqual([{ lead_id: open, why: 'Nobody on the list is eligible: does not accept its country, source or category' }])
  expect(await contradictions(app.owner)).toEqual([])

  await mara.call(changes.undo, { body: { changeSet: String(headers['x-change-set']) } })
  expect(await storedLead(app, open!)).toMatchObject({ status: 'in-progress', assigned_qa: ann.id })
  expect(
    await app.sql(mara.companyId, 'select lead_id from assignment_queue where company_id = $1', [mara.companyId]),
  ).toEqual([])
})

test('undo leaves what its new owner has decided since, and brings the rest back', async () => {
  const { mara, ann, ben, entry } = await team()
  await putOnList(app, ben, 'qa')
  const [first, second] = await hold(ann, 2)
  const { headers } = await takeOff(mara, entry)
  await ben.call(assignedLeads.invalidate, { body: { enquiryId: first!, reason: 'spam_or_bot' } })

  const { data } = await mara.call(changes.undo, { body: { changeSet: String(headers['x-change-set']) } })

  expect(data.skipped).toMatchObject([{ entity: 'leads', entity_id: first }])
  expect(await storedLead(app, first!)).toMatchObject({ status: 'invalid', assigned_qa: ben.id })
  expect(await storedLead(app, second!)).toMatchObject({ status: 'assigned', assigned_qa: ann.id })
})

test('a lead whose verdict comes at the same moment is the verdict’s or goes on, never both', async () => {
  const { mara, ann, ben, entry } = await team()
  await putOnList(app, ben, 'qa')
  const ids = await hold(ann, 12)

  const [removed, ...verdicts] = await Promise.all([
    takeOff(mara, entry),
    ...ids.map((enquiryId) =>
      ann.call(assignedLeads.invalidate, { body: { enquiryId, reason: 'spam_or_bot' } }).then(
        () => true,
        () => false,
      ),
    ),
  ])

  const decided = verdicts.filter(Boolean).length
  expect(removed.status).toBe(200)
  expect(removed.json.data.given).toBe(12 - decided)
  const stored = await owners(ids)
  expect(stored.filter(({ status }) => status === 'assigned')).toEqual(
    decided === 12 ? [] : [{ qa: ben.id, status: 'assigned', leads: 12 - decided }],
  )
  expect(await contradictions(app.owner)).toEqual([])
})

test('many go on behind the screen as part of the same act: each once, and what was decided meanwhile stays', async () => {
  const { mara, ann, ben, entry } = await team()
  await putOnList(app, ben, 'qa')
  const rows = await app.sql(
    mara.companyId,
    `insert into leads (company_id, name, source, status, assigned_qa, assigned_at)
     select $1, 'Bob', 'manual', 'assigned', $2, now() from generate_series(1, 450) returning id::int`,
    [mara.companyId, ann.id],
  )
  const ids = rows.map(({ id }) => Number(id))

  const { json, headers } = await takeOff(mara, entry)
  await ann.call(assignedLeads.invalidate, { body: { enquiryId: ids[300]!, reason: 'spam_or_bot' } })
  await workOff(app)

  const changeSet = String(headers['x-change-set'])
  expect((await mara.call(jobs.one, { params: { id: json.data.job } })).data).toMatchObject({
    title: 'Redistribute 450 leads of Ann',
    state: 'done',
    change_set: changeSet,
    outcomes: [
      { outcome: 'reassigned', count: 449 },
      { outcome: 'skipped', count: 1 },
    ],
  })
  expect(await owners(ids)).toEqual([
    { qa: ann.id, status: 'invalid', leads: 1 },
    { qa: ben.id, status: 'assigned', leads: 449 },
  ])
  const { rows: events } = await app.owner.query(
    `select count(*)::int as events, count(distinct root_id)::int as leads, count(distinct change_set)::int as acts
     from changes where company_id = $1 and act = 'auto-assign-qa.remove' and entity = 'leads'`,
    [mara.companyId],
  )
  expect(events).toEqual([{ events: 449, leads: 449, acts: 1 }])

  await mara.call(changes.undo, { body: { changeSet } })
  expect(await owners(ids)).toEqual([
    { qa: ann.id, status: 'assigned', leads: 449 },
    { qa: ann.id, status: 'invalid', leads: 1 },
  ])
  expect(await entryOf(ann, 'qa')).toBe(entry)
  expect(await contradictions(app.owner)).toEqual([])
})

test('taking leads away needs the right to it, and a choice that there is not is refused; nothing is stored', async () => {
  const { mara, ann, entry } = await team()
  const eve = await team()
  await hold(ann, 1)
  const clerk = await app.signIn({ can: ['qa_auto_assign_delete'], colleagueOf: mara })
  const before = await fingerprint(app)

  expect((await takeOff(clerk, entry)).json.message).toMatch(/^You need the permission marketing_leads_reassign/)
  expect((await takeOff(eve.mara, entry)).status).toBe(404)
  expect((await mara.send('DELETE', `/marketing/delete_qa_autoassign/${entry}?open_work=burn`)).json.message).toMatch(
    /open_work/,
  )
  expect(await fingerprint(app)).toBe(before)

  expect((await clerk.send('DELETE', `/marketing/delete_qa_autoassign/${entry}`)).json).toEqual({ success: true })
})

test('the enquiries of a sales rep who is taken off go to the other reps; what is won or lost stays', async () => {
  const { mara, ann } = await team()
  const rosa = await app.signIn({ can: REP_KEYS, colleagueOf: mara, name: 'Rosa' })
  const sam = await app.signIn({ can: REP_KEYS, colleagueOf: mara, name: 'Sam' })
  await putOnList(app, rosa, 'sales')
  await putOnList(app, sam, 'sales')
  const valid = { status: 'valid', assigned_qa: ann.id, sales_person: rosa.id }
  const open = await putLead(app, mara, { ...valid, enquiry_status: 'contacted' }, [])
  const won = await putLead(app, mara, { ...valid, enquiry_status: 'won' }, [])
  const id = await entryOf(rosa, 'sales')

  expect((await mara.call(autoAssignSales.openWork, { params: { id } })).data).toEqual({ open: 1, able: 1 })
  const { data } = await mara.call(autoAssignSales.remove, { body: { id, open_work: 'redistribute' } })

  expect(data).toEqual({ given: 1, waiting: 0, kept: 0, job: null })
  expect(await storedLead(app, open)).toMatchObject({ sales_person: sam.id, enquiry_status: 'contacted' })
  expect(await storedLead(app, won)).toMatchObject({ sales_person: rosa.id })
  const refused = await refusal(mara.call(autoAssignSales.remove, { body: { id, open_work: 'redistribute' } }))
  expect(refused.status).toBe(404)
})
