import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { access } from '#contract/portal/access.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { ENQUIRY, openForm } from '#server/test/leads.ts'
import { actsOf, UNDO_KEYS, undoing } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { newestSet, madeBy } = actsOf(app)

const BY_HAND = ({ id }: TestPerson) => ({ kind: 'person', id, channel: 'bulk', act: 'bulk.hold' }) as const

describe('recent changes', () => {
  test('one’s own acts, newest first, with what they touched; everybody’s takes its key', async () => {
    const ada = await app.signIn({ can: UNDO_KEYS, name: 'Ada' })
    const boss = await app.signIn({ can: [...UNDO_KEYS, 'changes_undo_others'], colleagueOf: ada })
    const lead = await putLead(app, ada)
    await ada.call(leadDetails.comment, { body: { leadId: lead, comment: 'Hello' } })
    await ada.call(allLeads.assignToMe, { body: { leadIds: [lead] } })
    await undoing(ada, await newestSet(ada))

    const { data } = await ada.call(changes.list, { query: {} })
    expect(data.map(({ act, undoes, about, not_undoable }) => [act, undoes, about?.name, not_undoable])).toEqual([
      ['all-leads.assignToMe', 'act', 'Yuki Tanabe', null],
      ['all-leads.assignToMe', 'nothing', 'Yuki Tanabe', 'Ada has already undone it.'],
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
    const ada = await app.signIn({ can: UNDO_KEYS })
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
    const ada = await app.signIn({ can: UNDO_KEYS, name: 'Ada' })
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

  test('why another’s act was done is told to whoever may see what it was done to', async () => {
    const ada = await app.signIn({ can: [...UNDO_KEYS, 'assigned_leads_list'], name: 'Ada' })
    const seer = await app.signIn({ can: ['changes_undo_others', 'marketing_leads_list'], colleagueOf: ada })
    const blind = await app.signIn({ can: ['changes_undo_others', 'valid_leads_list'], colleagueOf: ada })
    const lead = await putLead(app, ada, { status: 'assigned', assigned_qa: ada.id })
    const told = async (person: TestPerson, by: 'me' | 'everybody') =>
      (await person.call(changes.list, { query: { by, limit: 1 } })).data.map(({ act, reason }) => [act, reason])

    const both = [await putLead(app, ada), await putLead(app, ada)]
    await app.services.tenants.write(ada.companyId, BY_HAND(ada), async (tenant) => {
      await tenant.setReasonInWords('Noor has moved to Lima')
      await sql`update leads set message = 'Moved' where id = any(${both}::bigint[])`.execute(tenant.db)
    })
    expect(await told(blind, 'everybody')).toEqual([['bulk.hold', null]])
    expect(await told(seer, 'everybody')).toEqual([['bulk.hold', 'Noor has moved to Lima']])
    await ada.call(assignedLeads.release, { body: { enquiryId: lead, reason: 'Noor has moved to Lima' } })
    expect(await told(blind, 'everybody')).toEqual([['assigned-leads.release', null]])
    expect(await told(seer, 'everybody')).toEqual([['assigned-leads.release', 'Noor has moved to Lima']])
    expect(await told(ada, 'me')).toEqual([['assigned-leads.release', 'Noor has moved to Lima']])
  })

  test('of another’s act, what a comment says and what was validated is told by the rights to read those, also in an undo of it', async () => {
    const ada = await app.signIn({ can: [...UNDO_KEYS, 'lead_details_view'], name: 'Ada' })
    const can = ['changes_undo_others', 'marketing_leads_list', 'assigned_leads_edit_status'] as const
    const more = ['marketing_leads_comments', 'valid_leads_view_validated_details'] as const
    const reader = await app.signIn({ can: [...can, ...more], colleagueOf: ada })
    const boss = await app.signIn({ can: [...can, 'assigned_leads_comments'], colleagueOf: ada })
    const lead = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
    const body = { leadId: lead, comment: 'Between colleagues' }
    const said = await madeBy(ada, ada.call(leadDetails.comment, { body }))
    const verdict = { enquiryId: lead, status: 'valid', email: 'checked@hidden.example' } as const
    const judged = await madeBy(ada, ada.call(assignedLeads.validate, { body: verdict }))
    const told = async (person: TestPerson, changeSet: string, field: string) => {
      const { data } = await person.call(changes.fields, { params: { changeSet }, query: {} })
      expect(data.map((change) => change.field)).toContain(changeSet === said ? 'author_id' : 'verdict')
      return data.flatMap((change) => (change.field === field ? [change.new ?? change.old] : []))
    }

    expect(await told(reader, said, 'body')).toEqual(['Between colleagues'])
    expect(await told(reader, judged, 'email')).toEqual(['checked@hidden.example'])
    expect(await told(boss, said, 'body')).toEqual([])
    expect(await told(boss, judged, 'email')).toEqual([])
    const undone = (await undoing(boss, judged)).data.change_set
    expect(await told(boss, undone, 'email')).toEqual([])
    expect(await told(reader, undone, 'email')).toEqual(['checked@hidden.example'])
  })

  test('the rows of an act go by name: a lead, what belongs to it, and the people whom a comment mentions', async () => {
    const ada = await app.signIn({ can: ['marketing_leads_list', 'marketing_leads_comments'], name: 'Ada' })
    const ben = await app.signIn({
      can: ['marketing_leads_list', 'marketing_leads_comments'],
      colleagueOf: ada,
      name: 'Ben',
    })
    const lead = await putLead(app, ada, { name: 'Noor Haddad' })
    const body = { leadId: lead, comment: 'Look, @Ben', mentions: [ben.id] }
    const said = await madeBy(ada, ada.call(leadDetails.comment, { body }))

    const { data } = await ada.call(changes.fields, { params: { changeSet: said }, query: {} })
    expect(data).toContainEqual(
      expect.objectContaining({ of: 'Noor Haddad', label: null, name: 'mentions', new: ['Ben'] }),
    )
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(['comment', 'author']))
  })

  test('the form that an enquiry came through is told by its name', async () => {
    const ada = await app.signIn({
      can: [...UNDO_KEYS, 'changes_undo_others', 'marketing_leads_list', 'marketing_leads_delete'],
    })
    const url = await openForm(app, ada, 'told-by-name')
    expect((await app.send('POST', url, ENQUIRY)).status).toBeLessThan(300)
    const [{ change_set: set }] = await app.sql(
      ada.companyId,
      `select change_set from changes where company_id = $1 and entity = 'leads' and fields ? 'form_id'`,
      [ada.companyId],
    )

    const { data } = await ada.call(changes.fields, { params: { changeSet: set }, query: {} })
    expect(data).toContainEqual(
      expect.objectContaining({ of: null, label: expect.any(String), field: 'form_id', old: null, new: 'Enquiry' }),
    )
  })
})

test('whoever reads who holds which key is told who changed the rights of whom', async () => {
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
    not_undoable: null,
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
