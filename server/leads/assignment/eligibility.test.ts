import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import { availability } from '#contract/leads/availability.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { profile } from '#contract/portal/profile.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { ALWAYS } from '#server/test/calendars.ts'
import { markDue, storedLead, workOffTogether } from '#server/test/journey.ts'
import { MANAGER_KEYS, QA_KEYS, workOff } from '#server/test/leads.ts'
import { rotationOf, whyUnassigned } from '#server/test/rotation.ts'
import { putProducts } from '#server/test/products.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { company, onQa, enquiry, qaOf, decisionOf, contradictedChoices } = rotationOf(app)

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const dues = async (mara: TestPerson) =>
  (
    await app.owner.query(`select at from identity.due where company_id = $1 and kind = 'assign' order by at`, [
      mara.companyId,
    ])
  ).rows

test('each lead goes to somebody who takes its country, source and category, and the others are told why not', async () => {
  const mara = await company()
  await putProducts(
    app,
    mara,
    { code: 'P', name: 'Pump', category: 'Pumps' },
    { code: 'H', name: 'Hose', category: 'Hoses' },
  )
  const [deb, pam, sue] = [
    await onQa(mara, 'Deb', { accepts_countries: ['DE'] }),
    await onQa(mara, 'Pam', { accepts_categories: ['Pumps'], accepts_countries: ['PK', 'FR'] }),
    await onQa(mara, 'Sue', { accepts_sources: ['event'] }),
  ]
  const [product] = await app.sql(mara.companyId, `select id from products where code = 'P'`)
  const german = await enquiry(mara)
  const french = await enquiry(mara, 'FR')
  const pumps = await enquiry(mara, 'PK')
  await app.sql(mara.companyId, 'update lead_items set product_id = $1 where lead_id = $2', [product.id, pumps])

  await workOff(app)

  expect(await qaOf([german, french, pumps])).toEqual([deb.id, null, pam.id])
  const { considered } = await decisionOf(mara, pumps)
  expect(considered.map(({ staff, eligible, reason }) => [staff.name, eligible, reason])).toEqual([
    ['Deb', false, 'does not accept Pakistan'],
    ['Pam', true, undefined],
    ['Sue', false, 'does not accept the source “Added manually”'],
  ])
  expect((await decisionOf(mara, german)).considered[1]!.reason).toBe('does not accept Germany')
  expect(await whyUnassigned(mara, french)).toBe(
    'Nobody on the list is eligible: does not accept its country, source or category',
  )

  await mara.call(autoAssignQa.save, { params: { id: sue.entry }, body: { accepts_sources: [] } })
  await workOff(app)
  expect(await qaOf([french])).toEqual([sue.id])
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
  for (const person of [mara, other])
    await putProducts(app, person, { code: 'V1', name: 'Ball valve', category: 'Valves' })
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
  expect(await whyUnassigned(mara, ids[4]!)).toBe('Nobody on the list is eligible: at the daily cap of 3')
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
  expect(await whyUnassigned(mara, ids[2]!)).toBe('Nobody on the list is eligible: at the open cap of 2')

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
  const day = dayIn(2)
  const ann = await onQa(mara, 'Ann', { away_until: day })
  const id = await enquiry(mara)
  await workOff(app)
  expect(await whyUnassigned(mara, id)).toBe('Nobody on the list is eligible: away')
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

test('whoever is off shift is given nothing until their hours begin; a change of the hours counts at once', async () => {
  const mara = await company()
  const boss = await app.signIn({ can: ['configuration_edit'], colleagueOf: mara })
  const stranger = await app.signIn({ can: ['configuration_edit'] })
  // Closed today, and tomorrow too, should the test run over midnight.
  const closed = [dayIn(0), dayIn(1)]
  const opens = `${dayIn(2)}T00:00:00.000Z`
  const early = { ...ALWAYS, name: 'Early shift', time_zone: 'UTC', holidays: closed }
  const { data: calendar } = await boss.call(configuration.addCalendar, { body: early })
  const { data: foreign } = await stranger.call(configuration.addCalendar, { body: early })
  const ann = await onQa(mara, 'Ann', { calendar_id: calendar.id })
  const id = await enquiry(mara)

  await workOff(app)
  expect(await qaOf([id])).toEqual([null])
  expect(await whyUnassigned(mara, id)).toBe('Nobody on the list is eligible: off shift')
  expect((await dues(mara)).map(({ at }) => new Date(at).toISOString())).toEqual([opens])
  const {
    data: [seen],
  } = await mara.call(autoAssignQa.list, { query: {} })
  expect(seen).toMatchObject({
    hours: 'Early shift',
    state: 'off_shift',
    state_reason: 'Off shift (Early shift).',
    state_until: opens,
  })
  await expect(
    mara.call(autoAssignQa.save, { params: { id: ann.entry }, body: { calendar_id: foreign.id } }),
  ).rejects.toThrow('400 This calendar does not exist')
  await expect(boss.call(configuration.removeCalendar, { params: { id: calendar.id } })).rejects.toThrow(
    '409 People on the assignment lists use Early shift. Give them other hours first.',
  )

  await boss.call(configuration.changeCalendar, { params: { id: calendar.id }, body: { ...early, holidays: [] } })
  await workOff(app)
  expect(await qaOf([id])).toEqual([ann.id])
})
test('after all of this every stored choice, made again, is the same, and nothing contradicts itself', async () => {
  expect(await contradictedChoices()).toEqual([])
})
