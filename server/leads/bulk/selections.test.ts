import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { startTestApp } from '#server/test/app.ts'
import { bulkOf, choose } from '#server/test/bulk.ts'
import { putLead, refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'
import { merge, MERGE_KEYS } from '#server/test/merges.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { team, many, run, look } = bulkOf(app)

test('a selection is its maker’s alone, of leads that they can see, from lists that they may open', async () => {
  const { manager, qa, other } = await team()
  const ids = await many(manager, 2, { status: 'assigned', assigned_qa: qa.id })
  const eve = await app.signIn({ can: MANAGER_KEYS })
  const narrow = await app.signIn({ can: ['assigned_leads_list', 'marketing_leads_assign_to_staff'], colleagueOf: qa })
  const selection = await choose(manager, ids)

  for (const stranger of [eve, other])
    await expect(
      stranger.call(bulk.comment, { body: { selection, comment: 'Not mine', dryRun: true } }),
    ).rejects.toThrow('404 Selection not found')
  expect(await refusal(eve.call(bulk.select, { body: { list: 'marketing', leadIds: ids } }))).toMatchObject({
    status: 409,
    code: 'nothing_selected',
  })
  expect(await refusal(narrow.call(bulk.select, { body: { list: 'marketing', filter: {} } }))).toMatchObject({
    status: 403,
    details: { needs: ['marketing_leads_list'] },
  })
  expect(await refusal(narrow.call(bulk.select, { body: { list: 'assigned', filter: {} } }))).toMatchObject({
    status: 409,
  })
})

test('a selection is kept by the thousand, in its order and whole, so that one of a million is made while somebody waits', async () => {
  const { manager, qa } = await team()
  const eve = await app.signIn({ can: MANAGER_KEYS })
  await many(eve, 1)
  await app.sql(
    manager.companyId,
    `insert into leads (company_id, name, source, created_at) select $1, 'Lead ' || n, 'import', now() - n * interval '1 minute' from generate_series(1, 2500) n`,
    [manager.companyId],
  )
  const { data: selection } = await manager.call(bulk.select, { body: { list: 'marketing', filter: {} } })

  expect(selection.count).toBe(2500)
  const { rows } = await app.owner.query(
    `select place, cardinality(ids) as leads,
      ids = array(select id from leads where company_id = $2 order by created_at desc, id desc offset place - 1 limit 1000) as in_order
    from selection_rows where selection_id = $1 order by place`,
    [selection.id, manager.companyId],
  )
  expect(rows).toEqual([
    { place: 1, leads: 1000, in_order: true },
    { place: 1001, leads: 1000, in_order: true },
    { place: 2001, leads: 500, in_order: true },
  ])
  const body = { selection: selection.id, staffId: qa.id }
  const foreseen = await look(manager, manager.call(bulk.assign, { body: { ...body, dryRun: true } }))
  expect(foreseen).toMatchObject({ state: 'done', foreseen: [{ outcome: 'assigned', message: null, count: 2500 }] })
  const job = await run(manager, manager.call(bulk.assign, { body }))
  expect(job).toMatchObject({ state: 'done', done: 2500, outcomes: [{ outcome: 'assigned', count: 2500 }] })
  const assigned = await app.owner.query(
    `select company_id, count(*)::int as leads from leads where assigned_qa = $1 group by 1`,
    [qa.id],
  )
  expect(assigned.rows).toEqual([{ company_id: manager.companyId, leads: 2500 }])
})

test('the number of a merged lead selects what its list finds for it: the lead that it has become part of', async () => {
  const { manager } = await team()
  const merger = await app.signIn({ can: MERGE_KEYS, colleagueOf: manager })
  const [winner, loser] = [await putLead(app, manager, { lead_no: 11 }), await putLead(app, manager, { lead_no: 7001 })]
  const like = await putLead(app, manager, { lead_no: 70_011 })
  await merge(merger, winner, loser)
  await app.sql(
    manager.companyId,
    `insert into lead_clocks (company_id, lead_id, clock, started_at, target_ms, calendar_id, revision, due_at)
     values ($1, $2, 'handling', now() - interval '2 days', 1, 1, 1, now() - interval '1 day')`,
    [manager.companyId, winner],
  )

  const found = { search: '7001' }
  const overdue = { ...found, clock: 'overdue' as const }
  const listed = async (query: object) =>
    (await manager.call(marketingLeads.list, { query })).data.map(({ id }) => id).toSorted()
  expect([await listed(found), await listed(overdue)]).toEqual([[winner, like], [winner]])
  for (const [filter, count] of [
    [found, 2],
    [overdue, 1],
  ] as const)
    expect((await manager.call(bulk.select, { body: { list: 'marketing', filter } })).data.count).toBe(count)
})

test('T10: a filter selects what its list shows and counts, in the same order, and nothing of another company', async () => {
  const { manager, qa } = await team()
  const eve = await app.signIn({ can: MANAGER_KEYS })
  await many(eve, 3, { company: 'Shared Mills' })
  await many(manager, 25, { company: 'Shared Mills' })
  await many(manager, 5, { company: 'Elsewhere', status: 'assigned', assigned_qa: qa.id })

  for (const filter of [
    { search: 'shared' },
    { assigned_qa: ['none' as const] },
    { sort: 'company', order: 'asc' as const },
    { sort: 'due_at', order: 'asc' as const },
    {},
  ]) {
    const { data: selection } = await manager.call(bulk.select, { body: { list: 'marketing', filter } })
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
    const { json } = await manager.send('GET', `/marketing/marketing_leads_list?pageSize=100&${query.toString()}`)
    const { rows } = await app.owner.query(
      'select id::int from selection_rows, unnest(ids) with ordinality as each (id, at) where selection_id = $1 order by place + at',
      [selection.id],
    )
    expect(rows.map(({ id }) => id)).toEqual(json.data.map(({ id }: { id: number }) => id))
    expect(selection.count).toBe(json.pagination.total)
  }
})
