import { afterAll, describe, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { changes } from '#contract/platform/changes.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { HIDDEN } from './undo.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead, refusal, storedLead } from '#server/test/journey.ts'
import { ENQUIRY, putOnList, workOff } from '#server/test/leads.ts'
import { actsOf, UNDO_KEYS, undoing, withoutVersion } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { newestSet, madeBy, stored, asAct } = actsOf(app)

const ASSIGNED = `update leads set status = 'assigned', assigned_qa = $2, assigned_at = now() where company_id = $1`

/** An act by which all leads of a company, so many new ones among them, were taken by the person; `along` is what else it writes. */
const manyTaken = async (person: TestPerson, leads: number, along = '') => {
  const { companyId, id } = person
  await app.sql(
    companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'import' from generate_series(1, ${leads}) n`,
    [companyId],
  )
  await app.sql(companyId, `${along} ${ASSIGNED}`, [companyId, id])
  // As the database does by itself a little later.
  await app.owner.query('analyze')
  const set = await newestSet(person)
  await asAct(set, 'all-leads.assignToMe', person)
  return set
}

describe('what was done is as it was before', () => {
  test('an assignment: the lead is new again and waits for its turn', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada)
    const before = withoutVersion(await storedLead(app, lead))
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))

    const { data, message } = await undoing(ada, set)

    expect(data).toMatchObject({ undone: 1, skipped: [], with: [], job: null })
    expect(message).toBe('Undone')
    expect(withoutVersion(await storedLead(app, lead))).toEqual(before)
    const { rows } = await app.owner.query('select list from assignment_queue where lead_id = $1', [lead])
    expect(rows).toEqual([{ list: 'qa' }])
  })

  test('a verdict: status, owner, times, snapshot pointer and the verdict itself; done again, all of it is there again', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
    const before = withoutVersion(await storedLead(app, lead))
    const set = await madeBy(
      ada,
      ada.call(assignedLeads.validate, { body: { enquiryId: lead, status: 'valid', comments: 'Good' } }),
    )
    await app.sql(ada.companyId, `update lead_verdicts set evidence = '[{"check": "email"}]' where company_id = $1`, [
      ada.companyId,
    ])
    const [after, verdicts] = [withoutVersion(await storedLead(app, lead)), await stored('lead_verdicts', ada)]

    await undoing(ada, set)
    expect(withoutVersion(await storedLead(app, lead))).toEqual(before)
    expect(await stored('lead_verdicts', ada)).toEqual([])

    await undoing(ada, await newestSet(ada))
    expect(withoutVersion(await storedLead(app, lead))).toEqual(after)
    expect(await stored('lead_verdicts', ada)).toEqual(verdicts)
  })

  test('a lead that was added is deleted softly, with its products, and comes back whole', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const set = await madeBy(ada, ada.call(addLead.add, { body: ENQUIRY }))
    const [items, [{ id }]] = [await stored('lead_items', ada), await stored('leads', ada)]

    await undoing(ada, set)
    expect((await storedLead(app, id)).deleted_at).not.toBe(null)
    expect((await ada.call(marketingLeads.list, { query: {} })).data).toEqual([])
    expect(await stored('assignment_queue', ada)).toEqual([])

    await undoing(ada, await newestSet(ada))
    expect((await ada.call(marketingLeads.list, { query: {} })).data).toMatchObject([{ id, status: 'new' }])
    expect(await stored('lead_items', ada)).toEqual(items)
    expect(await stored('assignment_queue', ada)).toMatchObject([{ lead_id: id, list: 'qa' }])
  })

  test('a comment, and a change of one', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada)
    const { data: comment } = await ada.call(leadDetails.comment, { body: { leadId: lead, comment: 'First' } })
    const written = await newestSet(ada)
    const body = { comment: 'Second', pinned: true }
    const changed = await madeBy(ada, ada.call(leadDetails.editComment, { params: { id: comment.id }, body }))

    expect((await refusal(undoing(ada, written))).code).toBe('dependent_acts')
    await undoing(ada, changed)
    expect(await stored('lead_comments', ada)).toMatchObject([{ body: 'First', pinned: false, edited_at: null }])
    await undoing(ada, written)
    expect(await stored('lead_comments', ada)).toEqual([])
  })

  test('a domain that was switched off, deleted or added', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const { data: domain } = await ada.call(restrictedDomains.add, { body: { domainName: 'spam.example' } })
    const added = await newestSet(ada)
    const params = { id: domain.id }
    const off = await madeBy(ada, ada.call(restrictedDomains.setStatus, { params, body: { status: 'inactive' } }))
    await undoing(ada, off)
    expect(await stored('restricted_domains', ada)).toMatchObject([{ status: 'active' }])

    const gone = await madeBy(ada, ada.call(restrictedDomains.remove, { params }))
    await undoing(ada, gone)
    expect((await ada.call(restrictedDomains.list, { query: {} })).data).toMatchObject([{ domainName: 'spam.example' }])

    await undoing(ada, added)
    expect((await ada.call(restrictedDomains.list, { query: {} })).data).toEqual([])
  })

  test('a deleted lead is back; one whose domain is restricted by now is held back', async () => {
    const ada = await app.signIn({ can: [...UNDO_KEYS, 'marketing_leads_delete'] })
    const [free, held] = [await putLead(app, ada), await putLead(app, ada, { email: 'who@spam.example' })]
    const sets: string[] = []
    for (const enquiryId of [free, held])
      sets.push(await madeBy(ada, ada.call(leadEdits.remove, { body: { enquiryId } })))
    const { data: domain } = await ada.call(restrictedDomains.add, { body: { domainName: 'spam.example' } })

    for (const set of sets) await undoing(ada, set)

    expect(await storedLead(app, free)).toMatchObject({ deleted_at: null, quarantined_by: null })
    expect(await storedLead(app, held)).toMatchObject({ deleted_at: null, quarantined_by: domain.id })
    expect(await stored('assignment_queue', ada)).toMatchObject([{ lead_id: free }])
  })

  test('a person taken off a list is back under the same id with every value, also those that are no news', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    await putOnList(app, ada, 'qa', 2.5)
    await app.sql(
      ada.companyId,
      `update assignment_entries set received = 7, expected = 7, last_assigned_at = '2026-03-01' where company_id = $1`,
      [ada.companyId],
    )
    const before = await stored('assignment_entries', ada)
    const set = await madeBy(ada, ada.call(autoAssignQa.remove, { params: { id: before[0].id }, query: {} }))
    expect(await stored('assignment_entries', ada)).toEqual([])

    await undoing(ada, set)

    expect(await stored('assignment_entries', ada)).toEqual(before)
  })

  test('each answer to a write that changed something names its change set, a repeat the one of the first', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada)
    const take = () =>
      ada.send('POST', '/marketing/assign_to_me', { leadIds: [lead] }, { 'idempotency-key': 'one-press' })

    const [first, again] = [await take(), await take()]
    const set = await newestSet(ada)
    expect([first.headers['x-change-set'], again.headers['x-change-set']]).toEqual([set, set])
    expect((await undoing(ada, set)).data.undone).toBe(1)

    const refused = await ada.send('POST', '/marketing/undo_changes', { changeSet: set })
    const read = await ada.send('GET', '/marketing/recent_changes')
    const { data: domain } = await ada.call(restrictedDomains.add, { body: { domainName: 'same.example' } })
    const path = `/marketing/update_restrict_domain_status/${domain.id}`
    const nothing = await ada.send('PUT', path, { status: 'active' })
    expect(nothing.status).toBe(200)
    for (const { headers } of [refused, read, nothing]) expect(headers['x-change-set']).toBe(undefined)
  })

  test('what an undo does is told as one act, by the person, through undo', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    const { data } = await undoing(ada, set)

    const { data: history } = await ada.call(leadDetails.history, { params: { id: lead }, query: {} })
    expect(history[0]).toMatchObject({
      change_set: data.change_set,
      channel: 'undo',
      act: 'changes.undo',
      actor: { id: ada.id },
    })
  })
})

test('a large act is undone as a job, in chunks that are one act, and what moved on stays', async () => {
  const ada = await app.signIn({ can: UNDO_KEYS })
  const set = await manyTaken(ada, 1_501)
  const [{ id: first }] = await stored('leads', ada)
  await ada.call(assignedLeads.start, { body: { enquiryId: first, status: 'in-progress' } })

  const { data } = await undoing(ada, set)
  expect(data).toMatchObject({ undone: null, job: expect.any(Number) })
  expect((await refusal(undoing(ada, set))).code).toBe('undone')
  await workOff(app)

  const job = (await ada.call(jobs.one, { params: { id: data.job! } })).data
  expect(job).toMatchObject({ state: 'done', done: 1501, total: 1501, change_set: data.change_set })
  const { rows } = await app.owner.query(
    'select status, count(*)::int from leads where company_id = $1 group by 1 order by 1',
    [ada.companyId],
  )
  expect(rows).toEqual([
    { status: 'in-progress', count: 1 },
    { status: 'new', count: 1500 },
  ])
  const [undoneAct] = (await ada.call(changes.list, { query: { limit: 1 } })).data
  expect(undoneAct).toMatchObject({ change_set: data.change_set, undoes: 'act', rows: 1500, not_undoable: null })
})

test('a large undo names the leads that it skips by their numbers, and other rows by their reason alone', async () => {
  const ada = await app.signIn({ can: UNDO_KEYS })
  await ada.call(restrictedDomains.add, { body: { domainName: 'spam.example' } })
  const noted = `with noted as (update restricted_domains set note = 'Caught' where company_id = $1)`
  const set = await manyTaken(ada, 1_501, noted)
  await app.sql(ada.companyId, `update restricted_domains set note = 'Caught twice' where company_id = $1`, [
    ada.companyId,
  ])
  const [{ id: lead, lead_no }] = await stored('leads', ada)
  await ada.call(assignedLeads.start, { body: { enquiryId: lead, status: 'in-progress' } })

  const { data } = await undoing(ada, set)
  await workOff(app)

  const left = (await ada.call(jobs.results, { params: { id: data.job! }, query: {} })).data
  expect(left.map(({ label, href }) => [label, href]).toSorted()).toEqual([
    [null, null],
    [`No. ${lead_no}`, `/marketing/notifications?lead=${lead}`],
  ])
})

test('a large act of another is undone at the leads that the caller can see', async () => {
  const ada = await app.signIn({ can: UNDO_KEYS })
  const can = ['changes_undo_others', 'all_leads_assign_to_me', 'marketing_leads_list'] as const
  const boss = await app.signIn({ can, colleagueOf: ada })
  const unseen = await putLead(app, ada, { kind: 'registration' })
  const set = await manyTaken(ada, 1_001)

  const { data } = await undoing(boss, set)
  await workOff(app)

  const left = (await boss.call(jobs.results, { params: { id: data.job! }, query: {} })).data
  expect(left).toMatchObject([{ subject: unseen, message: HIDDEN }])
  const { rows } = await app.owner.query(
    'select kind, status, count(*)::int from leads where company_id = $1 group by 1, 2 order by 1',
    [ada.companyId],
  )
  expect(rows).toEqual([
    { kind: 'enquiry', status: 'new', count: 1001 },
    { kind: 'registration', status: 'assigned', count: 1 },
  ])
})

test('an undo that was cancelled half-way can be asked for again, and does the rest as the same act', async () => {
  const [ada, eve] = [await app.signIn({ can: UNDO_KEYS }), await app.signIn({ can: UNDO_KEYS })]
  await putLead(app, eve)
  await app.sql(eve.companyId, ASSIGNED, [eve.companyId, eve.id])
  const set = await manyTaken(ada, 1_501)

  const { data } = await undoing(ada, set)
  const id = data.job!
  // The lead touched first comes last: its lock keeps the job from coming to its end.
  const first = 'select from leads where id = (select min(id) from leads where company_id = $1) for update'
  let working: Promise<unknown> | undefined
  await app.holding(ada.companyId, first, [ada.companyId], async () => {
    working = workOff(app)
    await expect.poll(async () => (await ada.call(jobs.one, { params: { id } })).data.done).toBeGreaterThan(0)
    await ada.call(jobs.cancel, { params: { id } })
  })
  await working
  const { data: cancelled } = await ada.call(jobs.one, { params: { id } })
  expect(cancelled.state).toBe('cancelled')
  expect(cancelled.done).toBeLessThan(1501)
  await expect(undoing(eve, set)).rejects.toThrow('404')

  const again = await Promise.allSettled([undoing(ada, set), undoing(ada, set)])
  expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await workOff(app)

  const rest = (await ada.call(jobs.list, { query: { pageSize: 1 } })).data[0]
  expect(rest).toMatchObject({ state: 'done', total: 1501 - cancelled.done, done: 1501 - cancelled.done })
  expect(rest?.change_set).toBe(data.change_set)
  const { rows } = await app.owner.query(
    `select company_id, status, count(*)::int from leads where company_id = any($1) group by 1, 2 order by 1`,
    [[ada.companyId, eve.companyId]],
  )
  expect(rows).toEqual([
    { company_id: ada.companyId, status: 'new', count: 1501 },
    { company_id: eve.companyId, status: 'assigned', count: 1 },
  ])
  expect((await refusal(undoing(ada, set))).code).toBe('undone')
})
