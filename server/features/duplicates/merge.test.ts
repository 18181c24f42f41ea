import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/changes.ts'
import { duplicates } from '#contract/duplicates.ts'
import { marketingLeads } from '#contract/marketing-leads.ts'
import { leadEdits } from '#contract/lead-edits.ts'
import { leadDetails } from '#contract/lead-details.ts'
import type { PermissionKey } from '#contract/permissions.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { withCalendar } from '#server/test/calendars.ts'
import { putLead, refusal, storedLead, whenNotBusy } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { COLUMNS_OF, MOVED_TABLES, OWN_COLUMNS, STAYING_TABLES } from './fields.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const CAN: PermissionKey[] = [
  'leads_merge',
  'marketing_leads_list',
  'registration_leads_list',
  'marketing_leads_comments',
  'marketing_leads_history',
]
const ada = await app.signIn({ can: CAN, name: 'Ada' })
const eve = await app.signIn({ can: CAN, name: 'Eve' })
const merge = (who: TestPerson, winnerId: number, loserId: number, more = {}) =>
  who.call(duplicates.merge, { body: { winnerId, loserId, ...more } })
const unmerge = (who: TestPerson, mergeId: number) => who.call(duplicates.unmerge, { body: { mergeId } })
const preview = async (winnerId: number, loserId: number, choices = {}) =>
  (await ada.call(duplicates.preview, { body: { winnerId, loserId, choices } })).data
const comment = (leadId: number, text: string) => ada.call(leadDetails.comment, { body: { leadId, comment: text } })
const numberOf = async (id: number): Promise<number> => Number((await storedLead(app, id)).lead_no)

/** A new lead that waits for QA, as intake leaves one. */
const arrive = async (lead = {}, products?: Parameters<typeof putLead>[3]) => {
  const id = await putLead(app, ada, lead, products)
  await app.sql(ada.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'qa', $2)`, [
    ada.companyId,
    id,
  ])
  return id
}

/** What hangs on leads, and what they are: all that a merge may touch, but for what counts writes. */
const everything = async (ids: readonly number[]) => {
  const { rows } = await app.owner.query(
    `select 'leads' as of, to_jsonb(t) - 'version' - 'updated_at' - 'products_version' as row from leads t where id = any($1)
    union all select 'lead_items', to_jsonb(t) from lead_items t where lead_id = any($1)
    union all select 'lead_comments', to_jsonb(t) from lead_comments t where lead_id = any($1)
    union all select 'lead_verdicts', to_jsonb(t) from lead_verdicts t where lead_id = any($1)
    union all select 'assignment_queue', to_jsonb(t) from assignment_queue t where lead_id = any($1)
    union all select 'duplicate_keys', to_jsonb(t) from duplicate_keys t where lead_id = any($1)
    order by 1, 2`,
    [ids],
  )
  return rows
}

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
  await comment(loser, 'Called twice')

  const seen = await preview(winner, loser, { city: 'loser' })
  const before = await storedLead(app, winner)
  const { data } = await merge(ada, winner, loser, {
    choices: { city: 'loser' },
    winnerVersion: seen.winner.version,
    loserVersion: seen.loser.version,
  })

  expect(seen.fields).toEqual([
    { field: 'name', winner: 'Yuki Tanabe', loser: 'Noor Pair', chosen: 'winner' },
    { field: 'company', winner: null, loser: 'Pair', chosen: 'loser' },
    { field: 'city', winner: 'Lahore', loser: 'Karachi', chosen: 'loser' },
    { field: 'message', winner: 'Hoses', loser: 'Pumps', chosen: 'winner' },
    { field: 'products', winner: '2 × Hose', loser: '3 × Pump', chosen: 'both' },
  ])
  expect(seen).toMatchObject({ moves: { products: 1, comments: 1, verdicts: 0 }, total_quantity: 5 })
  expect(data.lead).toMatchObject({
    id: winner,
    name: 'Yuki Tanabe',
    company: 'Pair',
    city: 'Karachi',
    total_quantity: 5,
  })
  expect(data.lead.products.map(({ product_name }) => product_name)).toEqual(['Hose', 'Pump'])
  const after = await storedLead(app, winner)
  expect({ ...after, company: null, city: 'Lahore', total_quantity: 2 }).toEqual({
    ...before,
    version: before.version + 1,
    products_version: before.version + 1,
    updated_at: after.updated_at,
    search_text: after.search_text,
  })
})

test('the old number leads to the winner: opened, searched, commented and in the history', async () => {
  const [first, second, third] = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]
  const inside = await app.signIn({ can: [...CAN, 'assigned_leads_edit_status'], colleagueOf: ada })
  await comment(first, 'From the first')
  await merge(ada, second, first)
  await merge(ada, third, second)

  const opened = await ada.call(leadDetails.lead, { params: { id: first } })
  const { data: said } = await ada.call(leadDetails.comments, { params: { id: first } })
  const added = await comment(first, 'To the old number')
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
  const before = await everything([first, second, registration, theirs])

  expect(await refusal(merge(ada, first, first))).toMatchObject({ status: 400, errors: [{ field: 'loserId' }] })
  expect(await refusal(merge(ada, first, registration))).toMatchObject({ status: 409, code: 'wrong_kind' })
  expect(await refusal(merge(ada, first, second, { loserVersion: 7 }))).toMatchObject({
    status: 409,
    code: 'version_conflict',
    details: { current: { id: second } },
  })
  expect(await refusal(merge(ada, first, theirs))).toMatchObject({ status: 404, message: 'Lead not found' })
  expect(await refusal(preview(theirs, first))).toMatchObject({ status: 404, message: 'Lead not found' })
  expect(await everything([first, second, registration, theirs])).toEqual(before)

  const { data } = await merge(ada, first, second)
  expect(await refusal(merge(ada, first, second))).toMatchObject({
    status: 409,
    code: 'merged',
    details: { into: { id: first } },
  })
  expect(await refusal(unmerge(eve, data.merge.id))).toMatchObject({ status: 404, message: 'Merge not found' })
})

test('W8: A into B with B into A at the same time, twenty times: one effect, no cycle, no row lost', async () => {
  const people = [ada, await app.signIn({ can: CAN, colleagueOf: ada })]
  for (let round = 0; round < 20; round++) {
    const [one, other] = [await putLead(app, ada), await putLead(app, ada, {}, [{ product_name: 'Pump', quantity: 1 }])]
    await comment(one, 'one')
    await comment(other, 'other')

    const answers = await Promise.allSettled([
      merge(people[round % 2]!, one, other),
      merge(people[(round + 1) % 2]!, other, one),
    ])

    const won = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.data] : []))
    const lost = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect([won.length, lost.map(({ status, failure }) => [status, failure.code])]).toEqual([1, [[409, 'merged']]])
    const rows = await everything([one, other])
    const of = (table: string) => rows.filter((row) => row.of === table)
    expect(
      of('leads')
        .filter(({ row }) => row.deleted_at === null)
        .map(({ row }) => row.id),
    ).toEqual([won[0]!.lead.id])
    expect(of('lead_items').map(({ row }) => row.lead_id)).toEqual([won[0]!.lead.id, won[0]!.lead.id])
    expect(of('lead_comments').map(({ row }) => row.lead_id)).toEqual([won[0]!.lead.id, won[0]!.lead.id])
  }
  const { rows } = await app.owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})

test('W8: a ring of three, merged in parallel, ends in one lead', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = [await putLead(app, ada), await putLead(app, ada), await putLead(app, ada)]

    await Promise.allSettled([merge(ada, a, b), merge(ada, b, c), merge(ada, c, a)])

    const found = await Promise.all(
      [a, b, c].map(async (id) => (await ada.call(leadDetails.lead, { params: { id } })).data.id),
    )
    const alive = (await everything([a, b, c])).filter(({ of, row }) => of === 'leads' && row.deleted_at === null)
    expect(new Set(found).size).toBe(alive.length)
    expect(alive).toHaveLength(1)
  }
})

/** Merges, and comments on the loser when the merge has locked both leads and waits for one of the products. */
const commentWhileMerged = async (winner: number, loser: number) => {
  const gate = await app.owner.connect()
  await gate.query('begin')
  await gate.query('select from lead_items where lead_id = $1 for update', [loser])
  const sent: Promise<unknown>[] = []
  const waits = async (act: Promise<unknown>) => {
    sent.push(act)
    let ended = false
    void act.then(
      () => (ended = true),
      () => (ended = true),
    )
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!ended && (await app.owner.query(isWaiting)).rowCount !== sent.length) await sleep(5)
  }
  await waits(merge(ada, winner, loser))
  await waits(comment(loser, 'Meanwhile'))
  await gate.query('rollback')
  gate.release()
  return Promise.allSettled(sent)
}

test('W8: a comment written while its lead is merged is on the lead that is left', async () => {
  const pump = [{ product_name: 'Pump', quantity: 1 }]
  const hers = await putLead(app, eve)
  await eve.call(leadDetails.comment, { body: { leadId: hers, comment: 'Elsewhere' } })
  for (;;) {
    const [winner, loser] = [await putLead(app, ada), await putLead(app, ada, {}, pump)]
    const answers = await commentWhileMerged(winner, loser)
    // A slow machine sends away whoever waits for a second: from the beginning, then.
    if (answers.some((answer) => answer.status === 'rejected' && answer.reason.status === 503)) continue

    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const { data } = await ada.call(leadDetails.comments, { params: { id: loser } })
    expect(data).toMatchObject([{ leadId: winner, comment: 'Meanwhile' }])
    const { rows } = await app.owner.query(
      'select lead_id::int, body from lead_comments where lead_id = any($1) order by lead_id',
      [[winner, loser, hers]],
    )
    expect(rows).toEqual([
      { lead_id: hers, body: 'Elsewhere' },
      { lead_id: winner, body: 'Meanwhile' },
    ])
    return
  }
})

test('W8: unmerging twenty times at once has one effect', async () => {
  const [winner, loser] = [await arrive({ city: null }), await arrive({ city: 'Lahore' })]
  const before = await everything([winner, loser])
  const { data } = await merge(ada, winner, loser)

  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => whenNotBusy(() => unmerge(ada, data.merge.id))),
  )

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ status: 409, failure: { code: 'unmerged' } })
  expect(await everything([winner, loser])).toEqual(before)
})

test('what was changed after the merge stays, and is told field by field', async () => {
  const winner = await putLead(app, ada, { city: null, website: null })
  const loser = await putLead(app, ada, { city: 'Lahore', website: 'https://pair.example' }, [
    { product_name: 'Pump', quantity: 1 },
  ])
  const { data } = await merge(ada, winner, loser)
  await app.sql(ada.companyId, `update leads set city = 'Multan' where id = $1`, [winner])
  await app.sql(ada.companyId, `delete from lead_items where lead_id = $1 and product_name = 'Pump'`, [winner])
  await comment(winner, 'Said after the merge')

  const { data: apart } = await unmerge(ada, data.merge.id)

  expect(apart.kept).toEqual([
    { field: 'city', message: 'The city was changed after the merge' },
    { field: 'products', message: '1 of the products have been removed since' },
  ])
  expect(apart.winner).toMatchObject({ city: 'Multan', website: null })
  expect(apart.loser).toMatchObject({ city: 'Lahore', website: 'https://pair.example', products: [] })
  expect((await ada.call(leadDetails.comments, { params: { id: winner } })).data).toHaveLength(1)
})

test('a lead inside a lead that was merged again comes out after that one', async () => {
  const [a, b, c] = [await arrive(), await arrive(), await arrive()]
  const before = await everything([a, b, c])
  const inner = await merge(ada, b, a)
  const outer = await merge(ada, c, b)

  const refused = await refusal(unmerge(ada, inner.data.merge.id))
  await unmerge(ada, outer.data.merge.id)
  await unmerge(ada, inner.data.merge.id)

  expect(refused).toMatchObject({ status: 409, code: 'merged' })
  expect(await everything([a, b, c])).toEqual(before)
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

test('a merge lets nobody out of quarantine: the winner is held back where the e-mail that it takes is restricted, and comes out without it', async () => {
  const entry = async ({ companyId }: TestPerson) =>
    (
      await app.sql(
        companyId,
        `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example') returning id::int`,
        [companyId],
      )
    )[0].id
  const cara = await app.signIn({ can: CAN })
  const pair = async (who: TestPerson, quarantined_by: number | null) =>
    [
      await putLead(app, who, { email: null }),
      await putLead(app, who, { email: 'noor@spam.example', quarantined_by }),
    ] as const
  const held = await entry(cara)
  const [winner, loser] = await pair(cara, held)
  const [freeWinner, freeLoser] = await pair(eve, null)

  const { data } = await merge(cara, winner, loser)
  await merge(eve, freeWinner, freeLoser)

  const queued = async (id: number) =>
    (await everything([id])).filter(({ of }) => of === 'assignment_queue').map(({ row }) => row.list)
  expect(await storedLead(app, winner)).toMatchObject({ email: 'noor@spam.example', quarantined_by: held })
  expect([await queued(winner), await queued(freeWinner)]).toEqual([[], ['qa']])
  await unmerge(cara, data.merge.id)
  expect(await storedLead(app, winner)).toMatchObject({ email: null, quarantined_by: null })
  expect([await queued(winner), await queued(loser)]).toEqual([['qa'], []])
})

test('taken apart, a new lead is looked at as the list of domains is now, and one on hold wakes on its day', async () => {
  const cara = await app.signIn({ can: CAN })
  const fresh = await putLead(app, cara, { email: 'noor@late.example' })
  const asleep = { status: 'on_hold', assigned_qa: cara.id, on_hold_until: '2026-01-05' }
  const [first, second] = [await putLead(app, cara, asleep), await putLead(app, cara, asleep)]
  const one = await merge(cara, await putLead(app, cara, { email: null }), fresh, { choices: { email: 'winner' } })
  const other = await merge(cara, first, second)
  await workOff(app)
  await app.sql(
    cara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'late.example')`,
    [cara.companyId],
  )

  await unmerge(cara, one.data.merge.id)
  await unmerge(cara, other.data.merge.id)
  await workOff(app)

  expect((await storedLead(app, fresh)).quarantined_by).not.toBeNull()
  expect(await storedLead(app, second)).toMatchObject({ status: 'assigned', on_hold_until: null })
})

test('the preview names the domain for which the winner would be held back, and the merge does so; a throw-away one is put on the list by the merge alone', async () => {
  const [cara, dan] = [await app.signIn({ can: CAN }), await app.signIn({ can: CAN })]
  await app.sql(
    cara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example')`,
    [cara.companyId],
  )
  const heldBy = async (who: TestPerson, winnerId: number, loserId: number, choices = {}) =>
    (await who.call(duplicates.preview, { body: { winnerId, loserId, choices } })).data.held_by
  const pair = async (who: TestPerson, email: string, lead = {}) =>
    [await putLead(app, who, { email: null, ...lead }), await putLead(app, who, { email })] as const
  const domains = async (who: TestPerson) =>
    (
      await app.sql(who.companyId, 'select domain_name from restricted_domains where company_id = $1 order by 1', [
        who.companyId,
      ])
    ).map(({ domain_name }) => domain_name)
  const caught = await pair(cara, 'noor@mail.spam.example')
  const thrown = await pair(cara, 'noor@mailinator.com')
  const begun = await pair(cara, 'noor@spam.example', { status: 'assigned', assigned_qa: cara.id })
  const elsewhere = await pair(dan, 'noor@spam.example')

  expect(await heldBy(cara, ...caught)).toBe('spam.example')
  expect(await heldBy(cara, ...caught, { email: 'winner' })).toBeNull()
  expect(await heldBy(cara, ...thrown)).toBe('mailinator.com')
  expect(await heldBy(cara, ...begun)).toBeNull()
  expect(await heldBy(dan, ...elsewhere)).toBeNull()
  expect(await domains(cara)).toEqual(['spam.example'])

  for (const each of [caught, thrown, begun]) await merge(cara, ...each)
  await merge(dan, ...elsewhere)
  const held = async (id: number) => (await storedLead(app, id)).quarantined_by !== null
  expect(await Promise.all([caught, thrown, begun, elsewhere].map(([winner]) => held(winner)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([await domains(cara), await domains(dan)]).toEqual([['mailinator.com', 'spam.example'], []])
})

test('taken apart, a new lead whose e-mail the merge left alone is not held back, though its domain is restricted by now', async () => {
  const cara = await app.signIn({ can: CAN })
  const winner = await putLead(app, cara, { email: 'noor@freed.example', city: null })
  const loser = await putLead(app, cara, { city: 'Lahore' })
  const leads = async () => (await everything([winner, loser])).filter(({ of }) => of === 'leads')
  const before = await leads()
  const { data } = await merge(cara, winner, loser)
  await app.sql(
    cara.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'freed.example')`,
    [cara.companyId],
  )

  await unmerge(cara, data.merge.id)

  expect(await leads()).toEqual(before)
  const hits = await app.sql(cara.companyId, 'select lead_id from restricted_domain_hits where company_id = $1', [
    cara.companyId,
  ])
  expect(hits).toEqual([])
})

test('the clock goes with the status that the winner takes, and stops when it is given back', async () => {
  const { person } = await withCalendar(app)
  const boss = await app.signIn({ can: CAN, colleagueOf: person })
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

test('whether a sales person accepts a lead is looked after wherever they go with it, and back', async () => {
  const cara = await app.signIn({ can: CAN })
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

/** Small and repeatable. */
const random = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31

test('whatever two leads are and whatever is chosen: merged and taken apart they are what they were', async () => {
  const next = random(Number(process.env['LEADROOM_TEST_SEED'] ?? 20_261_121))
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
        phone_sent: one([null, '030 1234567']),
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
    for (let at = 0; at < Math.floor(next() * 3); at++) await comment(id, `Comment ${at}`)
    if (status === 'valid' || status === 'invalid') {
      const [verdict] = await app.sql(
        ada.companyId,
        `insert into lead_verdicts (company_id, lead_id, verdict, by_person) values ($1, $2, $3, $4) returning id`,
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

  for (let round = 0; round < 40; round++) {
    const [winner, loser] = [await put(), await put()]
    const before = await everything([winner, loser])
    const choices = Object.fromEntries(
      FIELDS.flatMap((field) => (next() > 0.5 ? [[field, one(['winner', 'loser'])]] : [])),
    )
    const { data } = await merge(ada, winner, loser, { choices: { sales_person: 'winner', ...choices } })
    const merged = await everything([winner, loser])
    const { data: apart } = await unmerge(ada, data.merge.id)

    expect(merged).not.toEqual(before)
    expect(merged.map(({ of, row }) => `${of} ${row.id}`).filter((row) => /items|comments|verdicts/.test(row))).toEqual(
      before.map(({ of, row }) => `${of} ${row.id}`).filter((row) => /items|comments|verdicts/.test(row)),
    )
    expect(apart.kept).toEqual([])
    expect(await everything([winner, loser])).toEqual(before)
  }
})
