import { afterAll, expect, test } from 'vitest'
import { bulk } from '#contract/leads/bulk.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { startTestApp } from '#server/test/app.ts'
import { bulkOf, choose } from '#server/test/bulk.ts'
import { contradictions } from '#server/test/checker.ts'
import { fingerprint, putLead, refusal, storedLead } from '#server/test/journey.ts'
import { REP_KEYS, workOff } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { team, many, run } = bulkOf(app)

const eventsOf = async (ids: readonly number[]) =>
  (
    await app.owner.query(
      `select root_id::int as id, count(*)::int as events from changes where root = 'leads' and channel = 'bulk' and root_id = any($1) group by 1 order by 1`,
      [ids],
    )
  ).rows

test('all leads of a filter are assigned: those it is not possible for are named with their reason, and all is one act', async () => {
  const { manager, qa, other } = await team()
  const fresh = await many(manager, 30, { source: 'event' })
  const held = await many(manager, 2, { source: 'event', status: 'assigned', assigned_qa: qa.id })
  const taken = await many(manager, 3, { source: 'event', status: 'assigned', assigned_qa: other.id })
  const done = await many(manager, 1, { source: 'event', status: 'invalid' })
  await many(manager, 4, { source: 'phone' })
  const { data: selection } = await manager.call(bulk.select, {
    body: { list: 'marketing', filter: { source: ['event'] } },
  })
  expect(selection.count).toBe(36)
  const late = await putLead(app, manager, { source: 'event' }, [])
  const body = { selection: selection.id, staffId: qa.id }
  const before = await fingerprint(app)

  const { data: dry } = await manager.call(bulk.assign, { body: { ...body, dryRun: true } })
  const expected = [
    { outcome: 'assigned', message: null, count: 33 },
    { outcome: 'skipped', message: 'Quinn already owns this lead', count: 2 },
    { outcome: 'skipped', message: 'This lead is invalid and can’t be assigned', count: 1 },
  ]
  expect(dry).toEqual({ foreseen: expected, job: null })
  expect(await fingerprint(app)).toBe(before)
  const job = await run(manager, manager.call(bulk.assign, { body }))

  expect(job).toMatchObject({
    title: 'Assign 36 leads to Quinn',
    state: 'done',
    done: 36,
    outcomes: [
      { outcome: 'assigned', count: 33 },
      { outcome: 'skipped', count: 3 },
    ],
    reasons: expected.slice(1),
    can_retry: true,
  })
  const { data: refused } = await manager.call(jobs.results, { params: { id: job.id }, query: {} })
  const numbers = new Map<number, string>()
  for (const id of [...held, ...done]) numbers.set(id, `No. ${(await storedLead(app, id)).lead_no}`)
  expect(new Map(refused.map(({ subject, label }) => [subject, label]))).toEqual(numbers)
  for (const id of [...fresh, ...taken])
    expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', assigned_qa: qa.id, assigned_how: 'bulk' })
  expect(await storedLead(app, late)).toMatchObject({ status: 'new', assigned_qa: null })
  expect(await eventsOf([...fresh, ...taken, ...held, ...done])).toEqual(
    [...fresh, ...taken].map((id) => ({ id, events: 1 })),
  )
  const { rows: sets } = await app.owner.query(
    `select distinct change_set::text, act, actor_id from changes where channel = 'bulk' and company_id = $1`,
    [manager.companyId],
  )
  expect(sets).toEqual([{ change_set: job.change_set, act: 'bulk.assign', actor_id: manager.id }])
  expect(await contradictions(app.owner)).toEqual([])
})

test('valid leads go to a sales person with the same call, and need its key', async () => {
  const { manager, qa } = await team()
  const rep = await app.signIn({ can: REP_KEYS, colleagueOf: manager, name: 'Rosa' })
  const ids = await many(manager, 3, { status: 'valid', assigned_qa: qa.id })
  const lesser = await app.signIn({
    can: ['marketing_leads_list', 'marketing_leads_assign_to_staff'],
    colleagueOf: manager,
  })

  const job = await run(
    manager,
    manager.call(bulk.assign, { body: { selection: await choose(manager, ids), staffId: rep.id } }),
  )
  const refused = await lesser.call(bulk.assign, {
    body: { selection: await choose(lesser, ids), staffId: rep.id, dryRun: true },
  })

  expect(job.outcomes).toEqual([{ outcome: 'assigned', count: 3 }])
  for (const id of ids) expect(await storedLead(app, id)).toMatchObject({ sales_person: rep.id, assigned_qa: qa.id })
  expect(refused.data.foreseen).toMatchObject([{ outcome: 'skipped', count: 3 }])
})

test('in progress: what is another’s is taken over by who may reassign, and refused to who may not', async () => {
  const { manager, qa, other } = await team()
  const mine = await many(manager, 2, { status: 'assigned', assigned_qa: qa.id })
  const theirs = await many(manager, 2, { status: 'assigned', assigned_qa: other.id })
  const fresh = await many(manager, 1)
  const all = [...mine, ...theirs, ...fresh]

  const own = await run(qa, qa.call(bulk.start, { body: { selection: await choose(qa, all) } }))
  expect(own.reasons.map(({ message, count }) => [count, message])).toEqual([
    [2, 'Omar owns this lead.'],
    [1, 'This lead is new and can’t be set in progress.'],
  ])
  const taken = await run(manager, manager.call(bulk.start, { body: { selection: await choose(manager, all) } }))

  expect(own.outcomes).toEqual(expect.arrayContaining([{ outcome: 'in progress', count: 2 }]))
  expect(taken.outcomes).toEqual(expect.arrayContaining([{ outcome: 'in progress', count: 2 }]))
  for (const id of mine) expect(await storedLead(app, id)).toMatchObject({ status: 'in-progress', assigned_qa: qa.id })
  for (const id of theirs)
    expect(await storedLead(app, id)).toMatchObject({
      status: 'in-progress',
      assigned_qa: manager.id,
      assigned_how: 'self',
    })
  const { data: history } = await manager.call(leadDetails.history, { params: { id: theirs[0]! }, query: {} })
  expect(history[0]).toMatchObject({
    act: 'bulk.start',
    reason: 'Taken over from Omar',
    decision: { chosen: { name: 'Mara' } },
  })
  expect(await contradictions(app.owner)).toEqual([])
})

test('invalid: each lead keeps a verdict with what was sent, for the one reason', async () => {
  const { manager, qa } = await team()
  const product = { product_name: 'Hose', quantity: 7 }
  const id = await putLead(app, manager, { status: 'in-progress', assigned_qa: qa.id, phone_sent: '030 123' }, [
    product,
  ])
  const valid = await putLead(app, manager, { status: 'valid', assigned_qa: qa.id }, [product])
  const selection = await choose(manager, [id, valid])

  expect(await refusal(manager.call(bulk.invalidate, { body: { selection, reason: 'other' } }))).toMatchObject({
    status: 400,
    errors: [{ field: 'note' }],
  })
  const job = await run(
    manager,
    manager.call(bulk.invalidate, { body: { selection, reason: 'competitor', note: 'All from one firm' } }),
  )

  expect(job).toMatchObject({ state: 'done', outcomes: [{ outcome: 'invalid', count: 2 }] })
  expect(await storedLead(app, id)).toMatchObject({
    status: 'invalid',
    reason_code: 'competitor',
    reason_note: 'All from one firm',
  })
  expect(await storedLead(app, valid)).toMatchObject({ status: 'invalid', enquiry_status: null, assigned_qa: qa.id })
  const { data: shown } = await manager.call(leadDetails.notValidated, { params: { id } })
  expect(shown).toMatchObject({ reason_code: 'competitor' })
  const { rows } = await app.owner.query(
    'select verdict, by_person, phone, company, products from lead_verdicts where lead_id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      verdict: 'invalid',
      by_person: manager.id,
      phone: '030 123',
      company: 'Aziz Textiles',
      products: [{ id: 1, product_id: null, product_name: 'Hose', quantity: 7, total_quantity: 7 }],
    },
  ])
  expect(await contradictions(app.owner)).toEqual([])
})

test('leads are put on hold together until a day and wake on it; what is on hold, decided or another’s stays', async () => {
  const { manager, qa, other } = await team()
  const mine = await many(manager, 2, { status: 'assigned', assigned_qa: qa.id })
  const done = await many(manager, 1, { status: 'valid', assigned_qa: qa.id })
  const theirs = await many(manager, 1, { status: 'in-progress', assigned_qa: other.id })
  const all = [...mine, ...done, ...theirs]
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const selection = await choose(manager, [...mine, ...done])

  for (const until of [dayIn(-1), dayIn(40)])
    expect(await refusal(manager.call(bulk.hold, { body: { selection, until } }))).toMatchObject({
      status: 400,
      errors: [{ field: 'until' }],
    })
  const job = await run(
    qa,
    qa.call(bulk.hold, { body: { selection: await choose(qa, all), until: dayIn(5), reason: 'Trade fair week' } }),
  )

  expect(job).toMatchObject({ title: 'Put 4 leads on hold', state: 'done' })
  expect(job.outcomes).toEqual(expect.arrayContaining([{ outcome: 'on hold', count: 2 }]))
  expect(job.reasons.map(({ message }) => message).sort()).toEqual([
    'Omar owns this lead.',
    'This lead is valid and can’t be put on hold.',
  ])
  for (const id of mine)
    expect(await storedLead(app, id)).toMatchObject({ status: 'on_hold', on_hold_until: dayIn(5), assigned_qa: qa.id })
  expect(await storedLead(app, theirs[0]!)).toMatchObject({ status: 'in-progress', assigned_qa: other.id })
  const { data: history } = await qa.call(leadDetails.history, { params: { id: mine[0]! }, query: {} })
  expect(history[0]).toMatchObject({ act: 'bulk.hold', reason: 'Trade fair week' })

  await app.sql(
    manager.companyId,
    `update leads set on_hold_until = current_date where id = any($1) and company_id = $2`,
    [mine, manager.companyId],
  )
  await app.owner.query(`update identity.due set at = now() where kind = 'wake' and company_id = $1`, [
    manager.companyId,
  ])
  await workOff(app)
  for (const id of mine) expect(await storedLead(app, id)).toMatchObject({ status: 'assigned', on_hold_until: null })
  expect(await contradictions(app.owner)).toEqual([])
})

test('a comment goes to those leads on whose list the caller may comment, and deleting takes leads out of the queue', async () => {
  const { manager, qa } = await team()
  const seen = await many(manager, 2, { status: 'assigned', assigned_qa: qa.id })
  const commenter = await app.signIn({
    can: ['marketing_leads_list', 'assigned_leads_list', 'assigned_leads_comments'],
    colleagueOf: qa,
  })
  const own = await many(manager, 1, { status: 'assigned', assigned_qa: commenter.id })
  const body = { comment: 'Fair in Hannover, hall 5' }

  const job = await run(
    commenter,
    commenter.call(bulk.comment, { body: { ...body, selection: await choose(commenter, [...seen, ...own]) } }),
  )
  expect(job.outcomes).toEqual([
    { outcome: 'skipped', count: 2 },
    { outcome: 'commented', count: 1 },
  ])
  const { rows: comments } = await app.owner.query(
    'select lead_id::int, author_id, body from lead_comments where body = $1',
    [body.comment],
  )
  expect(comments).toEqual([{ lead_id: own[0], author_id: commenter.id, body: body.comment }])

  const waiting = await many(manager, 2)
  await app.sql(
    manager.companyId,
    `insert into assignment_queue (company_id, list, lead_id) select $1, 'qa', unnest($2::bigint[])`,
    [manager.companyId, waiting],
  )
  const gone = await run(manager, manager.call(bulk.remove, { body: { selection: await choose(manager, waiting) } }))
  expect(gone.outcomes).toEqual([{ outcome: 'deleted', count: 2 }])
  for (const id of waiting) expect((await storedLead(app, id)).deleted_at).not.toBeNull()
  expect((await app.owner.query('select from assignment_queue where lead_id = any($1)', [waiting])).rowCount).toBe(0)
})

test('what was skipped is tried again alone, by the rules of then', async () => {
  const { manager, qa } = await team()
  const [wrong] = await many(manager, 1, { status: 'invalid' })
  const ids = await many(manager, 3)
  const job = await run(
    manager,
    manager.call(bulk.assign, { body: { selection: await choose(manager, [...ids, wrong!]), staffId: qa.id } }),
  )
  expect(job.reasons).toMatchObject([{ count: 1 }])
  await app.sql(
    manager.companyId,
    `update leads set status = 'new', reason_code = null where id = $1 and company_id = $2`,
    [wrong, manager.companyId],
  )

  const { data: again } = await manager.call(jobs.retry, { params: { id: job.id } })
  expect(again).toMatchObject({ title: 'Assign 1 lead to Quinn', total: 1 })
  await workOff(app)

  expect((await manager.call(jobs.one, { params: { id: again.id } })).data).toMatchObject({
    state: 'done',
    outcomes: [{ outcome: 'assigned', count: 1 }],
    can_retry: false,
  })
  expect(await storedLead(app, wrong!)).toMatchObject({ assigned_qa: qa.id })
})
