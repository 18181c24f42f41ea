import { afterAll, describe, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { savedViews } from '#contract/platform/saved-views.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { HIDDEN } from './undo.ts'
import { startTestApp } from '#server/test/app.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { actsOf, UNDO_KEYS, undoing } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { madeBy } = actsOf(app)

const REGISTRATION = { kind: 'registration' }
const STEPS = ['valid_leads_edit_enquiry_status', 'changes_undo_others'] as const

describe('who may undo what', () => {
  test('W8: twenty at once have one effect', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
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
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada)
    let set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    const states = ['new', 'assigned', 'new', 'assigned']
    for (const status of states) {
      set = (await undoing(ada, set)).data.change_set
      expect((await storedLead(app, lead)).status).toBe(status)
    }
  })

  test('W8: without the key that the act needs today it is refused, also for an undo of an undo', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
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
    const ada = await app.signIn({ can: UNDO_KEYS })
    const boss = await app.signIn({ can: [...UNDO_KEYS, 'changes_undo_others'], colleagueOf: ada })
    const keyless = await app.signIn({ can: ['changes_undo_others'], colleagueOf: ada })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    const peer = await app.signIn({ can: UNDO_KEYS, colleagueOf: ada })

    expect(await refusal(undoing(peer, set))).toMatchObject({ details: { needs: ['changes_undo_others'] } })
    expect(await refusal(undoing(keyless, set))).toMatchObject({ details: { needs: ['all_leads_assign_to_me'] } })
    await undoing(boss, set)
    expect((await storedLead(app, lead)).status).toBe('new')
  })

  test('another’s act is taken back at the leads that the caller can see, and at no other', async () => {
    const ada = await app.signIn({ can: [...UNDO_KEYS, 'registration_leads_list'] })
    const can = ['changes_undo_others', 'all_leads_assign_to_me', 'marketing_leads_list'] as const
    const boss = await app.signIn({ can, colleagueOf: ada })
    const seen = await putLead(app, ada)
    const [unseen, single] = [await putLead(app, ada, REGISTRATION), await putLead(app, ada, REGISTRATION)]
    const both = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [seen, unseen] } }))
    const one = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [single] } }))

    const [first] = (await boss.call(changes.list, { query: { by: 'everybody', limit: 1 } })).data
    expect(first).toMatchObject({ change_set: one, about: null, not_undoable: HIDDEN })
    expect(await refusal(undoing(boss, one))).toMatchObject({ code: 'nothing_to_undo', details: { skipped: [{}] } })
    expect((await storedLead(app, single)).status).toBe('assigned')

    const { data, message } = await undoing(boss, both)
    expect([data.undone, message]).toEqual([1, 'Undone in part: later changes stay'])
    expect(data.skipped).toEqual([{ entity: 'leads', entity_id: unseen, reason: HIDDEN }])
    expect((await storedLead(app, seen)).status).toBe('new')
    expect((await storedLead(app, unseen)).status).toBe('assigned')
  })

  test('a view that a colleague keeps for themselves is nobody’s to read or undo, one that is shared is', async () => {
    const ada = await app.signIn({ can: ['saved_views_share'], name: 'Ada' })
    const boss = await app.signIn({ can: ['changes_undo_others', 'saved_views_share'], colleagueOf: ada })
    const body = {
      screen: 'marketing-marketing-leads-list' as const,
      name: 'To call back',
      params: { search: ['Noor'] },
    }
    const { data: view } = await ada.call(savedViews.add, { body })
    const params = { id: view.id }
    const { name } = (await ada.call(savedViews.update, { params, body: { name: 'Later' } })).data
    const [{ change_set: set }] = await app.sql(
      ada.companyId,
      `select change_set from changes where company_id = $1 and entity = 'saved_views' order by id desc limit 1`,
      [ada.companyId],
    )
    const read = () => boss.call(changes.fields, { params: { changeSet: set }, query: {} })

    expect((await read()).data).toEqual([])
    expect(await refusal(undoing(boss, set))).toMatchObject({ code: 'nothing_to_undo' })
    expect((await ada.call(savedViews.list, {})).data.views).toMatchObject([{ name }])

    await ada.call(savedViews.share, { params, body: { shared: true } })
    expect((await read()).data).toContainEqual(expect.objectContaining({ field: 'name', old: 'To call back' }))
    await undoing(boss, set)
    expect((await ada.call(savedViews.list, {})).data.views).toMatchObject([{ name: 'To call back' }])
  })

  test('one’s own act is taken back wherever its lead is now, but not what others have made of a lead that one cannot see', async () => {
    const ada = await app.signIn({ can: ['assigned_leads_list', 'assigned_leads_edit_status', ...STEPS] })
    const rep = await app.signIn({ can: ['valid_leads_list', 'valid_leads_assign', ...STEPS], colleagueOf: ada })
    const work = { status: 'in-progress', assigned_qa: ada.id }
    const [mine, moved] = [await putLead(app, ada, work), await putLead(app, ada, work)]
    const judged = (enquiryId: number) =>
      madeBy(ada, ada.call(assignedLeads.validate, { body: { enquiryId, status: 'valid' } }))
    const [own, resting] = [await judged(mine), await judged(moved)]
    await rep.call(validLeads.setEnquiryStatus, { body: { enquiryId: moved, enquiry_status: 'contacted' } })

    await undoing(ada, own)
    expect((await storedLead(app, mine)).status).toBe('in-progress')
    expect(await refusal(undoing(ada, resting, 'all'))).toMatchObject({
      status: 409,
      message: expect.stringContaining(HIDDEN),
    })
    expect(await storedLead(app, moved)).toMatchObject({ status: 'valid', enquiry_status: 'contacted' })
  })

  test('another company’s act is answered like one that nobody has made', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS })
    const eve = await app.signIn({ can: [...UNDO_KEYS, 'changes_undo_others'] })
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
    const ada = await app.signIn({ can: UNDO_KEYS })
    const lead = await putLead(app, ada)
    const set = await madeBy(ada, ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } }))
    await app.owner.query(`update changes set at = at - interval '30 days 1 minute' where change_set = $1`, [set])

    expect(await refusal(undoing(ada, set))).toMatchObject({ status: 409, code: 'too_old' })
    expect((await ada.call(changes.list, { query: {} })).data).toEqual([])
  })

  test('an act on people that no area declares cannot be undone', async () => {
    const ada = await app.signIn({ can: [...UNDO_KEYS, 'changes_undo_others', 'people_manage'] })
    const { rows: sets } = await app.owner.query(
      `select change_set from changes where company_id = $1 and entity = 'memberships'`,
      [ada.companyId],
    )
    expect(await refusal(undoing(ada, sets[0].change_set))).toMatchObject({
      code: 'not_undoable',
      message: 'This kind of change can’t be undone here.',
    })
  })
})
