import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/add-lead.ts'
import { assignedLeads } from '#contract/assigned-leads.ts'
import { autoAssignQa, type EntrySettings } from '#contract/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/auto-assign-sales.ts'
import { availability } from '#contract/availability.ts'
import { configuration } from '#contract/configuration.ts'
import { profile } from '#contract/portal/profile.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { leadEdits } from '#contract/lead-edits.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contradictions } from '#server/test/checker.ts'
import { markDue, putLead, storedLead, workOffTogether } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS, REP_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const company = () =>
  app.signIn({
    can: [
      ...MANAGER_KEYS,
      'qa_auto_assign_list',
      'qa_auto_assign_add',
      'qa_auto_assign_set_status',
      'salesrep_auto_assign_add',
      'salesrep_auto_assign_update',
    ],
  })
const onQa = async (mara: TestPerson, name: string, settings: EntrySettings = {}) => {
  const person = await app.signIn({ can: QA_KEYS, colleagueOf: mara, name })
  const { data } = await mara.call(autoAssignQa.add, { body: { sid: person.id } })
  await mara.call(autoAssignQa.save, { params: { id: data.id }, body: settings })
  return Object.assign(person, { entry: data.id })
}
const onSales = async (mara: TestPerson, name: string, settings: EntrySettings = {}) => {
  const person = await app.signIn({ can: REP_KEYS, colleagueOf: mara, name })
  const { data } = await mara.call(autoAssignSales.add, { body: { sid: person.id } })
  await mara.call(autoAssignSales.save, { params: { id: data.id }, body: settings })
  return Object.assign(person, { entry: data.id })
}

let leads = 0
const enquiry = async (mara: TestPerson, more: { country?: string; product?: string } = {}) => {
  const { data } = await mara.call(addLead.add, {
    body: {
      name: `Enquirer ${++leads}`,
      email: `e${leads}@mill${leads}.example`,
      company: 'Mill',
      country: more.country ?? 'DE',
      products: [{ product_name: more.product ?? 'Hose', quantity: 1 }],
    },
  })
  return data.id
}
/** A lead that is valid and waits for a sales person. */
const validLead = async (mara: TestPerson, email: string) => {
  const id = await putLead(app, mara, { status: 'valid', assigned_qa: mara.id, enquiry_status: 'open', email })
  await app.sql(mara.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'sales', $2)`, [
    mara.companyId,
    id,
  ])
  await markDue(app, mara)
  return id
}
const qaOf = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await storedLead(app, id)).assigned_qa))
const repOf = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await storedLead(app, id)).sales_person))
const decisionOf = async (mara: TestPerson, id: number) =>
  (await mara.call(leadDetails.history, { params: { id }, query: {} })).data[0]!.decision!
const whyOf = async (mara: TestPerson, id: number) =>
  (await mara.call(leadDetails.lead, { params: { id } })).data.why_unassigned
const dues = async (mara: TestPerson) =>
  (
    await app.owner.query(`select at from identity.due where company_id = $1 and kind = 'assign' order by at`, [
      mara.companyId,
    ])
  ).rows

test('each lead goes to somebody who takes its country, source and category, and the others are told why not', async () => {
  const mara = await company()
  await app.sql(
    mara.companyId,
    `insert into products (company_id, code, name, category) values ($1, 'P', 'Pump', 'Pumps'), ($1, 'H', 'Hose', 'Hoses')`,
    [mara.companyId],
  )
  const [deb, pam, sue] = [
    await onQa(mara, 'Deb', { accepts_countries: ['DE'] }),
    await onQa(mara, 'Pam', { accepts_categories: ['Pumps'], accepts_countries: ['PK', 'FR'] }),
    await onQa(mara, 'Sue', { accepts_sources: ['event'] }),
  ]
  const [product] = await app.sql(mara.companyId, `select id from products where code = 'P'`)
  const german = await enquiry(mara)
  const french = await enquiry(mara, { country: 'FR' })
  const pumps = await enquiry(mara, { country: 'PK' })
  await app.sql(mara.companyId, 'update lead_items set product_id = $1 where lead_id = $2', [product.id, pumps])

  await workOff(app)

  expect(await qaOf([german, french, pumps])).toEqual([deb.id, null, pam.id])
  const { considered } = await decisionOf(mara, pumps)
  expect(considered.map(({ staff, eligible, reason }) => [staff.name, eligible, reason])).toEqual([
    ['Deb', false, 'does not accept Pakistan'],
    ['Pam', true, undefined],
    ['Sue', false, 'does not accept the source “Added by hand”'],
  ])
  expect((await decisionOf(mara, german)).considered[1]!.reason).toBe('does not accept Germany')
  expect(await whyOf(mara, french)).toBe(
    'Nobody on the list can take it: does not accept its country, source or category',
  )

  await mara.call(autoAssignQa.save, { params: { id: sue.entry }, body: { accepts_sources: [] } })
  await workOff(app)
  expect(await qaOf([french])).toEqual([sue.id])
})

test('shares come due only of leads that a person takes: specialists and generalists are both even', async () => {
  const mara = await company()
  await onQa(mara, 'Deb', { accepts_countries: ['DE'] })
  await onQa(mara, 'Gil')
  for (let lead = 0; lead < 12; lead++) await enquiry(mara, { country: lead % 3 === 0 ? 'DE' : 'FR' })

  await workOff(app)

  const tallies = await app.sql(
    mara.companyId,
    'select expected, received from assignment_entries where company_id = $1 order by staff_id',
    [mara.companyId],
  )
  expect(tallies.map(({ expected }) => expected)).toEqual([2, 10])
  for (const { expected, received } of tallies) expect(Math.abs(expected - received)).toBeLessThanOrEqual(1)
})

test('leads that nobody takes keep nobody behind them waiting, however many they are', async () => {
  const mara = await company()
  const deb = await onQa(mara, 'Deb', { accepts_countries: ['DE'] })
  await app.sql(
    mara.companyId,
    `with added as (insert into leads (company_id, name, source, country) select $1, 'Waiting ' || n, 'import', 'FR' from generate_series(1, 450) n returning id)
     insert into assignment_queue (company_id, list, lead_id) select $1, 'qa', id from added order by id`,
    [mara.companyId],
  )
  const last = await enquiry(mara)

  await workOff(app)

  expect(await qaOf([last])).toEqual([deb.id])
  expect(
    await app.sql(mara.companyId, 'select count(*)::int from assignment_queue where company_id = $1', [mara.companyId]),
  ).toEqual([{ count: 450 }])
})

test('a lead that nobody takes goes to somebody as soon as it is corrected to what they take', async () => {
  const [mara, other] = [await company(), await company()]
  for (const { companyId } of [mara, other])
    await app.sql(
      companyId,
      `insert into products (company_id, code, name, category) values ($1, 'V1', 'Ball valve', 'Valves')`,
      [companyId],
    )
  const editor = await app.signIn({ can: [...MANAGER_KEYS, 'marketing_leads_edit'], colleagueOf: mara })
  const indian = await onQa(mara, 'Indu', { accepts_countries: ['IN'] })
  const valves = await onQa(mara, 'Vala', { accepts_categories: ['Valves'] })
  await onQa(other, 'Otto', { accepts_countries: ['IN'] })
  const [country, product] = [await enquiry(mara), await enquiry(mara)]
  const theirs = await enquiry(other)
  await workOff(app)
  expect(await qaOf([country, product, theirs])).toEqual([null, null, null])

  await editor.call(leadEdits.update, { body: { enquiryId: country, country: 'IN' } })
  const { rows } = await app.owner.query(`select id::int from products where company_id = $1`, [mara.companyId])
  const valve = { product_name: 'Ball valve', product_id: rows[0].id, quantity: 1 }
  await editor.call(leadEdits.updateWithProducts, { body: { enquiryId: product, products: [valve] } })
  await workOff(app)
  expect(await qaOf([country, product, theirs])).toEqual([indian.id, valves.id, null])
})

test('nobody is given more leads a day than their cap, and the rest wait for midnight where the person is', async () => {
  const mara = await company()
  const ann = await onQa(mara, 'Ann', { daily_cap: 3 })
  const ids = []
  for (let lead = 0; lead < 5; lead++) ids.push(await enquiry(mara))

  await workOff(app)

  expect(await qaOf(ids)).toEqual([ann.id, ann.id, ann.id, null, null])
  expect(await whyOf(mara, ids[4]!)).toBe('Nobody on the list can take it: at the daily cap of 3')
  const midnight = new Date()
  midnight.setUTCHours(24, 0, 0, 0)
  expect(await dues(mara)).toEqual([{ at: midnight.toISOString().replace('.000', '') }])

  // A day later by the clock of what was given.
  await app.sql(mara.companyId, `update assignment_decisions set at = at - interval '1 day' where company_id = $1`, [
    mara.companyId,
  ])
  await app.owner.query('update identity.due set at = now() where company_id = $1', [mara.companyId])
  await workOff(app)
  expect(await qaOf(ids)).toEqual(ids.map(() => ann.id))
})

test('nobody holds more open leads than their cap, and the next one comes when one of them is decided', async () => {
  const mara = await company()
  const ann = await onQa(mara, 'Ann', { open_cap: 2 })
  const ids = [await enquiry(mara), await enquiry(mara), await enquiry(mara)]
  await workOff(app)
  expect(await qaOf(ids)).toEqual([ann.id, ann.id, null])
  expect(await whyOf(mara, ids[2]!)).toBe('Nobody on the list can take it: at the open cap of 2')

  await ann.call(assignedLeads.invalidate, { body: { enquiryId: ids[0]!, reason: 'job_seeker_or_vendor_pitch' } })
  await workOff(app)

  expect(await qaOf(ids)).toEqual([ann.id, ann.id, ann.id])
})

test('the caps hold when two workers give out leads at the same time', async () => {
  const mara = await company()
  const people = [
    await onQa(mara, 'Ann', { daily_cap: 40, open_cap: 35 }),
    await onQa(mara, 'Ben', { open_cap: 30 }),
    await onQa(mara, 'Cid', { daily_cap: 25 }),
  ]
  await app.sql(
    mara.companyId,
    `with added as (insert into leads (company_id, name, source) select $1, 'Waiting ' || n, 'import' from generate_series(1, 500) n returning id)
     insert into assignment_queue (company_id, list, lead_id) select $1, 'qa', id from added order by id`,
    [mara.companyId],
  )
  for (let due = 0; due < 4; due++) await markDue(app, mara)

  await workOffTogether(app, 2)

  const held = await app.sql(
    mara.companyId,
    'select assigned_qa as id, count(*)::int from leads where company_id = $1 and assigned_qa is not null group by 1 order by 1',
    [mara.companyId],
  )
  expect(held).toEqual([35, 30, 25].map((count, at) => ({ id: people[at]!.id, count })))
})

test('whoever is away is given nothing until their day begins, and the leads wait for that', async () => {
  const mara = await company()
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const ann = await onQa(mara, 'Ann', { away_until: day })
  const id = await enquiry(mara)
  await workOff(app)
  expect(await whyOf(mara, id)).toBe('Nobody on the list can take it: away')
  expect(await dues(mara)).toEqual([{ at: `${day}T00:00:00Z` }])

  const ben = await onQa(mara, 'Ben')
  await workOff(app)
  expect(await qaOf([id])).toEqual([ben.id])
  expect((await decisionOf(mara, id)).considered[0]).toMatchObject({
    staff: { id: ann.id },
    eligible: false,
    reason: 'away',
    until: `${day}T00:00:00Z`,
  })
})

test('whoever is somewhere else now has the days there: they are back, and what they had on hold wakes', async () => {
  const mara = await company()
  const onList = async (timeZone: string) => {
    const person = await app.signIn({ can: QA_KEYS, colleagueOf: mara, timeZone })
    await mara.call(autoAssignQa.add, { body: { sid: person.id } })
    return person
  }
  // Two zones that never have the same day.
  const ann = await onList('Pacific/Pago_Pago')
  const tomorrow = Temporal.Now.plainDateISO('Pacific/Pago_Pago').add({ days: 1 }).toString()
  const held = await enquiry(mara)
  await workOff(app)
  await ann.call(assignedLeads.start, { body: { enquiryId: held } })
  await ann.call(assignedLeads.hold, { body: { enquiryId: held, until: tomorrow } })
  await ann.call(availability.setAway, { body: { away_until: tomorrow } })
  const waiting = await enquiry(mara)
  await workOff(app)
  expect(await qaOf([waiting])).toEqual([null])

  const moved = {
    firstname: 'Ann',
    lastname: '',
    date_format: 'YYYY-MM-DD',
    timezone: 'Pacific/Kiritimati',
    currency: 'EUR',
  } as const
  await ann.call(profile.save, { body: moved })
  await workOff(app)

  expect(await qaOf([waiting])).toEqual([ann.id])
  expect(await storedLead(app, held)).toMatchObject({ status: 'in-progress', on_hold_until: null })
})

test('away ends when the day begins where the person is', async () => {
  const mara = await company()
  const ann = await onQa(mara, 'Ann', {
    away_until: new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date()),
  })
  await app.owner.query(`update identity.people set time_zone = 'Pacific/Pago_Pago' where id = $1`, [ann.id])
  const id = await enquiry(mara)
  await workOff(app)
  expect(await qaOf([id])).toEqual([null])

  await app.owner.query(`update identity.people set time_zone = 'Pacific/Kiritimati' where id = $1`, [ann.id])
  await markDue(app, mara)
  await workOff(app)
  expect(await qaOf([id])).toEqual([ann.id])
})

const DAY_MS = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const ALL_DAY = Array.from({ length: 7 }, () => [['00:00', '24:00'] as [string, string]])

test('whoever is off shift is given nothing until their hours begin; a change of the hours counts at once', async () => {
  const mara = await company()
  const boss = await app.signIn({ can: ['configuration_edit'], colleagueOf: mara })
  const stranger = await app.signIn({ can: ['configuration_edit'] })
  // Closed today, and tomorrow too, should the test run over midnight.
  const closed = [dayOf(Date.now()), dayOf(Date.now() + DAY_MS)]
  const opens = `${dayOf(Date.now() + 2 * DAY_MS)}T00:00:00.000Z`
  const early = { name: 'Early shift', time_zone: 'UTC', week: ALL_DAY, holidays: closed }
  const { data: calendar } = await boss.call(configuration.addCalendar, { body: early })
  const { data: foreign } = await stranger.call(configuration.addCalendar, { body: early })
  const ann = await onQa(mara, 'Ann', { calendar_id: calendar.id })
  const id = await enquiry(mara)

  await workOff(app)
  expect(await qaOf([id])).toEqual([null])
  expect(await whyOf(mara, id)).toBe('Nobody on the list can take it: off shift')
  expect((await dues(mara)).map(({ at }) => new Date(at).toISOString())).toEqual([opens])
  const {
    data: [seen],
  } = await mara.call(autoAssignQa.list, { query: {} })
  expect(seen).toMatchObject({
    hours: 'Early shift',
    state: 'off_shift',
    state_reason: 'Does not work at this hour (Early shift).',
    state_until: opens,
  })
  await expect(
    mara.call(autoAssignQa.save, { params: { id: ann.entry }, body: { calendar_id: foreign.id } }),
  ).rejects.toThrow('400 There is no such calendar')
  await expect(boss.call(configuration.removeCalendar, { params: { id: calendar.id } })).rejects.toThrow(
    '409 People on the assignment lists work by Early shift: give them other hours first.',
  )

  await boss.call(configuration.changeCalendar, { params: { id: calendar.id }, body: { ...early, holidays: [] } })
  await workOff(app)
  expect(await qaOf([id])).toEqual([ann.id])
})

test('nobody who comes back is made up for more than 3 leads', async () => {
  const mara = await company()
  const [ann, ben] = [await onQa(mara, 'Ann'), await onQa(mara, 'Ben')]
  await app.sql(mara.companyId, 'update assignment_entries set expected = 50 where staff_id = $1', [ann.id])
  const ids = []
  for (let lead = 0; lead < 10; lead++) ids.push(await enquiry(mara))

  await workOff(app)

  const owners = await qaOf(ids)
  expect(owners.filter((id) => id === ann.id)).toHaveLength(7)
  expect(owners.filter((id) => id === ben.id)).toHaveLength(3)
})

test('further leads of a company go to the rep who has its earlier ones, which counts as received and is made up for', async () => {
  const mara = await company()
  const [rae, sam] = [await onSales(mara, 'Rae'), await onSales(mara, 'Sam')]
  const first = await validLead(mara, 'one@aziz.example')
  await workOff(app)
  expect(await repOf([first])).toEqual([rae.id])

  const further = [await validLead(mara, 'two@aziz.example'), await validLead(mara, 'three@aziz.example')]
  await workOff(app)
  const others = []
  for (let lead = 0; lead < 3; lead++) others.push(await validLead(mara, `x@mill${lead}.example`))
  await workOff(app)

  expect(await repOf(further)).toEqual([rae.id, rae.id])
  expect(await repOf(others)).toEqual([sam.id, sam.id, sam.id])
  expect(await decisionOf(mara, further[0]!)).toMatchObject({
    sticky: true,
    why: 'Rae has the earlier valid leads of this e-mail domain.',
  })
  expect(
    await app.sql(
      mara.companyId,
      'select staff_id, received, gifts from assignment_days where company_id = $1 order by 1',
      [mara.companyId],
    ),
  ).toEqual([
    { staff_id: rae.id, received: 3, gifts: 2 },
    { staff_id: sam.id, received: 3, gifts: 0 },
  ])
})

test('where known companies are not to stay with their rep, the rotation alone decides; another company’s setting is its own', async () => {
  const [mara, eve] = [await company(), await company()]
  const settings = async (who: TestPerson) => app.signIn({ can: ['configuration_edit'], colleagueOf: who })
  const [boss, other] = [await settings(mara), await settings(eve)]
  expect((await boss.call(configuration.routing, {})).data).toMatchObject({ known_domains: true })
  await boss.call(configuration.setRouting, { body: { known_domains: false } })
  await onSales(mara, 'Ann')
  await onSales(mara, 'Ben')

  const ids = [await validLead(mara, 'one@loom.example'), await validLead(mara, 'two@loom.example')]
  await workOff(app)

  expect(new Set(await repOf(ids)).size).toBe(2)
  expect((await other.call(configuration.routing, {})).data).toMatchObject({ known_domains: true })
  const stored = 'select sticky from assignment_settings where company_id = $1'
  expect(await app.sql(mara.companyId, stored, [mara.companyId])).toEqual([{ sticky: false }])
  expect(await app.sql(eve.companyId, stored, [eve.companyId])).toEqual([])
})

test('mail for anyone ties nobody to a rep, nor does a rep who cannot take it, nor another company’s', async () => {
  const [mara, eve] = [await company(), await company()]
  const [rae, sam] = [await onSales(mara, 'Rae'), await onSales(mara, 'Sam')]
  const zoe = await onSales(eve, 'Zoe')
  const free = [await validLead(mara, 'a@gmail.com'), await validLead(mara, 'b@gmail.com')]
  const theirs = await validLead(eve, 'a@aziz.example')
  await workOff(app)
  expect(await repOf([...free, theirs])).toEqual([rae.id, sam.id, zoe.id])

  const held = await validLead(mara, 'c@aziz.example')
  await workOff(app)
  expect(await repOf([held])).toEqual([rae.id])
  await mara.call(autoAssignSales.update, { body: { id: rae.entry, status: 'paused' } })
  const next = await validLead(mara, 'd@aziz.example')
  await workOff(app)
  expect(await repOf([next])).toEqual([sam.id])
  expect(await decisionOf(mara, next)).toMatchObject({ sticky: false })
})

test('after all of this every stored choice, made again, is the same, and nothing contradicts itself', async () => {
  const problems = await contradictions(app.owner)

  // Leads were put there by hand, and a tally was set.
  expect(
    problems.filter(
      (problem) => !/has received|is there with|status is|sales_person is|assigned_qa is|waits/.test(problem),
    ),
  ).toEqual([])
})
