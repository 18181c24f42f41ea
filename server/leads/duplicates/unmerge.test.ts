import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { salesDashboard } from '#contract/leads/sales-dashboard.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { makeRollups } from '#server/leads/totals/refresh-counts.ts'
import { startTestApp } from '#server/test/app.ts'
import { CALENDAR_KEYS, withCalendar } from '#server/test/calendars.ts'
import { putLead, refusal, storedLead } from '#server/test/journey.ts'
import { arrive, comment, everything, merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'
import { setOtherwise } from '#server/test/set-anew.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { COLUMNS_OF } from './fields.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ada = await app.signIn({ can: [...MERGE_KEYS, 'assigned_leads_list', 'assigned_leads_edit_status'], name: 'Ada' })

test('what was changed after the merge stays, and is told field by field', async () => {
  const winner = await putLead(app, ada, { city: null, website: null })
  const loser = await putLead(app, ada, { city: 'Lahore', website: 'https://pair.example' }, [
    { product_name: 'Pump', quantity: 1 },
  ])
  const { data } = await merge(ada, winner, loser)
  await app.sql(ada.companyId, `update leads set city = 'Multan' where id = $1`, [winner])
  await app.sql(ada.companyId, `delete from lead_items where lead_id = $1 and product_name = 'Pump'`, [winner])
  await comment(ada, winner, 'Said after the merge')

  const { data: apart } = await unmerge(ada, data.merge.id)

  expect(apart.kept).toEqual([
    { field: 'address', message: 'The address was changed after the merge' },
    { field: 'products', message: '1 of the products have been removed since' },
  ])
  expect(apart.winner).toMatchObject({ city: 'Multan', website: null })
  expect(apart.loser).toMatchObject({ city: 'Lahore', website: 'https://pair.example', products: [] })
  expect((await storedLead(app, loser)).total_quantity).toBe(0)
  expect((await ada.call(leadDetails.comments, { params: { id: winner } })).data).toHaveLength(1)
})

test('a lead asks for the products that it has when it comes out, though it was valid meanwhile and kept its total', async () => {
  const winner = await putLead(app, ada, { status: 'assigned', assigned_qa: ada.id })
  const loser = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
  await ada.call(assignedLeads.validate, { body: { enquiryId: loser } })
  const { data } = await merge(ada, winner, loser)
  const { verdict_id, total_quantity } = await storedLead(app, winner)
  await app.sql(ada.companyId, `delete from lead_items where lead_id = $1`, [winner])

  await unmerge(ada, data.merge.id)

  expect([verdict_id, total_quantity]).toEqual([expect.any(Number), 2])
  expect(await storedLead(app, winner)).toMatchObject({ status: 'assigned', total_quantity: 0 })
  expect(await storedLead(app, loser)).toMatchObject({ status: 'valid', total_quantity: 2 })
})

test('a lead that was validated while two were one keeps what its verdict found when they are taken apart', async () => {
  const winner = await putLead(app, ada, { status: 'in-progress', assigned_qa: ada.id })
  const loser = await putLead(app, ada, {}, [{ product_name: 'Pump', quantity: 3 }])
  const { data } = await merge(ada, winner, loser)
  await ada.call(assignedLeads.validate, { body: { enquiryId: winner } })

  const { data: apart } = await unmerge(ada, data.merge.id)

  expect(apart.winner).toMatchObject({ status: 'valid', total_quantity: 5, products: [{ quantity: 2 }] })
  expect(apart.loser).toMatchObject({ total_quantity: 3, products: [{ quantity: 3 }] })
})

test('a decision that was made after the merge stays whole, also where the merge had changed another part of it', async () => {
  const winner = await putLead(app, ada, { status: 'invalid', assigned_qa: ada.id, city: null })
  const loser = await putLead(app, ada, { status: 'invalid', city: 'Lahore' })
  const { data } = await merge(ada, winner, loser, { choices: { decision: 'loser' } })
  const merged = await storedLead(app, winner)
  await app.sql(ada.companyId, `update leads set status = 'new', reason_code = null where id = $1`, [winner])

  const { data: apart } = await unmerge(ada, data.merge.id)

  expect(merged).toMatchObject({ status: 'invalid', assigned_qa: null, city: 'Lahore' })
  expect(apart.kept).toEqual([{ field: 'decision', message: 'The status was changed after the merge' }])
  expect(await storedLead(app, winner)).toMatchObject({ status: 'new', assigned_qa: null, city: null })
  expect(await storedLead(app, loser)).toMatchObject({ status: 'invalid', reason_code: 'other', deleted_at: null })
})

test('a lead inside a lead that was merged again comes out after that one', async () => {
  const [a, b, c] = [await arrive(app, ada), await arrive(app, ada), await arrive(app, ada)]
  const before = await everything(app, [a, b, c])
  const inner = await merge(ada, b, a)
  const outer = await merge(ada, c, b)

  const refused = await refusal(unmerge(ada, inner.data.merge.id))
  await unmerge(ada, outer.data.merge.id)
  await unmerge(ada, inner.data.merge.id)

  expect(refused).toMatchObject({ status: 409, code: 'merged' })
  expect(await everything(app, [a, b, c])).toEqual(before)
})

test('a lead inside a lead that was deleted is not restored by itself, and is told where it is', async () => {
  const boss = await app.signIn({ can: [...MERGE_KEYS, 'marketing_leads_delete'], colleagueOf: ada })
  const [winner, loser] = [await arrive(app, ada), await arrive(app, ada)]
  await merge(ada, winner, loser)
  await boss.call(leadEdits.remove, { body: { enquiryId: winner } })
  const before = await everything(app, [winner, loser])

  const refused = await refusal(boss.call(leadEdits.restore, { body: { enquiryId: loser } }))

  expect(refused).toMatchObject({
    status: 409,
    code: 'merged',
    message: expect.stringContaining('merged into another one'),
  })
  expect(await everything(app, [winner, loser])).toEqual(before)
})

test('the general undo points to unmerging, for the merge and for its end', async () => {
  const [winner, loser] = [await putLead(app, ada, { city: null }), await putLead(app, ada, { city: 'Lahore' })]
  const { data } = await merge(ada, winner, loser)
  const newest = async () => (await ada.call(leadDetails.history, { params: { id: winner }, query: {} })).data[0]!
  const merged = await newest()
  const refuse = (changeSet: string) => refusal(ada.call(changes.undo, { body: { changeSet } }))
  const refusedMerge = await refuse(merged.change_set)
  await unmerge(ada, data.merge.id)
  const apart = await newest()

  expect([merged.act, apart.act]).toEqual(['duplicates.merge', 'duplicates.unmerge'])
  for (const told of [refusedMerge, await refuse(apart.change_set)])
    expect(told).toMatchObject({ status: 409, code: 'not_undoable', message: expect.stringContaining('Unmerge') })
})

test('the clock goes with the status that the winner takes, and stops when it is given back', async () => {
  const { person } = await withCalendar(app)
  const boss = await app.signIn({ can: MERGE_KEYS, colleagueOf: person })
  const clocks = async (id: number) =>
    (
      await app.sql(boss.companyId, 'select clock, started_at from lead_clocks where lead_id = $1 order by 1', [id])
    ).map(({ clock, started_at }) => [clock, new Date(started_at).toISOString()])
  const given = '2026-11-02T08:00:00.000Z'
  const winner = await putLead(app, boss)
  const loser = await putLead(app, boss, { status: 'assigned', assigned_qa: boss.id, assigned_at: given })

  const { data } = await merge(boss, winner, loser)
  const merged = await clocks(winner)
  await unmerge(boss, data.merge.id)

  expect(merged).toEqual([['handling', given]])
  expect([await clocks(winner), await clocks(loser)]).toEqual([[], [['handling', given]]])
})

test('what was answered in time stays so where the winner takes the verdict, for the seller too, and each lead has its own again', async () => {
  const [{ person }, other] = [await withCalendar(app), await withCalendar(app)]
  const boss = await app.signIn({
    can: [...MERGE_KEYS, ...CALENDAR_KEYS, 'assigned_leads_list', 'sales_dashboard_view'],
    colleagueOf: person,
  })
  const [winner, loser, theirs] = [
    await putLead(app, boss),
    await putLead(app, boss),
    await putLead(app, other.person, { status: 'assigned', assigned_qa: other.person.id }),
  ]
  await boss.call(marketingLeads.assign, { body: { leadIds: [winner, loser], staffId: boss.id } })
  await boss.call(assignedLeads.start, { body: { enquiryId: loser } })
  await boss.call(assignedLeads.validate, { body: { enquiryId: loser } })
  await boss.call(marketingLeads.assign, { body: { leadIds: [loser], staffId: boss.id } })
  await boss.call(validLeads.setEnquiryStatus, { body: { enquiryId: loser, enquiry_status: 'contacted' } })
  const clocks = async (id: number) =>
    (
      await app.owner.query(
        `select to_jsonb(k) - 'lead_id' - 'revision' as clock from lead_clocks k where lead_id = $1 order by clock`,
        [id],
      )
    ).rows.map(({ clock }) => clock)
  const inTime = async () => (await boss.call(salesDashboard.list, { query: {} })).data.map(({ sla_hit }) => sla_hit)
  const [ofWinner, ofLoser, ofTheirs] = [await clocks(winner), await clocks(loser), await clocks(theirs)]
  expect([ofWinner.length, ofLoser.length, await inTime()]).toEqual([1, 2, [1]])

  for (const made of [false, true]) {
    if (made) await makeRollups(app.services.tenants, boss.companyId)
    const { data } = await merge(boss, winner, loser)
    expect([await clocks(winner), await inTime()]).toEqual([ofLoser, [1]])
    await unmerge(boss, data.merge.id)
    expect([await clocks(winner), await clocks(loser), await inTime()]).toEqual([ofWinner, ofLoser, [1]])
  }
  expect(await clocks(theirs)).toEqual(ofTheirs)
  expect(await setOtherwise(app.services.tenants, boss.companyId)).toEqual([])
})

test('whether a sales person accepts a lead is looked after wherever they go with it, and back', async () => {
  const cara = await app.signIn({ can: MERGE_KEYS })
  const rep = await app.signIn({ colleagueOf: cara })
  const [winner, loser] = [
    await putLead(app, cara),
    await putLead(app, cara, { status: 'valid', sales_person: rep.id }),
  ]
  await app.sql(
    cara.companyId,
    `insert into lead_acceptances (company_id, lead_id, staff_id, due_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [cara.companyId, loser, rep.id],
  )
  const awaited = async () =>
    (await app.sql(cara.companyId, 'select lead_id::int as id, due_at is not null as due from lead_acceptances')).map(
      ({ id, due }) => [id, due],
    )

  const { data } = await merge(cara, winner, loser)
  const merged = await awaited()
  await unmerge(cara, data.merge.id)

  expect([merged, await awaited()]).toEqual([[[winner, true]], [[loser, true]]])
})

test('nothing else brings a merged lead back', async () => {
  const [winner, loser] = [await putLead(app, ada), await putLead(app, ada)]
  const boss = await app.signIn({ can: ['marketing_leads_list', 'marketing_leads_delete'], colleagueOf: ada })
  await merge(ada, winner, loser)

  expect(await refusal(boss.call(leadEdits.restore, { body: { enquiryId: loser } }))).toMatchObject({
    status: 409,
    code: 'merged',
  })
  expect(await refusal(boss.call(leadEdits.remove, { body: { enquiryId: loser } }))).toMatchObject({
    status: 409,
    details: { into: { id: winner } },
  })
  await expect(app.sql(ada.companyId, 'update leads set deleted_at = null where id = $1', [loser])).rejects.toThrow(
    /is part of another/,
  )
})

test('whatever two leads are and whatever is chosen: merged and taken apart they are what they were', async () => {
  const next = randomFrom(SEED)
  const one = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T
  const staff = await Promise.all([0, 1].map(() => app.signIn({ colleagueOf: ada })))
  const text = () => one([null, 'Text', 'Ünïcödé “text”', "it's; drop table"])
  const put = async () => {
    const status = one(['new', 'assigned', 'in-progress', 'on_hold', 'valid', 'invalid'])
    const id = await putLead(
      app,
      ada,
      {
        status,
        ...(status === 'new'
          ? {}
          : { assigned_qa: one(staff).id, assigned_how: 'auto', assigned_at: new Date().toISOString() }),
        ...(status === 'valid' && next() > 0.5 ? { sales_person: one(staff).id } : {}),
        ...(status === 'valid' ? { enquiry_status: one(['open', 'contacted', 'won']) } : {}),
        ...(status === 'on_hold' ? { on_hold_until: '2026-12-01' } : {}),
        name: one(['Yuki', 'Noor']),
        email: one([null, 'a@x.example', 'b@x.example']),
        phone: one([null, '+49301234567']),
        phone_sent: one(['030 7654321', '030 1234567']),
        further: one([null, '[{"kind":"email","label":"Work","value":"c@x.example"}]']),
        company: text(),
        website: text(),
        city: text(),
        state: text(),
        zip_code: text(),
        address: text(),
        message: text(),
        country: one([null, 'DE', 'PK']),
        source: one(['website_form', 'import']),
        utm: one([null, '{"source":"fair"}']),
        first_response_at: one([null, '2026-03-12T08:00:00.123456Z']),
      },
      Array.from({ length: Math.floor(next() * 3) }, () => ({
        product_name: one(['Hose', 'Pump']),
        quantity: one([1, 2]),
      })),
    )
    for (let at = 0; at < Math.floor(next() * 3); at++) await comment(ada, id, `Comment ${at}`)
    if (status === 'valid' || status === 'invalid') {
      const [verdict] = await app.sql(
        ada.companyId,
        `insert into lead_verdicts (company_id, lead_id, verdict, by_person, products)
         select $1, $2, $3, $4, coalesce(jsonb_agg(jsonb_build_object('id', id, 'product_id', product_id, 'product_name', product_name,
           'quantity', quantity, 'total_quantity', total_quantity)), '[]') from lead_items where lead_id = $2 returning id`,
        [ada.companyId, id, status, ada.id],
      )
      await app.sql(ada.companyId, 'update leads set verdict_id = $2 where id = $1', [id, verdict.id])
    }
    if (status === 'new')
      await app.sql(ada.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'qa', $2)`, [
        ada.companyId,
        id,
      ])
    if (status === 'valid')
      await app.sql(
        ada.companyId,
        `insert into assignment_queue (company_id, list, lead_id) select company_id, 'sales', id from leads where id = $1 and sales_person is null`,
        [id],
      )
    return id
  }
  const FIELDS = Object.keys(COLUMNS_OF)

  for (let round = 0; round < howMany(8, 40); round++) {
    const [winner, loser] = [await put(), await put()]
    const before = await everything(app, [winner, loser])
    const choices = Object.fromEntries(
      FIELDS.flatMap((field) => (next() > 0.5 ? [[field, one(['winner', 'loser'])]] : [])),
    )
    const { data } = await merge(ada, winner, loser, { choices: { sales_person: 'winner', ...choices } })
    const merged = await everything(app, [winner, loser])
    const { data: apart } = await unmerge(ada, data.merge.id)

    expect(merged).not.toEqual(before)
    expect(merged.map(({ of, row }) => `${of} ${row.id}`).filter((row) => /items|comments|verdicts/.test(row))).toEqual(
      before.map(({ of, row }) => `${of} ${row.id}`).filter((row) => /items|comments|verdicts/.test(row)),
    )
    expect(apart.kept).toEqual([])
    expect(await everything(app, [winner, loser])).toEqual(before)
  }
})
