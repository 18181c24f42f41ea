import { afterAll, describe, expect, test } from 'vitest'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { bytes, LIST_KEYS, putLead } from '#server/test/journey.ts'
import { asking, everything, LISTS, owners } from '#server/test/lead-lists.ts'

const app = await startTestApp()
afterAll(() => app.stop())

describe.each(LISTS)('$name', ({ url, from, to, status, key }) => {
  const { ids, badField } = asking(url)

  test('without its key it is refused, and another company sees an empty one', async () => {
    const ada = await app.signIn(everything)
    const none = await app.signIn({ can: LIST_KEYS.filter((other) => other !== key), colleagueOf: ada })
    const eve = await app.signIn(everything)
    await putLead(app, ada, owners(status, ada))

    expect((await none.send('GET', url)).json).toMatchObject({ code: 'forbidden', details: { needs: [key] } })
    expect(await ids(eve)).toEqual([])
    expect(await ids(ada)).toHaveLength(1)
  })

  test('each filter of many values takes one, a repeated name, name[] and commas; none stands for nobody', async () => {
    const ada = await app.signIn(everything)
    const qa = await app.signIn({ colleagueOf: ada })
    const rep = await app.signIn({ colleagueOf: ada })
    const form = await putLead(app, ada, { ...owners(status, qa, rep), source: 'website_form' })
    const phone = await putLead(app, ada, { ...owners(status, ada), source: 'phone' })
    const event = await putLead(app, ada, { ...owners(status, ada), source: 'event' })

    expect(await ids(ada, 'source=phone')).toEqual([phone])
    for (const query of [
      'source=phone&source=event',
      'source[]=phone&source[]=event',
      'source=phone,event',
      'source=phone&source[]=event',
      'source=event,phone,,',
    ])
      expect(await ids(ada, query)).toEqual([event, phone])
    expect(await ids(ada, `sales_person=${rep.id}`)).toEqual([form])
    expect(await ids(ada, 'sales_person=none')).toEqual([event, phone])
    expect(await ids(ada, `sales_person=none&sales_person[]=${rep.id}`)).toEqual([event, phone, form])
    expect(await ids(ada, `assigned_qa=${qa.id}`)).toEqual(status === 'new' ? [] : [form])
    expect(await ids(ada, 'assigned_qa=none')).toEqual(status === 'new' ? [event, phone, form] : [])
    expect(await ids(ada, `status=${status}&source=phone`)).toEqual([phone])
    expect(await ids(ada, 'status=invalid')).toEqual([])
    expect(await ids(ada, 'enquiry_status=open')).toEqual(status === 'valid' ? [event, phone, form] : [])
  })

  test('a row has all of a lead, or beside what is always sent only the values that are named', async () => {
    const ada = await app.signIn(everything)
    const more = { tags: ['Fair'], message: 'Two of them', website: 'mill.example', utm: { utm_source: 'ad' } }
    await putLead(app, ada, { ...owners(status, ada), ...more })
    const row = async (query: string) => Object((await ada.send('GET', `${url}?${query}`)).json).data[0]

    const whole = await row('')
    expect(whole).toMatchObject({ ...more, products: [{ product_name: 'Hose' }], last_comment: null, duplicates: 0 })
    const part = await row('values=products,tags')
    expect(part).toEqual(Object.fromEntries(Object.keys(part).map((name) => [name, whole[name]])))
    expect(
      Object.keys(part)
        .filter((name) => !['why_unassigned', 'existing_company'].includes(name))
        .toSorted(),
    ).toEqual([...LeadRow.required, 'products', 'tags'].toSorted())
    expect(await badField(ada, 'values=message')).toEqual([400, 'values.0'])
  })

  test('L1: a filter of unknown values, of too many, or a size out of range is refused and named', async () => {
    const ada = await app.signIn(everything)
    const many = Array.from({ length: 101 }, () => 'source=phone').join('&')

    for (const [query, field] of [
      ['source=carrier_pigeon', 'source'],
      ['source=Carrier%20pigeon', 'source.0'],
      ['reason=bad_weather', 'reason'],
      ['status=gone', 'status.0'],
      ['enquiry_status=new', 'enquiry_status.0'],
      ['assigned_qa=nobody', 'assigned_qa.0'],
      ['assigned_qa=0', 'assigned_qa.0'],
      ['sales_person=-3', 'sales_person.0'],
      ['sales_person=1e3', 'sales_person.0'],
      [many, 'source'],
      ['pageSize=0', 'pageSize'],
      ['pageSize=-1', 'pageSize'],
      ['pageSize=101', 'pageSize'],
      ['pageSize=1000000000', 'pageSize'],
      ['pageSize=20%3Bdrop', 'pageSize'],
      ['page=0', 'page'],
      ['page=1000000000', 'page'],
      ['page=900000&pageSize=100', 'page'],
      ['page=1&page=2', 'page'],
      ['search=a&search=b', 'search'],
      [`search=${'a'.repeat(201)}`, 'search'],
    ] as const)
      expect([query.slice(0, 40), ...(await badField(ada, query))]).toEqual([
        query.slice(0, 40),
        400,
        expect.stringContaining(field.split('.')[0]!),
      ])
    expect(await ids(ada, 'a[b][c]=1&nothing=2')).toEqual([])
  })

  test('pages hold every row once, the newest first, and tell how many there are in all', async () => {
    const ada = await app.signIn(everything)
    const put: number[] = []
    for (let at = 0; at < 23; at++)
      put.push(
        await putLead(
          app,
          ada,
          {
            ...owners(status, ada),
            created_at: '2026-05-05T10:00:00Z',
            ...(status === 'valid' ? { validated_at: '2026-05-06T10:00:00Z' } : {}),
          },
          [],
        ),
      )

    const seen: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const { json } = await ada.send('GET', `${url}?page=${page}&pageSize=10`)
      expect(json.pagination).toEqual({ page, pageSize: 10, total: 23, totalPages: 3 })
      seen.push(...json.data.map(({ id }: { id: number }) => id))
    }
    expect(seen).toEqual(put.toReversed())
    expect((await ada.send('GET', url)).json.pagination).toEqual({ page: 1, pageSize: 20, total: 23, totalPages: 2 })
  })

  test('what led to a lead comes with it, by the names that it was sent under', async () => {
    const ada = await app.signIn(everything)
    const utm = { utm_source: 'google', utm_campaign: 'Frühjahr 2026', ref: '' }
    for (const sent of [utm, null]) await putLead(app, ada, { ...owners(status, ada), utm: sent })
    const eve = await app.signIn(everything)
    await putLead(app, eve, { ...owners(status, eve), utm: { utm_source: 'theirs' } })

    const { json } = await ada.send('GET', url)

    expect(json.data.map((lead: { utm: unknown }) => lead.utm)).toEqual([null, utm])
  })

  test('L6: days are whole days of the person’s zone, both included, on the days too when clocks change', async () => {
    const ada = await app.signIn({ ...everything, timeZone: 'Europe/Berlin' })
    const newYork = await app.signIn({ ...everything, timeZone: 'America/New_York', colleagueOf: ada })
    const at = async (instant: string) => putLead(app, ada, { ...owners(status, ada), created_at: instant })
    // Berlin goes to summer time on 29 March 2026: that day has 23 hours, and 25 October has 25.
    const [before, first, last, after] = [
      await at('2026-03-28T22:59:59.999999Z'),
      await at('2026-03-28T23:00:00Z'),
      await at('2026-03-29T21:59:59.999999Z'),
      await at('2026-03-29T22:00:00Z'),
    ]
    const [, autumnFirst, autumnLast] = [
      await at('2026-10-24T21:59:59Z'),
      await at('2026-10-24T22:00:00Z'),
      await at('2026-10-25T22:59:59.999999Z'),
      await at('2026-10-25T23:00:00Z'),
    ]
    const on = async (person: TestPerson, day: string, until = day) =>
      (await ids(person, `${from}=${day}&${to}=${until}`)).toSorted((one, other) => one - other)

    expect(await on(ada, '2026-03-29')).toEqual([first, last])
    expect(await on(ada, '2026-10-25')).toEqual([autumnFirst, autumnLast])
    expect(await on(ada, '2026-03-28', '2026-03-30')).toEqual([before, first, last, after])
    expect(await on(newYork, '2026-03-28')).toEqual([before, first])
    expect(await on(newYork, '2026-03-29')).toEqual([last, after])
    expect(await ids(ada, `${from}=2026-10-26`)).toHaveLength(1)
    expect(await ids(ada, `${to}=2026-03-28`)).toEqual([before])
  })

  test('L6: a day that is none, years out of reach, and an interval turned round are refused and named as they were sent', async () => {
    const ada = await app.signIn(everything)

    for (const day of [
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-00-10',
      '0001-01-01',
      '9999-12-31',
      '26-01-01',
      '2026-1-1',
      '2026-01-01T00:00',
      "2026-01-01'--",
    ]) {
      expect([day, ...(await badField(ada, `${from}=${encodeURIComponent(day)}`))]).toEqual([day, 400, from])
      expect([day, ...(await badField(ada, `${to}=${encodeURIComponent(day)}`))]).toEqual([day, 400, to])
    }
    expect(await badField(ada, `${from}=2026-03-02&${to}=2026-03-01`)).toEqual([400, from])
    expect(await ids(ada, `${from}=2024-02-29&${to}=2024-02-29`)).toEqual([])
  })
})

test('Assigned shows one’s own leads, and all of them to whoever may reassign: in rows, totals, search and by id', async () => {
  const ada = await app.signIn({ can: ['assigned_leads_list', 'marketing_leads_reassign'] })
  const qa = await app.signIn({ can: ['assigned_leads_list'], colleagueOf: ada })
  const mine = await putLead(app, ada, { status: 'in-progress', assigned_qa: qa.id })
  const other = await putLead(app, ada, { status: 'assigned', assigned_qa: ada.id })
  for (const status of ['new', 'valid', 'invalid'])
    await putLead(app, ada, { status, ...(status === 'new' ? {} : { assigned_qa: qa.id }) })

  const ofQa = await qa.call(assignedLeads.list, { query: {} })
  expect([ofQa.data.map(({ id }) => id), ofQa.pagination.total]).toEqual([[mine], 1])
  const found = await qa.call(assignedLeads.list, { query: { search: 'tanabe', assigned_qa: [ada.id, qa.id] } })
  expect([found.data.map(({ id }) => id), found.pagination.total]).toEqual([[mine], 1])
  const all = await ada.call(assignedLeads.list, { query: { search: 'tanabe' } })
  expect([all.data.map(({ id }) => id), all.pagination.total]).toEqual([[other, mine], 2])
  expect((await qa.call(leadDetails.lead, { params: { id: mine } })).data.id).toBe(mine)
  await expect(qa.call(leadDetails.lead, { params: { id: other } })).rejects.toThrow('404 Lead not found')
})

test('Valid shows one’s own leads, and all of them to whoever assigns them: in rows, totals, search and by id', async () => {
  const ada = await app.signIn({ can: ['valid_leads_list', 'valid_leads_assign'] })
  const rep = await app.signIn({ can: ['valid_leads_list'], colleagueOf: ada })
  const mine = await putLead(app, ada, { status: 'valid', assigned_qa: ada.id, sales_person: rep.id })
  const waiting = await putLead(app, ada, { status: 'valid', assigned_qa: rep.id })
  await putLead(app, ada, { status: 'valid', assigned_qa: ada.id, kind: 'registration' })
  await putLead(app, ada, { status: 'invalid', assigned_qa: ada.id, sales_person: rep.id })

  const ofRep = await rep.call(validLeads.list, { query: { search: 'tanabe' } })
  expect([ofRep.data.map(({ id }) => id), ofRep.pagination.total]).toEqual([[mine], 1])
  const all = await ada.call(validLeads.list, { query: {} })
  expect([all.data.map(({ id }) => id).toSorted(), all.pagination.total]).toEqual([[mine, waiting].toSorted(), 2])
  await expect(rep.call(leadDetails.lead, { params: { id: waiting } })).rejects.toThrow('404 Lead not found')
})

test('Unassigned holds new enquiries alone: none that is held back, none that somebody has, no registration', async () => {
  const ada = await app.signIn(everything)
  const [{ id: domain }] = await app.sql(
    ada.companyId,
    `insert into restricted_domains (company_id, domain_name) values ($1, 'spam.example') returning id`,
    [ada.companyId],
  )
  const open = await putLead(app, ada)
  const held = await putLead(app, ada, { quarantined_by: domain })
  await putLead(app, ada, { kind: 'registration' })
  await putLead(app, ada, { status: 'assigned', assigned_qa: ada.id })

  const { data } = await ada.call(allLeads.list, { query: {} })
  expect(data).toMatchObject([{ id: open, why_unassigned: 'Not in the queue of automatic assignment' }])
  const quarantine = await ada.call(marketingLeads.list, { query: { quarantined: 'yes' } })
  expect(quarantine.data).toMatchObject([
    { id: held, domain_state: 'restricted', why_unassigned: 'Quarantined by a restricted domain' },
  ])
})

test('a lead of another company answers by id as one that never was', async () => {
  const ada = await app.signIn(everything)
  const eve = await app.signIn({
    can: [
      ...everything.can,
      'marketing_leads_history',
      'lead_details_view',
      'marketing_leads_comments',
      'valid_leads_view_validated_details',
      'assigned_leads_edit_status',
    ],
  })
  const lead = await putLead(app, ada, { status: 'valid', assigned_qa: ada.id })
  const unknown = 999_999_999

  for (const path of [
    'lead',
    'lead-products',
    'lead_history',
    'lead_comments',
    'check_current_assignment',
    'get_valided_lead',
    'get_valided_lead_fo_not_valid',
  ])
    expect(bytes(await eve.send('GET', `/marketing/${path}/${lead}`))).toBe(
      bytes(await eve.send('GET', `/marketing/${path}/${unknown}`)),
    )
  for (const path of ['dataFetch_validmodal', 'add_inprogress_status', 'add_valid_status', 'add_invalid_status'])
    expect(bytes(await eve.send('POST', `/marketing/${path}`, { enquiryId: lead }))).toBe(
      bytes(await eve.send('POST', `/marketing/${path}`, { enquiryId: unknown })),
    )
  expect((await eve.send('GET', `/marketing/check_lead_assigned?leadId=${lead}`)).json.data).toEqual([])
})
