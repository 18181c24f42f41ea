import { afterAll, expect, test } from 'vitest'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { changes } from '#contract/platform/changes.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { ALWAYS } from '#server/test/calendars.ts'
import { contradictions } from '#server/test/checker.ts'
import { fingerprint, markDue, putLead, refusal, storedLead, type LeadRow } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS, workOff } from '#server/test/leads.ts'
import { whyUnassigned } from '#server/test/rotation.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEY = 'registration_leads_list'
const LACKS = `no permission: ${KEY}`
const BOSS_KEYS = [
  ...MANAGER_KEYS,
  KEY,
  'qa_auto_assign_list',
  'qa_auto_assign_add',
  'qa_auto_assign_set_status',
  'qa_auto_assign_delete',
  'configuration_edit',
  'changes_undo_others',
] as const satisfies readonly PermissionKey[]

const company = () => app.signIn({ can: BOSS_KEYS, name: 'Mara' })
const colleague = (mara: TestPerson, name: string, more: readonly PermissionKey[] = []) =>
  app.signIn({ can: [...QA_KEYS, ...more], colleagueOf: mara, name })
const onList = async (mara: TestPerson, name: string, more: readonly PermissionKey[] = []) => {
  const person = await colleague(mara, name, more)
  const { data } = await mara.call(autoAssignQa.add, { body: { sid: person.id } })
  return { ...person, entry: data.id }
}
/** Ann sees enquiries alone, Rui registrations too; both are on the list of QA. */
const team = async () => {
  const mara = await company()
  return { mara, ann: await onList(mara, 'Ann'), rui: await onList(mara, 'Rui', [KEY]) }
}
const registration = (of: TestPerson, more: LeadRow = {}) =>
  putLead(app, of, { kind: 'registration', source: 'registration', ...more }, [])
/** Lets leads wait for QA, in this order, and gives out what somebody takes. */
const giveOut = async (mara: TestPerson, ids: readonly number[]) => {
  for (const id of ids)
    await app.sql(mara.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'qa', $2)`, [
      mara.companyId,
      id,
    ])
  await markDue(app, mara)
  await workOff(app)
}
const permit = (person: TestPerson, can: readonly PermissionKey[]) =>
  app.sql(person.companyId, 'update identity.memberships set permissions = $2 where id = $1', [person.id, can])
const owners = (ids: readonly number[]) => Promise.all(ids.map(async (id) => (await storedLead(app, id)).assigned_qa))
const reasonsOf = (considered: readonly { staff: { name: string }; reason?: string }[] | undefined) =>
  considered?.map(({ staff, reason }) => [staff.name, reason ?? null])

test('the rotation gives registrations to whoever sees them, and the decision says who does not', async () => {
  const { mara, ann, rui } = await team()
  const eve = await company()
  const zoe = await onList(eve, 'Zoe', [KEY])
  const pending = [await registration(mara), await registration(mara)]
  const enquiries = [await putLead(app, mara), await putLead(app, mara)]
  const theirs = await registration(eve)

  await giveOut(mara, [...pending, ...enquiries])
  await giveOut(eve, [theirs])

  expect(await owners([...pending, theirs])).toEqual([rui.id, rui.id, zoe.id])
  // A registration is nobody's share who does not see it: of the enquiries both get one.
  expect(new Set(await owners(enquiries))).toEqual(new Set([ann.id, rui.id]))
  const { data } = await rui.call(leadDetails.decisions, { params: { id: pending[0]! } })
  expect(reasonsOf(data.decisions[0]?.considered)).toEqual([
    ['Ann', LACKS],
    ['Rui', null],
  ])
  expect(data.decisions[0]?.why).toBe('You were the only eligible person.')
  const tallies = await app.sql(
    mara.companyId,
    'select expected, received from assignment_entries where company_id = $1 order by staff_id',
    [mara.companyId],
  )
  expect(tallies).toEqual([
    { expected: 1, received: 1 },
    { expected: 3, received: 3 },
  ])
})

test('where nobody on the list sees registrations one waits and says why, others go out past it, and whoever gains the right gets it', async () => {
  const mara = await company()
  const eve = await team()
  const ann = await onList(mara, 'Ann')
  await mara.call(autoAssignQa.save, { params: { id: ann.entry }, body: { accepts_countries: ['DE'] } })
  const pending = await registration(mara, { country: 'DE' })
  const [german, french] = [await putLead(app, mara, { country: 'DE' }), await putLead(app, mara, { country: 'FR' })]

  await giveOut(mara, [pending, german, french])

  expect(await owners([pending, german, french])).toEqual([null, ann.id, null])
  expect(await whyUnassigned(mara, pending)).toBe(`Nobody on the list is eligible: ${LACKS}`)
  expect(await whyUnassigned(mara, french)).toBe(
    'Nobody on the list is eligible: does not accept its country, source or category',
  )
  const { data } = await mara.call(leadDetails.decisions, { params: { id: pending } })
  expect(data.waiting.map(({ list, considered }) => [list, reasonsOf(considered)])).toEqual([['qa', [['Ann', LACKS]]]])

  await permit(eve.ann, [...QA_KEYS, KEY])
  await workOff(app)
  expect(await owners([pending])).toEqual([null])
  await permit(ann, [...QA_KEYS, KEY])
  await workOff(app)
  expect(await owners([pending])).toEqual([ann.id])
})

test('why a registration waits names each thing that keeps somebody from it', async () => {
  const { mara, rui } = await team()
  await mara.call(autoAssignQa.save, { params: { id: rui.entry }, body: { accepts_countries: ['DE'] } })
  const away = await onList(mara, 'Pia', [KEY])
  await mara.call(autoAssignQa.setStatus, { params: { id: away.entry }, body: { status: 'paused' } })
  const pending = await registration(mara, { country: 'FR' })

  await giveOut(mara, [pending])

  expect(await whyUnassigned(mara, pending)).toBe(
    `Nobody on the list is eligible: paused on the list; ${LACKS}; does not accept its country, source or category`,
  )
})

test('whoever just loses the right to see registrations when leads go out is given none of them', async () => {
  const { mara, ann, rui } = await team()
  const [pending, enquiry] = [await registration(mara), await putLead(app, mara)]
  let giving: Promise<unknown> | undefined
  await app.holding(
    mara.companyId,
    `update identity.memberships set permissions = array_remove(permissions, $2) where id = $1`,
    [rui.id, KEY],
    async () => {
      giving = giveOut(mara, [pending, enquiry])
      await somebodyWaits(app)
    },
  )

  await giving

  expect(await owners([pending])).toEqual([null])
  expect([ann.id, rui.id]).toContain((await owners([enquiry]))[0])
})

test('whoever loses the right keeps what they hold, is given no more, and a colleague gives it to somebody else', async () => {
  const { mara, ann, rui } = await team()
  const pending = await registration(mara)
  await giveOut(mara, [pending])
  await permit(rui, QA_KEYS)
  const sol = await onList(mara, 'Sol', [KEY])
  const further = [await registration(mara), await registration(mara)]

  await giveOut(mara, further)

  expect(await owners([pending, ...further])).toEqual([rui.id, sol.id, sol.id])
  const give = (staffId: number) => mara.call(marketingLeads.assign, { body: { leadIds: [pending], staffId } })
  expect(await refusal(give(ann.id))).toMatchObject({ code: 'no_permission' })
  await give(sol.id)
  expect(await owners([pending])).toEqual([sol.id])
})

test('taken off the list: registrations go on to whoever sees them, and an undo gives nobody back what they do not see any more', async () => {
  const { mara, rui } = await team()
  const ben = await onList(mara, 'Ben')
  const held = await registration(mara, { status: 'assigned', assigned_qa: ben.id })
  const other = await onList(mara, 'Olga', [KEY])
  const hers = await registration(mara, { status: 'assigned', assigned_qa: other.id })
  const redistribute = (entry: number) =>
    mara.send('DELETE', `/marketing/delete_qa_autoassign/${entry}?open_work=redistribute`)

  await redistribute(ben.entry)
  const { json, headers } = await redistribute(other.entry)

  expect(json.data).toMatchObject({ given: 1, waiting: 0 })
  expect(await owners([held, hers])).toEqual([rui.id, rui.id])
  await permit(other, QA_KEYS)
  const { data } = await mara.call(changes.undo, { body: { changeSet: String(headers['x-change-set']) } })
  expect(data.skipped).toMatchObject([{ entity: 'leads', entity_id: hers }])
  expect(JSON.stringify(data.skipped)).toContain(
    `Olga can’t work it without the permission ${permissionsInWords([KEY])}.`,
  )
  expect(await owners([held, hers])).toEqual([rui.id, rui.id])

  expect((await redistribute(rui.entry)).json.data).toMatchObject({ given: 0, waiting: 2 })
  await workOff(app)
  expect(await owners([held, hers])).toEqual([null, null])
  expect(await whyUnassigned(mara, held)).toBe(`Nobody on the list is eligible: ${LACKS}`)
})

test('a registration that nobody has begun in time goes to whoever else sees it, and waits where nobody does', async () => {
  const { mara, rui } = await team()
  const { data: calendar } = await mara.call(configuration.addCalendar, { body: ALWAYS })
  await mara.call(configuration.setTarget, {
    body: { clock: 'handling', source: null, minutes: 60, calendar_id: calendar.id },
  })
  await mara.call(configuration.setRouting, { body: { release_overdue: true } })
  const late = await registration(mara)
  await mara.call(marketingLeads.assign, { body: { leadIds: [late], staffId: rui.id } })
  await app.owner.query(`update lead_clocks set due_at = now() - interval '1 second' where lead_id = $1`, [late])
  await app.owner.query(`update identity.due set at = now() where company_id = $1`, [mara.companyId])

  await workOff(app)

  expect(await storedLead(app, late)).toMatchObject({ status: 'new', assigned_qa: null })
  expect(await whyUnassigned(mara, late)).toBe(`Nobody on the list is eligible: did not start it in time; ${LACKS}`)
  const sol = await onList(mara, 'Sol', [KEY])
  await workOff(app)
  expect(await owners([late])).toEqual([sol.id])
})

test('given by hand: who does not see registrations is refused and named, and is not offered', async () => {
  const mara = await company()
  const eve = await company()
  const [ann, rui] = [await colleague(mara, 'Ann'), await colleague(mara, 'Rui', [KEY])]
  const zoe = await colleague(eve, 'Zoe', [KEY])
  const pending = await registration(mara)
  const enquiry = await putLead(app, mara)
  const offered = async (leadId: number) =>
    (await mara.call(lookups.marketingDepartment, { query: { leadId } })).data.map(({ name }) => name)
  const give = (leadIds: number[], staffId: number) => mara.call(marketingLeads.assign, { body: { leadIds, staffId } })
  const before = await fingerprint(app)

  expect(await offered(pending)).toEqual(['Mara', 'Rui'])
  expect(await offered(enquiry)).toEqual(['Ann', 'Mara', 'Rui'])
  expect(await refusal(give([pending], ann.id))).toMatchObject({
    status: 409,
    code: 'no_permission',
    message: `Ann can’t work this lead without the permission ${permissionsInWords([KEY])}`,
  })
  expect(await refusal(give([pending], zoe.id))).toMatchObject({ status: 404, message: 'Person not found' })
  expect(await fingerprint(app)).toBe(before)

  expect((await give([pending, enquiry], ann.id)).data).toMatchObject({
    assigned: [enquiry],
    refused: [{ leadId: pending, code: 'no_permission' }],
  })
  await give([pending], rui.id)
  expect(await owners([pending, enquiry])).toEqual([rui.id, ann.id])
})

test('given in bulk: registrations are foreseen and named as not for whoever does not see them', async () => {
  const mara = await company()
  const ann = await colleague(mara, 'Ann')
  const pending = [await registration(mara), await registration(mara)]
  const { data: selection } = await mara.call(bulk.select, { body: { list: 'registration', leadIds: pending } })
  const body = { selection: selection.id, staffId: ann.id }
  const skipped = [
    {
      outcome: 'skipped',
      message: `Ann can’t work this lead without the permission ${permissionsInWords([KEY])}`,
      count: 2,
    },
  ]

  expect((await mara.call(bulk.assign, { body: { ...body, dryRun: true } })).data.foreseen).toEqual(skipped)
  const { data: begun } = await mara.call(bulk.assign, { body })
  await workOff(app)

  const { data: job } = await mara.call(jobs.one, { params: { id: begun.job ?? 0 } })
  expect(job).toMatchObject({ state: 'done', reasons: skipped })
  expect(await owners(pending)).toEqual([null, null])
})

test('a replay gives registrations to the same people as the rotation, also with somebody more', async () => {
  const { mara } = await team()
  const [sol, kim] = [await colleague(mara, 'Sol', [KEY]), await colleague(mara, 'Kim')]
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString()
  for (let at = 0; at < 4; at++) await registration(mara, { created_at: day })
  await putLead(app, mara, { created_at: day })
  const replay = async (sid?: number, remove?: number) => {
    const { data } = await mara.call(assignmentReplay.qa, {
      body: { ...(sid && { add: { sid } }), ...(remove && { remove: { id: remove } }) },
    })
    const received = (which: 'today' | 'proposed') =>
      Object.fromEntries(data.people.map((person) => [person.name, person[which]?.received ?? null]))
    return { today: received('today'), proposed: received('proposed'), left: data.proposed }
  }

  expect(await replay(sol.id)).toMatchObject({
    today: { Ann: 1, Rui: 4 },
    proposed: { Ann: 1, Rui: 2, Sol: 2 },
    left: { left: 0, refused: 0 },
  })
  const rui = (await mara.call(autoAssignQa.list, { query: { search: 'Rui' } })).data[0]!
  expect(await replay(kim.id, rui.id)).toMatchObject({ left: { received: 1, left: 4, refused: 4 } })
})

test('after all of this nothing in the database contradicts itself', async () => {
  const problems = await contradictions(app.owner)

  // Leads were put there by hand, with their people and clocks, and lists lost people.
  expect(problems.filter((problem) => !/has received|assigned_qa is|status is|is there with/.test(problem))).toEqual([])
})
