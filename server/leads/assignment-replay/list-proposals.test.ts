import { afterAll, describe, expect, test } from 'vitest'
import { assignmentReplay } from '#contract/leads/assignment-replay.ts'
import type { OpenRange } from '#contract/platform/calendar.ts'
import { configuration } from '#contract/leads/configuration.ts'
import { startTestApp } from '#server/test/app.ts'
import { HOUR, received, replay, REPLAY_KEYS, replaysOf } from '#server/test/assignment-replay.ts'
import { putLead } from '#server/test/journey.ts'
import { QA_KEYS } from '#server/test/leads.ts'
import { putProducts } from '#server/test/products.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const { TODAY, ago, company, onList, entryOf, put } = replaysOf(app)

describe('beside today stands who would have received what', () => {
  test('with twice the weight: two thirds of two', async () => {
    const { mara, ann } = await company()
    await put(mara, 12)

    const data = await replay(mara, { change: { id: ann.entry, weight: 2 } })

    expect(received(data, 'today')).toEqual({ Ann: 6, Ben: 6 })
    expect(received(data, 'proposed')).toEqual({ Ann: 8, Ben: 4 })
    expect(data.people.map(({ proposed }) => proposed!.fair_share)).toEqual([8, 4])
    expect(data.moved).toBeGreaterThanOrEqual(2)
  })

  test('with a daily cap: what is over goes to the other', async () => {
    const { mara, ann } = await company()
    await put(mara, 12)

    const data = await replay(mara, { change: { id: ann.entry, daily_cap: 2 } })

    expect(received(data, 'proposed')).toEqual({ Ann: 2, Ben: 10 })
    expect(data.proposed).toMatchObject({ received: 12, waited: 0, left: 0 })
  })

  test('with an open cap: what is held already counts, and what was done makes room', async () => {
    const { mara, ann, ben } = await company()
    const held = { created_at: ago(40 * 24), assigned_at: ago(40 * 24), assigned_qa: ann.id }
    await putLead(app, mara, { ...held, status: 'in-progress' })
    await putLead(app, mara, { ...held, status: 'invalid', validated_at: ago(18 * 24) })
    await put(mara, 4, (at) => ({
      created_at: ago(20 * 24 - 24 * at),
      assigned_at: ago(20 * 24 - 24 * at),
      assigned_qa: ben.id,
      status: 'in-progress',
    }))

    const data = await replay(mara, { change: { id: ann.entry, open_cap: 2 } })

    expect(received(data, 'today')).toEqual({ Ann: 2, Ben: 2 })
    expect(data.people.map(({ actual }) => actual.received)).toEqual([0, 4])
    // Two that she holds fill the cap until one is done on the third day.
    expect(received(data, 'proposed')).toEqual({ Ann: 1, Ben: 3 })
  })

  test('with working hours: leads wait for the morning, and it says how long', async () => {
    const { mara, ann, ben } = await company()
    await app.sql(mara.companyId, `update assignment_entries set status = 'paused' where id = $1`, [ben.entry])
    const week = Array.from({ length: 7 }, (): OpenRange[] => [['09:00', '17:00']])
    const { data: calendar } = await mara.call(configuration.addCalendar, {
      body: { name: 'Days', time_zone: 'UTC', week, holidays: [] },
    })
    await put(mara, 4, (at) => ({ created_at: ago(20 * 24 - 2 * at - 4) }))

    const data = await replay(mara, { change: { id: ann.entry, calendar_id: calendar.id } })

    expect(data.today).toMatchObject({ received: 4, waited: 0, longest_wait_ms: 0 })
    // They came at 4, 6, 8 and 10.
    expect(data.proposed).toMatchObject({
      received: 4,
      waited: 3,
      median_wait_ms: HOUR,
      p90_wait_ms: 5 * HOUR,
      longest_wait_ms: 5 * HOUR,
    })
    expect(data.moved).toBe(0)
  })

  test('with countries: what nobody takes any more is counted', async () => {
    const { mara, ann } = await company()
    await put(mara, 6, (at) => ({ country: at % 2 ? 'DE' : 'FR' }))

    const data = await replay(mara, {
      change: { id: ann.entry, accepts_countries: ['Germany'] },
      remove: { id: await entryOf(mara, 'Ben') },
    })

    expect(data.today).toMatchObject({ received: 6, left: 0 })
    expect(data.proposed).toMatchObject({ received: 3, left: 3, refused: 3 })
    expect(data.people.find(({ name }) => name === 'Ben')).toMatchObject({ today: { received: 3 }, proposed: null })
  })

  test('with categories: what the products of a lead are counts', async () => {
    const { mara, ann } = await company()
    await put(mara, 4)
    const [product] = await putProducts(app, mara, { code: 'P', name: 'Pump', category: 'Pumps' })
    await app.sql(
      mara.companyId,
      'update lead_items set product_id = $1 where lead_id = (select min(id) from leads where company_id = $2)',
      [product, mara.companyId],
    )

    const data = await replay(mara, { change: { id: ann.entry, accepts_categories: ['Pumps'] } })

    expect(received(data, 'proposed')).toEqual({ Ann: 1, Ben: 3 })
  })

  test('with somebody more, who begins even with the others', async () => {
    const { mara } = await company()
    await put(mara, 9)
    const cem = await app.signIn({ colleagueOf: mara, name: 'Cem', can: QA_KEYS })

    const data = await replay(mara, { add: { sid: cem.id } })

    expect(received(data, 'today')).toEqual({ Ann: 5, Ben: 4, Cem: null })
    expect(received(data, 'proposed')).toEqual({ Ann: 3, Ben: 3, Cem: 3 })
  })

  test('with an absence of ten days: it is moved to the first ten', async () => {
    const { mara, ann } = await company()
    await put(mara, 10, (at) => ({ created_at: ago((29 - 2 * at) * 24) }))
    const back = new Date(TODAY + 10 * 24 * HOUR).toISOString().slice(0, 10)

    const data = await replay(mara, { change: { id: ann.entry, away_until: back } })

    // Five came before she was back; of the other five the turns go on.
    expect(received(data, 'proposed')).toEqual({ Ann: 3, Ben: 7 })
  })
})

test('misses are of the target of QA from when somebody is given the lead, with the time that it really took', async () => {
  const { mara, ann, ben } = await company()
  const week = Array.from({ length: 7 }, (): OpenRange[] => [['00:00', '24:00']])
  const nights = Array.from({ length: 7 }, (): OpenRange[] => [['22:00', '24:00']])
  const { data: always } = await mara.call(configuration.addCalendar, {
    body: { name: 'Always', time_zone: 'UTC', week, holidays: [] },
  })
  const { data: late } = await mara.call(configuration.addCalendar, {
    body: { name: 'Late', time_zone: 'UTC', week: nights, holidays: [] },
  })
  expect((await replay(mara)).today.misses).toBeNull()
  await app.sql(
    mara.companyId,
    `insert into sla_targets (company_id, clock, minutes, calendar_id) values ($1, 'handling', 120, $2)`,
    [mara.companyId, always.id],
  )
  await put(mara, 4, (at) => ({
    assigned_at: ago(20 * 24 - at),
    assigned_qa: at % 2 ? ann.id : ben.id,
    status: 'in-progress',
    in_progress_at: ago(20 * 24 - at - (at === 0 ? 1 : 3)),
  }))

  const data = await replay(mara, { change: { id: ben.entry, calendar_id: late.id } })

  expect(data.actual).toMatchObject({ received: 4, misses: 3, longest_wait_ms: 0 })
  expect(data.today.misses).toBe(3)
  expect(data.proposed.misses).toBe(3)
  expect(data.people.map(({ proposed }) => proposed!.misses)).toEqual([3, 0])
})

test('in sales the clock runs from the verdict: whoever waits for a person misses the target', async () => {
  const mara = await app.signIn({ can: REPLAY_KEYS, name: 'Mara' })
  const ann = await onList(mara, 'Ann', 'sales')
  const week = Array.from({ length: 7 }, (): OpenRange[] => [['09:00', '17:00']])
  const { data: calendar } = await mara.call(configuration.addCalendar, {
    body: { name: 'Days', time_zone: 'UTC', week, holidays: [] },
  })
  const { data: always } = await mara.call(configuration.addCalendar, {
    body: { name: 'Always', time_zone: 'UTC', week: week.map((): OpenRange[] => [['00:00', '24:00']]), holidays: [] },
  })
  await app.sql(
    mara.companyId,
    `insert into sla_targets (company_id, clock, minutes, calendar_id) values ($1, 'response', 120, $2)`,
    [mara.companyId, always.id],
  )
  // Valid at 1 and 10 in the morning, given at once and answered within the hour.
  for (const hour of [1, 10])
    await putLead(app, mara, {
      status: 'valid',
      created_at: ago(60 * 24),
      validated_at: ago(20 * 24 - hour),
      sales_person: ann.id,
      sales_assigned_at: ago(20 * 24 - hour),
      first_response_at: ago(20 * 24 - hour - 1),
      enquiry_status: 'contacted',
    })
  await putLead(app, mara, { status: 'valid', kind: 'registration', validated_at: ago(20 * 24) })

  const { data } = await mara.call(assignmentReplay.sales, {
    body: { change: { id: ann.entry, calendar_id: calendar.id } },
  })

  expect(data).toMatchObject({
    leads: 2,
    actual: { misses: 0 },
    today: { misses: 0 },
    proposed: { misses: 1, waited: 1 },
  })
})
