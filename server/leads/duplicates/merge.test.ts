import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { bulk } from '#contract/leads/bulk.ts'
import { duplicates } from '#contract/leads/duplicates.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { sourceDetails } from '#contract/leads/source-details.ts'
import { startTestApp } from '#server/test/app.ts'
import { withCalendar } from '#server/test/calendars.ts'
import { putLead, refusal, storedLead } from '#server/test/journey.ts'
import { comment, everything, merge, MERGE_KEYS, unmerge } from '#server/test/merges.ts'
import { COLUMNS_OF, MOVED_TABLES, OWN_COLUMNS, STAYING_TABLES } from './fields.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const ada = await app.signIn({ can: MERGE_KEYS, name: 'Ada' })
const eve = await app.signIn({ can: MERGE_KEYS, name: 'Eve' })
const preview = async (winnerId: number, loserId: number, choices = {}) =>
  (await ada.call(duplicates.preview, { body: { winnerId, loserId, choices } })).data
const numberOf = async (id: number): Promise<number> => Number((await storedLead(app, id)).lead_no)

test('every column of a lead, and every table that refers to one, has its rule for merging', async () => {
  const { rows: columns } = await app.owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'leads'::regclass and attnum > 0 and not attisdropped`,
  )
  const { rows: tables } = await app.owner.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'leads'::regclass`,
  )

  expect([...Object.values(COLUMNS_OF).flat(), ...OWN_COLUMNS].toSorted()).toEqual(
    columns.map(({ name }) => name).toSorted(),
  )
  expect([...MOVED_TABLES, ...STAYING_TABLES].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test('the preview tells each field that differs, and the merge does just that', async () => {
  const winner = await putLead(app, ada, {
    email: 'noor@pair.example',
    company: null,
    city: 'Lahore',
    message: 'Hoses',
  })
  const loser = await putLead(
    app,
    ada,
    { email: 'noor@pair.example', company: 'Pair', city: 'Karachi', message: 'Pumps', name: 'Noor Pair' },
    [{ product_name: 'Pump', quantity: 3 }],
  )
  await comment(ada, loser, 'Called twice')

  const seen = await preview(winner, loser, { address: 'loser' })
  const before = await storedLead(app, winner)
  const { data } = await merge(ada, winner, loser, {
    choices: { address: 'loser' },
    winnerVersion: seen.winner.version,
    loserVersion: seen.loser.version,
  })

  expect(seen.fields).toEqual([
    { field: 'name', winner: 'Yuki Tanabe', loser: 'Noor Pair', chosen: 'winner' },
    { field: 'company', winner: null, loser: 'Pair', chosen: 'loser' },
    { field: 'address', winner: 'Lahore, Pakistan', loser: 'Karachi, Pakistan', chosen: 'loser' },
    { field: 'message', winner: 'Hoses', loser: 'Pumps', chosen: 'both' },
    { field: 'products', winner: '2 × Hose', loser: '3 × Pump', chosen: 'both' },
  ])
  expect(seen).toMatchObject({ moves: { products: 1, comments: 1, verdicts: 0 }, total_quantity: 5 })
  expect(data.lead).toMatchObject({
    id: winner,
    name: 'Yuki Tanabe',
    company: 'Pair',
    city: 'Karachi',
    message: 'Hoses\n\nPumps',
    total_quantity: 5,
  })
  expect(data.lead.products.map(({ product_name }) => product_name)).toEqual(['Hose', 'Pump'])
  const after = await storedLead(app, winner)
  expect({ ...after, company: null, city: 'Lahore', message: 'Hoses', total_quantity: 2 }).toEqual({
    ...before,
    version: before.version + 1,
    products_version: before.version + 1,
    updated_at: after.updated_at,
  })
})

test('the old number leads to the winner: opened, searched, commented and in the history', async () => {
  const [first, second, third] = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]
  const inside = await app.signIn({ can: [...MERGE_KEYS, 'assigned_leads_edit_status'], colleagueOf: ada })
  await comment(ada, first, 'From the first')
  await merge(ada, second, first)
  await merge(ada, third, second)

  const opened = await ada.call(leadDetails.lead, { params: { id: first } })
  const { data: said } = await ada.call(leadDetails.comments, { params: { id: first } })
  const added = await comment(ada, first, 'To the old number')
  const byNew = await ada.call(leadDetails.history, { params: { id: third }, query: {} })
  const byOld = await ada.call(leadDetails.history, { params: { id: first }, query: {} })
  const desk = await inside.call(leadDetails.open, { body: { enquiryId: first } })
  const searched = await ada.call(marketingLeads.list, { query: { search: String(await numberOf(first)) } })

  expect([opened.data.id, desk.data.lead.id, added.data.leadId]).toEqual([third, third, third])
  expect(said.map(({ comment: text }) => text)).toEqual(['From the first'])
  expect(searched.data.map(({ id }) => id)).toContain(third)
  expect(byOld).toEqual(byNew)
  expect(byNew.data.filter(({ act }) => act === 'duplicates.merge')).toHaveLength(2)
  expect(byNew.data.flatMap(({ changes }) => changes.map(({ entity_id }) => entity_id))).toEqual(
    expect.arrayContaining([first, second]),
  )
  expect(byNew.data[1]).toMatchObject({
    reason: `No. ${await numberOf(second)} merged into no. ${await numberOf(third)}`,
  })
})

test('what a list finds by the old number is what is selected, due and summed up by source for it', async () => {
  const { person } = await withCalendar(app)
  const boss = await app.signIn({
    can: [...MERGE_KEYS, 'assigned_leads_list', 'marketing_leads_reassign', 'marketing_leads_analytics'],
    colleagueOf: person,
  })
  const winner = await putLead(app, boss, { email: null, source: 'phone' })
  const loser = await putLead(app, boss, { lead_no: 700_001, status: 'assigned', assigned_qa: boss.id, email: null })
  await merge(boss, winner, loser)
  await app.sql(boss.companyId, `update lead_clocks set due_at = now() - interval '1 hour' where lead_id = $1`, [
    winner,
  ])

  const query = { search: '700001' }
  const overdue = await boss.call(assignedLeads.list, { query: { ...query, clock: 'overdue' } })

  expect((await boss.call(marketingLeads.list, { query })).data.map(({ id }) => id)).toEqual([winner])
  expect([overdue.data.map(({ id }) => id), overdue.pagination.total]).toEqual([[winner], 1])
  expect((await boss.call(sourceDetails.get, { body: query })).data.sources).toMatchObject([
    { source: 'phone', received: 1 },
  ])
  expect((await boss.call(bulk.select, { body: { list: 'marketing', filter: query } })).data.count).toBe(1)
})

test('one change set tells the whole merge', async () => {
  const [winner, loser] = [await putLead(app, ada, { city: null }), await putLead(app, ada, { city: 'Lahore' })]

  await merge(ada, winner, loser)

  const { rows } = await app.owner.query(
    `select distinct change_set, act, actor_id from changes where company_id = $1 and root_id = any($2) and act = 'duplicates.merge'`,
    [ada.companyId, [winner, loser]],
  )
  const { rows: told } = await app.owner.query(
    `select entity, entity_id::int as id, verb from changes where company_id = $1 and change_set = $2 order by 1, 2`,
    [ada.companyId, rows[0].change_set],
  )
  expect(rows).toEqual([{ change_set: expect.any(String), act: 'duplicates.merge', actor_id: ada.id }])
  expect(told).toEqual([
    { entity: 'lead_merges', id: expect.any(Number), verb: 'created' },
    { entity: 'leads', id: winner, verb: 'updated' },
    { entity: 'leads', id: loser, verb: 'updated' },
  ])
})

test('the further lead keeps its decision; what repeats the other does not', async () => {
  const qa = await app.signIn({ colleagueOf: ada })
  const fresh = await putLead(app, ada)
  const working = await putLead(app, ada, { status: 'in-progress', assigned_qa: qa.id })
  const invalid = await putLead(app, ada, { status: 'invalid', reason_code: 'duplicate', duplicate_of: fresh })

  const kept = await merge(ada, fresh, working)
  const told = await refusal(merge(ada, invalid, fresh, { choices: { decision: 'winner' } }))
  const last = await merge(ada, invalid, fresh)

  expect(kept.data.lead).toMatchObject({ id: fresh, status: 'in-progress', assigned_qa: { id: qa.id } })
  expect(told).toMatchObject({ status: 400, errors: [{ field: 'choices.decision' }] })
  expect(last.data.lead).toMatchObject({ id: invalid, status: 'in-progress', reason_code: null })
})

test('two valid leads with different reps: whoever merges says who keeps the customer', async () => {
  const [one, other] = [await app.signIn({ colleagueOf: ada }), await app.signIn({ colleagueOf: ada })]
  const winner = await putLead(app, ada, { status: 'valid', sales_person: one.id })
  const loser = await putLead(app, ada, { status: 'valid', sales_person: other.id })

  const seen = await preview(winner, loser)
  const refused = await refusal(merge(ada, winner, loser))
  const { data } = await merge(ada, winner, loser, { choices: { sales_person: 'loser' } })

  expect(seen.fields.find(({ field }) => field === 'sales_person')).toMatchObject({ chosen: null })
  expect(refused).toMatchObject({ status: 409, code: 'needs_choice', details: { fields: ['sales_person'] } })
  expect(data.lead.sales_person).toMatchObject({ id: other.id })
})

test('refused: itself, another kind, another version, what is merged already, what is not there', async () => {
  const [first, second] = [await putLead(app, ada), await putLead(app, ada)]
  const registration = await putLead(app, ada, { kind: 'registration' })
  const theirs = await putLead(app, eve)
  const before = await everything(app, [first, second, registration, theirs])

  expect(await refusal(merge(ada, first, first))).toMatchObject({ status: 400, errors: [{ field: 'loserId' }] })
  expect(await refusal(merge(ada, first, registration))).toMatchObject({ status: 409, code: 'wrong_kind' })
  expect(await refusal(merge(ada, first, second, { loserVersion: 7 }))).toMatchObject({
    status: 409,
    code: 'version_conflict',
    details: { current: { id: second } },
  })
  expect(await refusal(merge(ada, first, theirs))).toMatchObject({ status: 404, message: 'Lead not found' })
  expect(await refusal(preview(theirs, first))).toMatchObject({ status: 404, message: 'Lead not found' })
  expect(await everything(app, [first, second, registration, theirs])).toEqual(before)

  const { data } = await merge(ada, first, second)
  expect(await refusal(merge(ada, first, second))).toMatchObject({
    status: 409,
    code: 'merged',
    details: { into: { id: first } },
  })
  expect(await refusal(unmerge(eve, data.merge.id))).toMatchObject({ status: 404, message: 'Merge not found' })
})
