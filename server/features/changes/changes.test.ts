import { afterAll, describe, expect, test } from 'vitest'
import { addLead } from '#contract/add-lead.ts'
import { allLeads } from '#contract/all-leads.ts'
import { assignedLeads } from '#contract/assigned-leads.ts'
import { autoAssignQa } from '#contract/auto-assign-qa.ts'
import { changes } from '#contract/changes.ts'
import { access } from '#contract/portal/access.ts'
import { configuration } from '#contract/configuration.ts'
import { jobs } from '#contract/jobs.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { leadEdits } from '#contract/lead-edits.ts'
import { marketingLeads } from '#contract/marketing-leads.ts'
import type { PermissionKey } from '#contract/permissions.ts'
import { restrictedDomains } from '#contract/restricted-domains.ts'
import { NOT_UNDOABLE } from '#server/domain/undo/rules.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { ENQUIRY, MANAGER_KEYS, openForm, putOnList, REP_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { undo } = changes
const KEYS = [
  ...MANAGER_KEYS,
  'restrict_domain_list',
  'restrict_domain_add',
  'restrict_domain_update_status',
  'restrict_domain_delete',
  'qa_auto_assign_list',
  'qa_auto_assign_add',
  'qa_auto_assign_set_status',
  'qa_auto_assign_delete',
] as const satisfies readonly PermissionKey[]

/** The change set of the newest act in a company. */
const newestSet = async ({ companyId }: Pick<TestPerson, 'companyId'>): Promise<string> =>
  (await app.owner.query('select change_set from changes where company_id = $1 order by id desc limit 1', [companyId]))
    .rows[0].change_set

/** Does it and answers the change set that it made. */
const madeBy = async (person: TestPerson, act: Promise<unknown>) => {
  await act
  return newestSet(person)
}
const stored = async (table: string, { companyId }: TestPerson) =>
  (
    await app.owner.query(
      `select to_jsonb(t) - 'version' - 'updated_at' as row from ${table} t where company_id = $1 order by id`,
      [companyId],
    )
  ).rows.map(({ row }) => row)
const withoutVersion = ({ version: _, updated_at: __, ...lead }: Record<string, unknown>) => lead
const undoing = (person: TestPerson, changeSet: string, dependents?: 'refuse' | 'automatic' | 'all') =>
  person.call(undo, { body: { changeSet, ...(dependents ? { dependents } : {}) } })

describe('what was done is as it was before', () => {
  test('an assignment: the lead is new again and waits for its turn', async () => {
    const ada = await app.signIn({ can: KEYS })
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
    const ada = await app.signIn({ can: KEYS })
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
    const ada = await app.signIn({ can: KEYS })
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
    const ada = await app.signIn({ can: KEYS })
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
    const ada = await app.signIn({ can: KEYS })
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
    const ada = await app.signIn({ can: [...KEYS, 'marketing_leads_delete'] })
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
    const ada = await app.signIn({ can: KEYS })
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
    const ada = await app.signIn({ can: KEYS })
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
    const ada = await app.signIn({ can: KEYS })
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

describe('what came later', () => {
  test('a value changed later is left and listed, the others come back', async () => {
    const ada = await app.signIn({ can: KEYS })
    const { data: domain } = await ada.call(restrictedDomains.add, { body: { domainName: 'a.example', note: 'one' } })
    await app.sql(
      ada.companyId,
      `update restricted_domains set note = 'two', match = 'exact', effect = 'auto_invalid' where company_id = $1`,
      [ada.companyId],
    )
    await asAct(await newestSet(ada), 'restricted-domains.setStatus', ada)
    const changed = await newestSet(ada)
    await app.sql(ada.companyId, `update restricted_domains set note = 'three' where company_id = $1`, [ada.companyId])

    const { data, message } = await undoing(ada, changed)

    expect(data.skipped).toEqual([
      { entity: 'restricted_domains', entity_id: domain.id, field: 'note', reason: 'It was changed again later.' },
    ])
    expect(message).toBe('Undone, but for what was changed later')
    expect(await stored('restricted_domains', ada)).toMatchObject([
      { note: 'three', match: 'subdomains', effect: 'quarantine' },
    ])
  })

  test('an act that others went on from is refused and names them; together with theirs it is undone at once', async () => {
    const ada = await app.signIn({ can: [...KEYS, 'changes_undo_others'] })
    const qa = await app.signIn({ can: KEYS, colleagueOf: ada, name: 'Quinn' })
    const lead = await putLead(app, ada)
    const before = withoutVersion(await storedLead(app, lead))
    const assigned = await madeBy(ada, ada.call(marketingLeads.assign, { body: { leadIds: [lead], staffId: qa.id } }))
    await qa.call(assignedLeads.start, { body: { enquiryId: lead, status: 'in-progress' } })
    const untouched = await fingerprint(app)

    const refused = await refusal(undoing(ada, assigned))
    expect(refused).toMatchObject({ status: 409, code: 'dependent_acts' })
    expect(refused.message).toBe('Quinn went on from it since. Undo that first, or all of it together.')
    expect(refused.details?.['dependents']).toMatchObject([
      { act: 'assigned-leads.start', actor: { id: qa.id, name: 'Quinn' } },
    ])
    expect(await fingerprint(app)).toBe(untouched)

    const { data } = await undoing(ada, assigned, 'all')
    expect(data.with).toMatchObject([{ act: 'assigned-leads.start' }])
    expect(withoutVersion(await storedLead(app, lead))).toEqual(before)
  })

  test('taking back another’s later act needs the right to do so', async () => {
    const ada = await app.signIn({ can: KEYS })
    const qa = await app.signIn({ can: KEYS, colleagueOf: ada })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(marketingLeads.assign, { body: { leadIds: [lead], staffId: qa.id } }))
    await qa.call(assignedLeads.start, { body: { enquiryId: lead, status: 'in-progress' } })
    const untouched = await fingerprint(app)

    const refused = await refusal(undoing(ada, set, 'all'))

    expect(refused).toMatchObject({ status: 403, details: { needs: ['changes_undo_others'] } })
    expect(await fingerprint(app)).toBe(untouched)
  })

  test('the rep’s assignment rests on the verdict: named, or taken back with it as only a rule made it', async () => {
    const ada = await app.signIn({ can: KEYS })
    const rep = await app.signIn({ can: REP_KEYS, colleagueOf: ada, name: 'Rep' })
    await putOnList(app, rep, 'sales')
    const lead = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
    const other = await putLead(app, ada, { status: 'valid', assigned_qa: ada.id })
    await app.sql(ada.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'sales', $2)`, [
      ada.companyId,
      other,
    ])
    const before = withoutVersion(await storedLead(app, lead))
    const set = await madeBy(ada, ada.call(assignedLeads.validate, { body: { enquiryId: lead, status: 'valid' } }))
    await workOff(app)
    expect((await storedLead(app, lead)).sales_person).toBe(rep.id)

    const refused = await refusal(undoing(ada, set))
    expect(refused.details?.['dependents']).toMatchObject([
      { act: 'auto-assign-sales.choose', actor: { kind: 'rule', name: 'Auto-assign' } },
    ])

    await undoing(ada, set, 'automatic')
    expect(withoutVersion(await storedLead(app, lead))).toEqual(before)
    // The same batch of the rule gave another lead away, which stays where it is.
    expect((await storedLead(app, other)).sales_person).toBe(rep.id)
  })

  test('of an act about many, those that moved on stay, and are listed', async () => {
    const ada = await app.signIn({ can: KEYS })
    const leads = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: leads } }))
    await ada.call(assignedLeads.start, { body: { enquiryId: leads[1]!, status: 'in-progress' } })

    const { data } = await undoing(ada, set)

    expect(data).toMatchObject({ undone: 2, skipped: [{ entity: 'leads', entity_id: leads[1] }] })
    expect(await Promise.all(leads.map(async (id) => (await storedLead(app, id)).status))).toEqual([
      'new',
      'in-progress',
      'new',
    ])
  })

  test('nobody is given a lead back who could not be given it today', async () => {
    const ada = await app.signIn({ can: KEYS })
    const old = await app.signIn({ can: KEYS, colleagueOf: ada, name: 'Olga' })
    const lead = await putLead(app, ada, { status: 'assigned', assigned_qa: old.id })
    const set = await madeBy(ada, ada.call(marketingLeads.assign, { body: { leadIds: [lead], staffId: ada.id } }))
    await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [old.id])

    const refused = await refusal(undoing(ada, set))

    expect(refused).toMatchObject({ status: 409, code: 'nothing_to_undo' })
    expect(refused.message).toContain('Olga is deactivated and takes no leads.')
    expect((await storedLead(app, lead)).assigned_qa).toBe(ada.id)
  })

  test('what is there again by another way is told, not thrown', async () => {
    const ada = await app.signIn({ can: KEYS })
    const { data: domain } = await ada.call(restrictedDomains.add, { body: { domainName: 'twice.example' } })
    const gone = await madeBy(ada, ada.call(restrictedDomains.remove, { params: { id: domain.id } }))
    await ada.call(restrictedDomains.add, { body: { domainName: 'twice.example' } })

    expect(await refusal(undoing(ada, gone))).toMatchObject({ status: 409, code: 'not_undoable' })
  })

  test('personal values that were erased since stay erased', async () => {
    const ada = await app.signIn({ can: KEYS })
    const lead = await putLead(app, ada)
    const { data: comment } = await ada.call(leadDetails.comment, { body: { leadId: lead, comment: 'Hello' } })
    await ada.call(leadDetails.editComment, { params: { id: comment.id }, body: { comment: 'Bye', pinned: true } })
    const set = await newestSet(ada)
    await app.sql(
      ada.companyId,
      `update change_values v set fields = null from changes c where c.personal = v.digest and c.change_set = $1`,
      [set],
    )

    const { data } = await undoing(ada, set)

    expect(data.skipped).toMatchObject([{ reason: 'Its earlier personal values were erased.' }])
    expect(await stored('lead_comments', ada)).toMatchObject([{ body: 'Bye', pinned: false }])
  })
})

/** Makes what a test stored by hand look as if a person had done it by a call. */
const asAct = (changeSet: string, act: string, { id }: TestPerson) =>
  app.owner.query(`update changes set actor_kind = 'person', actor_id = $2, act = $3 where change_set = $1`, [
    changeSet,
    id,
    act,
  ])

test('a large act is undone as a job, in chunks that are one act, and what moved on stays', async () => {
  const ada = await app.signIn({ can: KEYS })
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'import' from generate_series(1, 1501) n`,
    [ada.companyId],
  )
  await app.sql(
    ada.companyId,
    `update leads set status = 'assigned', assigned_qa = $2, assigned_at = now() where company_id = $1`,
    [ada.companyId, ada.id],
  )
  // As the database does by itself a little later.
  await app.owner.query('analyze')
  const set = await newestSet(ada)
  await asAct(set, 'all-leads.assignToMe', ada)
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

test('an undo that was cancelled half-way can be asked for again, and does the rest as the same act', async () => {
  const [ada, eve] = [await app.signIn({ can: KEYS }), await app.signIn({ can: KEYS })]
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source) select $1, 'Lead ' || n, 'import' from generate_series(1, 1501) n`,
    [ada.companyId],
  )
  const assigned = `update leads set status = 'assigned', assigned_qa = $2, assigned_at = now() where company_id = $1`
  await app.sql(ada.companyId, assigned, [ada.companyId, ada.id])
  const set = await newestSet(ada)
  await asAct(set, 'all-leads.assignToMe', ada)
  await putLead(app, eve)
  await app.sql(eve.companyId, assigned, [eve.companyId, eve.id])
  await app.owner.query('analyze')

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

describe('who may undo what', () => {
  test('W8: twenty at once have one effect', async () => {
    const ada = await app.signIn({ can: KEYS })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))

    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => undoing(ada, set)))

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.failure.code] : []))
    expect(new Set(codes)).toEqual(new Set(['undone']))
    const { rows } = await app.owner.query(
      `select count(distinct change_set)::int as sets from changes where company_id = $1 and channel = 'undo'`,
      [ada.companyId],
    )
    expect(rows).toEqual([{ sets: 1 }])
  })

  test('W8: an undo can be undone, and that too', async () => {
    const ada = await app.signIn({ can: KEYS })
    const lead = await putLead(app, ada)
    let set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    const states = ['new', 'assigned', 'new', 'assigned']
    for (const status of states) {
      set = (await undoing(ada, set)).data.change_set
      expect((await storedLead(app, lead)).status).toBe(status)
    }
  })

  test('W8: without the key that the act needs today it is refused, also for an undo of an undo', async () => {
    const ada = await app.signIn({ can: KEYS })
    const [one, two] = [await putLead(app, ada), await putLead(app, ada)]
    const first = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [one] } }))
    const second = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [two] } }))
    const undone = (await undoing(ada, second)).data.change_set
    await app.sql(
      ada.companyId,
      `update identity.memberships set permissions = array_remove(permissions, 'all_leads_assign_to_me') where id = $1`,
      [ada.id],
    )
    app.services.auth.forgetAll()
    const untouched = await fingerprint(app)

    for (const set of [first, undone])
      expect(await refusal(undoing(ada, set))).toMatchObject({
        status: 403,
        details: { needs: ['all_leads_assign_to_me'] },
      })
    expect(await fingerprint(app)).toBe(untouched)
  })

  test('another’s act, and what a rule did, needs changes_undo_others beside the act’s own key', async () => {
    const ada = await app.signIn({ can: KEYS })
    const boss = await app.signIn({ can: [...KEYS, 'changes_undo_others'], colleagueOf: ada })
    const keyless = await app.signIn({ can: ['changes_undo_others'], colleagueOf: ada })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    const peer = await app.signIn({ can: KEYS, colleagueOf: ada })

    expect(await refusal(undoing(peer, set))).toMatchObject({ details: { needs: ['changes_undo_others'] } })
    expect(await refusal(undoing(keyless, set))).toMatchObject({ details: { needs: ['all_leads_assign_to_me'] } })
    await undoing(boss, set)
    expect((await storedLead(app, lead)).status).toBe('new')
  })

  test('another company’s act is answered like one that nobody has made', async () => {
    const ada = await app.signIn({ can: KEYS })
    const eve = await app.signIn({ can: [...KEYS, 'changes_undo_others'] })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    const nobodys = '11111111-2222-4333-8444-555555555555'

    const [foreign, unknown] = [await refusal(undoing(eve, set)), await refusal(undoing(eve, nobodys))]
    expect({ ...foreign, request_id: '' }).toEqual({ ...unknown, request_id: '' })
    expect(foreign.status).toBe(404)
    await expect(eve.call(changes.fields, { params: { changeSet: set }, query: {} })).rejects.toThrow('404')
    expect((await storedLead(app, lead)).status).toBe('assigned')
  })

  test('after 30 days it is too late', async () => {
    const ada = await app.signIn({ can: KEYS })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    await app.owner.query(`update changes set at = at - interval '30 days 1 minute' where change_set = $1`, [set])

    expect(await refusal(undoing(ada, set))).toMatchObject({ status: 409, code: 'too_old' })
    expect((await ada.call(changes.list, { query: {} })).data).toEqual([])
  })

  test('rights, sessions, passwords, mail and the steps of an import are never undone: the list says so, and all else that has a history is', async () => {
    const { rows } = await app.owner.query(
      `select distinct c.relname as name, c.relnamespace::regnamespace::text as schema from pg_trigger t
      join pg_class c on c.oid = t.tgrelid where t.tgname = 'history_update'`,
    )
    const outside = rows.filter(({ schema }) => schema !== 'public').map(({ name }) => name)
    expect(Object.keys(NOT_UNDOABLE)).toEqual([
      'intake_keys',
      'lead_imports',
      'lead_merges',
      'mail',
      'memberships',
      'passwords',
      'sessions',
    ])
    expect(outside).toEqual(['memberships'])

    const ada = await app.signIn({ can: [...KEYS, 'changes_undo_others', 'people_manage'] })
    const { rows: sets } = await app.owner.query(
      `select change_set from changes where company_id = $1 and entity = 'memberships'`,
      [ada.companyId],
    )
    expect(await refusal(undoing(ada, sets[0].change_set))).toMatchObject({
      code: 'not_undoable',
      message: NOT_UNDOABLE.memberships,
    })
  })
})

describe('recent changes', () => {
  test('one’s own acts, newest first, with what they touched; everybody’s takes its key', async () => {
    const ada = await app.signIn({ can: KEYS, name: 'Ada' })
    const boss = await app.signIn({ can: [...KEYS, 'changes_undo_others'], colleagueOf: ada })
    const lead = await putLead(app, ada)
    await ada.call(leadDetails.comment, { body: { leadId: lead, comment: 'Hello' } })
    await ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } })
    await undoing(ada, await newestSet(ada))

    const { data } = await ada.call(changes.list, { query: {} })
    expect(data.map(({ act, undoes, about, not_undoable }) => [act, undoes, about?.name, not_undoable])).toEqual([
      ['all-leads.assignToMe', 'act', 'Yuki Tanabe', null],
      ['all-leads.assignToMe', 'nothing', 'Yuki Tanabe', 'Ada has undone it already.'],
      ['lead-details.comment', 'nothing', 'Yuki Tanabe', null],
    ])
    expect(data[2]).toMatchObject({ touched: [{ entity: 'lead_comments', verb: 'created', rows: 1 }], rows: 1 })
    expect(data[1]!.undone).toMatchObject({ by: { id: ada.id, name: 'Ada' } })

    expect((await boss.call(changes.list, { query: {} })).data).toEqual([])
    const all = (await boss.call(changes.list, { query: { by: 'everybody' } })).data
    expect(all.filter(({ actor }) => actor.id === ada.id)).toHaveLength(3)
    await expect(ada.call(changes.list, { query: { by: 'everybody' } })).rejects.toThrow(
      '403 You need the permission changes_undo_others',
    )
  })

  test('pages hold every act once, however many rows each one touched', async () => {
    const ada = await app.signIn({ can: KEYS })
    const leads: number[] = []
    for (let at = 0; at < 3; at++) leads.push(await putLead(app, ada))
    const made: string[] = []
    for (let at = 0; at < 7; at++) {
      const act = at % 2 ? leads : [leads[0]!]
      made.unshift(await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: act } })))
      made.unshift((await undoing(ada, made[0]!)).data.change_set)
    }

    const seen: string[] = []
    let before: number | null | undefined
    do {
      const page = await ada.call(changes.list, { query: { limit: 5, ...(before ? { before } : {}) } })
      seen.push(...page.data.map(({ change_set }) => change_set))
      before = page.next
    } while (before)
    expect(seen).toEqual(made)
  })

  test('field by field, old and new, people by name; of another’s act only what the caller may see', async () => {
    const ada = await app.signIn({ can: KEYS, name: 'Ada' })
    const boss = await app.signIn({
      can: ['changes_undo_others', 'all_leads_assign_to_me', 'valid_leads_list'],
      colleagueOf: ada,
    })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))

    const { data } = await ada.call(changes.fields, { params: { changeSet: set }, query: {} })
    expect(data).toContainEqual(
      expect.objectContaining({ entity: 'leads', field: 'assigned_qa', old: null, new: 'Ada' }),
    )
    expect(data).toContainEqual(expect.objectContaining({ field: 'status', old: 'new', new: 'assigned' }))
    expect((await boss.call(changes.fields, { params: { changeSet: set }, query: {} })).data).toEqual([])
    const [seen] = (await boss.call(changes.list, { query: { by: 'everybody', limit: 1 } })).data
    expect(seen).toMatchObject({ change_set: set, about: null })
  })

  test('the form that an enquiry came through is told by its name', async () => {
    const ada = await app.signIn({
      can: [...KEYS, 'changes_undo_others', 'marketing_leads_list', 'marketing_leads_delete'],
    })
    const url = await openForm(app, ada, 'told-by-name')
    expect((await app.send('POST', url, ENQUIRY)).status).toBeLessThan(300)
    const [{ change_set: set }] = await app.sql(
      ada.companyId,
      `select change_set from changes where company_id = $1 and entity = 'leads' and fields ? 'form_id'`,
      [ada.companyId],
    )

    const { data } = await ada.call(changes.fields, { params: { changeSet: set }, query: {} })
    expect(data).toContainEqual(expect.objectContaining({ field: 'form_id', old: null, new: 'Enquiry' }))
  })
})

test('whoever reads who holds which key is told who changed the rights of whom; that is undone nowhere', async () => {
  const mara = await app.signIn({ can: ['configuration_edit', 'people_manage'], name: 'Mara' })
  const ben = await app.signIn({ colleagueOf: mara, name: 'Ben' })
  const stranger = await app.signIn({ can: ['configuration_edit'] })
  const told = async (person: TestPerson) =>
    (await person.call(changes.list, { query: { section: 'permissions' } })).data
  await mara.call(access.setPermissions, { params: { id: ben.id }, body: { permissions: ['configuration_edit'] } })

  const [last] = await told(mara)
  expect(last).toMatchObject({
    act: 'portal.access.setPermissions',
    actor: { name: 'Mara' },
    about: { entity: 'memberships', id: ben.id, name: 'Ben' },
    not_undoable: NOT_UNDOABLE.memberships,
  })
  const { data } = await mara.call(changes.fields, { params: { changeSet: last!.change_set }, query: {} })
  expect(data).toMatchObject([{ field: 'permissions', new: ['configuration_edit'] }])
  expect((await told(stranger)).map(({ actor }) => actor.name)).not.toContain('Mara')
  await expect(told(await app.signIn({ colleagueOf: mara }))).rejects.toThrow('403')
})

test('whoever reads the settings is told who changed them, however long ago; the forms take their key', async () => {
  const mara = await app.signIn({ can: ['configuration_edit'], name: 'Mara' })
  const reader = await app.signIn({ colleagueOf: mara })
  const stranger = await app.signIn()
  await mara.call(configuration.setRouting, { body: { known_domains: false } })
  await mara.call(configuration.addForm, { body: { name: 'Website', allowed_origins: [] } })
  await app.owner.query(`update changes set at = now() - interval '40 days' where company_id = $1`, [mara.companyId])
  const told = async (person: TestPerson, section: 'routing' | 'forms') => {
    const { data } = await person.call(changes.list, { query: { section } })
    return data.map(({ act, actor, not_undoable }) => [act, actor.name, not_undoable !== null])
  }

  expect(await told(reader, 'routing')).toEqual([['configuration.setRouting', 'Mara', true]])
  expect(await told(mara, 'forms')).toEqual([['configuration.addForm', 'Mara', true]])
  expect(await told(stranger, 'routing')).toEqual([])
  await expect(told(reader, 'forms')).rejects.toThrow('403')
})
