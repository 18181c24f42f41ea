import { afterAll, expect, test } from 'vitest'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { LEAD_STATUSES, type LeadQuery, type LeadStatus } from '#contract/leads/lead.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { sourceDetails } from '#contract/leads/source-details.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead, refusal } from '#server/test/journey.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const KEYS = ['marketing_leads_list', 'marketing_leads_analytics'] as const
const ada = await app.signIn({ can: KEYS, timeZone: 'Asia/Kolkata' })
const eve = await app.signIn({ can: KEYS })

const STATUSES: readonly (readonly [string, LeadStatus, number])[] = [
  ['website_form', 'new', 3],
  ['website_form', 'assigned', 1],
  ['website_form', 'in-progress', 1],
  ['website_form', 'on_hold', 1],
  ['website_form', 'valid', 3],
  ['website_form', 'invalid', 1],
  ['phone', 'valid', 2],
  ['event', 'new', 1],
]
for (const [source, status, times] of STATUSES)
  for (let at = 0; at < times; at++)
    await putLead(app, ada, {
      source,
      status,
      created_at: at === 0 ? '2026-03-11T18:30:00Z' : '2026-03-12T18:29:00Z',
      ...(status === 'new' ? {} : { assigned_qa: ada.id }),
      ...(at === 0 ? { company: 'Needle Works' } : {}),
    })
await putLead(app, ada, { kind: 'registration', source: 'registration' })
await putLead(app, ada, { source: 'phone', deleted_at: '2026-03-12T00:00:00Z' })
await putLead(app, eve, { source: 'email', created_at: '2026-03-12T00:00:00Z' })

const get = async (body: BodyOf<typeof sourceDetails.get> = {}) => (await ada.call(sourceDetails.get, { body })).data

test('each source tells what came, what became of it, and its part of all', async () => {
  expect(await get()).toEqual({
    sources: [
      { source: 'website_form', received: 10, valid: 3, invalid: 1, open: 6, valid_rate: 0.75, share: 10 / 13 },
      { source: 'phone', received: 2, valid: 2, invalid: 0, open: 0, valid_rate: 1, share: 2 / 13 },
      { source: 'event', received: 1, valid: 0, invalid: 0, open: 1, valid_rate: null, share: 1 / 13 },
    ],
    total: { received: 13, valid: 5, invalid: 1, open: 7, valid_rate: 5 / 6 },
  })
})

test('nothing received is told as nothing', async () => {
  expect(await get({ search: 'no lead says this' })).toEqual({
    sources: [],
    total: { received: 0, valid: 0, invalid: 0, open: 0, valid_rate: null },
  })
})

test('every number is that of the rows that the list shows by the same filters', async () => {
  const OPEN = LEAD_STATUSES.filter((status) => status !== 'valid' && status !== 'invalid')
  for (const filter of [
    {},
    { from_date: '2026-03-12', to_date: '2026-03-12' },
    { to_date: '2026-03-11' },
    { search: 'needle' },
    { search: 'ne' },
    { source: ['phone', 'event'] },
    { source: ['website_form'], search: 'needle', from_date: '2026-03-12' },
  ] satisfies BodyOf<typeof sourceDetails.get>[]) {
    const { sources, total } = await get(filter)
    const counted = async (more: LeadQuery) =>
      (await ada.call(marketingLeads.list, { query: { ...filter, ...more } })).pagination.total

    expect(total.received).toBe(await counted({}))
    for (const { source, received, valid, invalid, open } of sources)
      expect([received, valid, invalid, open]).toEqual([
        await counted({ source: [source] }),
        await counted({ source: [source], status: ['valid'] }),
        await counted({ source: [source], status: ['invalid'] }),
        await counted({ source: [source], status: OPEN }),
      ])
  }
})

test('days are whole ones where the caller is; what is no day, or the wrong way round, is refused by name', async () => {
  expect((await get({ from_date: '2026-03-12', to_date: '2026-03-12' })).total.received).toBe(13)
  expect((await get({ to_date: '2026-03-11' })).total.received).toBe(0)
  for (const [body, field] of [
    [{ from_date: '2026-02-30' }, 'from_date'],
    [{ from_date: '2026-03-13', to_date: '2026-03-12' }, 'from_date'],
  ] as const)
    expect(await refusal(ada.call(sourceDetails.get, { body }))).toMatchObject({ status: 400, errors: [{ field }] })
})

test('filters in the body are read as those of an address are: a text or a list, and what is empty says nothing', async () => {
  const received = async (body: object) => {
    const { status, json } = await ada.send('POST', sourceDetails.get.path, body)
    expect(status).toBe(200)
    return json.data.total.received
  }

  expect(await received({ source: 'phone' })).toBe(2)
  expect(await received({ source: 'phone,event' })).toBe(3)
  expect(await received({ source: ['phone', '', 'event'] })).toBe(3)
  for (const nothing of [{ source: '' }, { source: [] }, { from_date: '', to_date: '', search: '' }])
    expect(await received(nothing)).toBe(13)
  for (const [body, field] of [
    [{ source: 5 }, 'source'],
    [{ source: 'no_such_source' }, 'source'],
    [{ from_date: 5 }, 'from_date'],
    [{ search: {} }, 'search'],
  ] as const) {
    const { status, json } = await ada.send('POST', sourceDetails.get.path, body)
    expect([status, json.errors[0].field.split('.')[0]]).toEqual([400, field])
  }
})

test('counting reads the index alone', async () => {
  await app.owner.query('vacuum analyze leads')
  const client = await app.owner.connect()
  await client.query('begin')
  // Few rows fit in one page of the table, which is always cheaper to read whole.
  await client.query('set local enable_seqscan = off')
  await client.query('set local enable_bitmapscan = off')
  const { rows } = await client.query(
    `explain select l.source, count(*), count(*) filter (where l.status = 'valid') from leads l
     where l.company_id = $1 and l.deleted_at is null and l.kind = 'enquiry' and l.created_at >= '2026-01-01' group by l.source`,
    [ada.companyId],
  )
  await client.query('rollback')
  client.release()

  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan')
})

test('the key is needed, and no source of another company is counted', async () => {
  const reader = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada })

  expect(await refusal(reader.call(sourceDetails.get, { body: {} }))).toMatchObject({ status: 403 })
  expect((await eve.call(sourceDetails.get, { body: {} })).data.sources).toMatchObject([
    { source: 'email', received: 1 },
  ])
})

test('L5: whoever counts leads without seeing them is refused a search, whatever it would find', async () => {
  const counter = await app.signIn({ can: ['marketing_leads_analytics'], colleagueOf: ada })

  expect((await counter.call(sourceDetails.get, { body: { source: ['phone'] } })).data.total.received).toBe(2)
  expect((await counter.call(sourceDetails.get, { body: { search: ' ' } })).data.total.received).toBe(13)
  for (const search of ['needle', 'no lead says this'])
    expect(await refusal(counter.call(sourceDetails.get, { body: { search } }))).toMatchObject({
      status: 400,
      errors: [{ field: 'search' }],
    })
  expect((await get({ search: 'needle' })).total.received).toBe(8)
})
