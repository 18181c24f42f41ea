import { afterAll, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { markDue, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { MANAGER_KEYS, workOff } from '#server/test/leads.ts'
import { undoLast } from '#server/test/undo.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const DECIDES = 'assigned_leads_edit_status'
const LIST = 'assigned_leads_list'
const BOSS_KEYS = [
  ...MANAGER_KEYS,
  'registration_leads_list',
  'qa_auto_assign_list',
  'qa_auto_assign_add',
] as const satisfies readonly PermissionKey[]

const company = () => app.signIn({ can: BOSS_KEYS, name: 'Mara' })
const colleague = (mara: TestPerson, name: string, can: readonly PermissionKey[]) =>
  app.signIn({ can, colleagueOf: mara, name })
const permit = (person: TestPerson, can: readonly PermissionKey[]) =>
  app.sql(person.companyId, 'update identity.memberships set permissions = $2 where id = $1', [person.id, can])
const join = (mara: TestPerson, { id }: TestPerson) => mara.call(autoAssignQa.add, { body: { sid: id } })
const giveOut = async (mara: TestPerson, id: number) => {
  await app.sql(mara.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'qa', $2)`, [
    mara.companyId,
    id,
  ])
  await markDue(app, mara)
  await workOff(app)
}

test.each([LIST, 'marketing_leads_list'] as const)(
  'an enquiry goes to nobody who could not see it; with %s the same person gets it',
  async (list) => {
    const [mara, eve] = [await company(), await company()]
    const [quinn, zoe] = [await colleague(mara, 'Quinn', [DECIDES, list]), await colleague(eve, 'Zoe', [DECIDES, list])]
    await join(mara, quinn)
    await join(eve, zoe)
    await permit(quinn, [DECIDES])
    const [id, theirs] = [await putLead(app, mara), await putLead(app, eve)]

    await giveOut(mara, id)
    await giveOut(eve, theirs)

    expect(await storedLead(app, id)).toMatchObject({ status: 'new', assigned_qa: null })
    expect(await storedLead(app, theirs)).toMatchObject({ status: 'assigned', assigned_qa: zoe.id })
    const { data: waiting } = await mara.call(allLeads.list, { query: {} })
    expect(waiting[0]?.why_unassigned).toBe(`Nobody on the list is eligible: no permission: ${LIST}`)
    const { data: people } = await mara.call(autoAssignQa.list, { query: {} })
    expect(people[0]).toMatchObject({
      state: 'no_permission',
      state_reason: `Needs the permission ${permissionsInWords([LIST])}.`,
    })

    await permit(quinn, [DECIDES, list])
    await workOff(app)

    expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: quinn.id })
    await quinn.call(assignedLeads.start, { body: { enquiryId: id } })
    expect(await contradictions(app.owner)).toEqual([])
  },
)

test('whoever sees registrations alone is given these, and the decision says what they lack for enquiries', async () => {
  const mara = await company()
  const rui = await colleague(mara, 'Rui', [DECIDES, 'registration_leads_list'])
  const quinn = await colleague(mara, 'Quinn', [DECIDES, LIST])
  await join(mara, rui)
  await join(mara, quinn)
  const enquiry = await putLead(app, mara)
  const registration = await putLead(app, mara, { kind: 'registration', source: 'registration' }, [])

  await giveOut(mara, enquiry)
  await giveOut(mara, registration)

  expect(await storedLead(app, enquiry)).toMatchObject({ assigned_qa: quinn.id })
  expect(await storedLead(app, registration)).toMatchObject({ assigned_qa: rui.id })
  const { data } = await quinn.call(leadDetails.decisions, { params: { id: enquiry } })
  expect(data.decisions[0]?.considered).toContainEqual(
    expect.objectContaining({ staff: { id: rui.id, name: 'Rui' }, reason: `no permission: ${LIST}` }),
  )
})

test('nobody gives such a person one by hand, puts them on the list, or gives one back to them by an undo', async () => {
  const mara = await company()
  const quinn = await colleague(mara, 'Quinn', [DECIDES, LIST])
  const sam = await colleague(mara, 'Sam', [DECIDES, LIST])
  const [id, held] = [await putLead(app, mara), await putLead(app, mara)]
  const give = (lead: number, to: TestPerson) =>
    mara.call(marketingLeads.assign, { body: { leadIds: [lead], staffId: to.id } })
  await give(held, quinn)
  await give(held, sam)
  await permit(quinn, [DECIDES])

  expect(await refusal(give(id, quinn))).toMatchObject({
    status: 409,
    message: expect.stringContaining(`without the permission ${permissionsInWords([LIST])}`),
  })
  expect(await refusal(join(mara, quinn))).toMatchObject({
    status: 409,
    message: `Quinn needs the permission ${permissionsInWords([LIST])} first.`,
  })
  const { data: offered } = await mara.call(lookups.marketingDepartment, { query: { leadId: id } })
  expect(offered.map(({ name }) => name)).not.toContain('Quinn')
  await refusal(undoLast(mara))

  expect(await storedLead(app, id)).toMatchObject({ status: 'new', assigned_qa: null })
  expect(await storedLead(app, held)).toMatchObject({ assigned_qa: sam.id })
})
