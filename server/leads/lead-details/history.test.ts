import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead, refusal } from '#server/test/journey.ts'
import { MANAGER_KEYS } from '#server/test/leads.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const mara = await app.signIn({ can: MANAGER_KEYS, name: 'Mara' })
const quinn = await app.signIn({ can: MANAGER_KEYS, colleagueOf: mara, name: 'Quinn' })
const history = async (id: number, query: { before?: number; limit?: number } = {}) =>
  mara.call(leadDetails.history, { params: { id }, query })

const PERSON = {
  name: 'Noor Secretive',
  email: 'noor@hidden.example',
  phone: '+49 30 9999999',
  address: 'Hidden Street 1',
  message: 'Between us',
  website: 'https://hidden.example',
}
const add = async () =>
  (
    await mara.call(addLead.add, {
      body: { ...PERSON, company: 'Mill', country: 'DE', products: [{ product_name: 'Hose', quantity: 3 }] },
    })
  ).data.id

test('acts stand newest first, each with who did it, what it changed from and to, why, and how long the status before it lasted', async () => {
  const id = await add()
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: quinn.id } })
  await app.sql(mara.companyId, `update leads set status_at = now() - interval '90 minutes' where id = $1`, [id])
  await quinn.call(assignedLeads.start, { body: { enquiryId: id } }, { 'x-company-id': String(mara.companyId) })
  await mara.call(assignedLeads.invalidate, { body: { enquiryId: id, reason: 'competitor', note: 'Knows our prices' } })

  const { data, next } = await history(id)

  expect(next).toBeNull()
  expect(data.map(({ act }) => act)).toEqual([
    'assigned-leads.invalidate',
    'assigned-leads.start',
    'test',
    'marketing-leads.assign',
    'add-lead.add',
  ])
  const [invalidated, started, , assigned, added] = data
  expect(invalidated).toMatchObject({
    actor: { kind: 'person', id: mara.id, name: 'Mara' },
    channel: 'api',
    reason: 'Taken over from Quinn',
    time_in_status: expect.any(Number),
  })
  const change = (set: typeof invalidated, field: string) =>
    set!.changes.find((one) => one.field === field && one.entity === 'leads')
  expect(change(invalidated, 'status')).toMatchObject({ verb: 'updated', old: 'in-progress', new: 'invalid' })
  expect(change(invalidated, 'assigned_qa')).toMatchObject({
    old: { id: quinn.id, name: 'Quinn' },
    new: { id: mara.id, name: 'Mara' },
  })
  expect(change(invalidated, 'reason_note')).toMatchObject({ old: null, new: 'Knows our prices' })
  expect(started).toMatchObject({ actor: { name: 'Quinn' }, channel: 'screen', reason: null })
  expect(started!.time_in_status! / 60).toBeCloseTo(90, 0)
  expect(assigned).toMatchObject({
    decision: { list: 'qa', mode: 'staff', chosen: { id: quinn.id }, considered: [], why: 'A colleague chose Quinn.' },
  })
  expect(change(assigned, 'status')).toMatchObject({ old: 'new', new: 'assigned' })
  expect(added).toMatchObject({ time_in_status: null, actor: { id: mara.id } })
  expect(change(added, 'email')).toMatchObject({ verb: 'created', old: null, new: 'noor@hidden.example' })
  expect(
    added!.changes.filter(({ entity }) => entity === 'lead_items').map(({ field, new: value }) => [field, value]),
  ).toContainEqual(['quantity', 3])
})

test('what is personal lies apart from the events, which know it by its digest alone', async () => {
  const id = await add()
  await mara.call(leadDetails.comment, { body: { leadId: id, comment: 'Call Noor at home' } })
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: mara.id } })
  await mara.call(assignedLeads.invalidate, { body: { enquiryId: id, reason: 'other', note: 'Noor said so' } })

  const events = await app.sql(
    mara.companyId,
    `select fields::text, personal from changes where root = 'leads' and root_id = $1`,
    [id],
  )
  for (const secret of [...Object.values(PERSON), '309999999', 'Noor', 'at home', 'said so'])
    for (const { fields } of events) expect(fields).not.toContain(secret)

  const digests = events.flatMap(({ personal }) => personal ?? [])
  expect(digests.length).toBeGreaterThanOrEqual(3)
  const values = await app.sql(
    mara.companyId,
    'select digest, salt, fields::text as text from change_values where digest = any($1)',
    [digests],
  )
  expect(values).toHaveLength(digests.length)
  for (const { digest, salt, text } of values)
    expect(createHash('sha256').update(salt).update(text).digest('hex')).toBe(digest.toString('hex'))
})

test('erased values leave the events as they were', async () => {
  const id = await add()
  await app.sql(
    mara.companyId,
    `update change_values v set fields = null from changes c where c.personal = v.digest and c.root_id = $1`,
    [id],
  )

  const { data } = await history(id)

  const fields = data[0]!.changes.map(({ field }) => field)
  expect(fields).toContain('status')
  for (const field of Object.keys(PERSON)) expect(fields).not.toContain(field)
})

test('a long history comes in pages that neither cut an act nor lose one, however acts overlap', async () => {
  const id = await putLead(app, mara)
  const act = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  // Acts that ran at the same time have written their rows in turns: 1 3 1 2 3 2 …
  const rows = Array.from({ length: 60 }, (_, at) => [1, 3, 1, 2, 3, 2][at % 6]! + 3 * Math.floor(at / 6))
  for (const number of rows)
    await app.sql(
      mara.companyId,
      `insert into changes (company_id, actor_kind, channel, change_set, act, entity, entity_id, root, root_id, verb, fields)
       values ($1, 'system', 'api', $2, $3, 'leads', $4, 'leads', $4, 'updated', '{"city": ["a", "b"]}')`,
      [mara.companyId, act(number), `act-${number}`, id],
    )

  const seen: string[] = []
  let before: number | undefined
  do {
    const { data, next } = await history(id, { limit: 4, ...(before === undefined ? {} : { before }) })
    for (const { act, changes } of data) seen.push(`${act}×${changes.filter(({ field }) => field === 'city').length}`)
    before = next ?? undefined
  } while (before !== undefined)

  const expected = Array.from({ length: 30 }, (_, at) => at + 1)
  expect(seen.filter((one) => one.startsWith('act-')).toSorted()).toEqual(
    expected.map((number) => `act-${number}×2`).toSorted(),
  )
})

test('it needs one of its keys, and a lead that the caller can see', async () => {
  const id = await add()
  const without = await app.signIn({ can: ['marketing_leads_list'], colleagueOf: mara })
  const blind = await app.signIn({ can: ['marketing_leads_history', 'assigned_leads_list'], colleagueOf: mara })

  expect(await refusal(without.call(leadDetails.history, { params: { id }, query: {} }))).toMatchObject({
    status: 403,
    details: { needs: ['marketing_leads_history', 'lead_details_view'] },
  })
  expect(await refusal(blind.call(leadDetails.history, { params: { id }, query: {} }))).toMatchObject({ status: 404 })
  for (const query of ['limit=0', 'limit=101', 'before=0', 'before=x'])
    expect(await mara.send('GET', `/marketing/lead_history/${id}?${query}`)).toMatchObject({
      status: 400,
      json: { errors: [{ field: query.split('=')[0] }] },
    })
})

test('what a comment says is told to whoever may read the comments of the lead; others learn that there was one', async () => {
  const id = await add()
  await mara.call(leadDetails.comment, { body: { leadId: id, comment: 'Between colleagues' } })
  const readers: [string, readonly PermissionKey[]][] = [
    ['Between colleagues', ['marketing_leads_list', 'marketing_leads_comments']],
    ['Between colleagues', ['marketing_leads_list', 'all_leads_list', 'all_leads_comments']],
    ['nothing', ['marketing_leads_list', 'assigned_leads_comments']],
  ]

  for (const [said, keys] of readers) {
    const reader = await app.signIn({ can: [...keys, 'marketing_leads_history'], colleagueOf: mara })
    const { data } = await reader.call(leadDetails.history, { params: { id }, query: {} })
    const changes = data.find(({ act }) => act === 'lead-details.comment')?.changes ?? []
    expect(changes.find(({ field }) => field === 'author_id')?.new).toMatchObject({ name: 'Mara' })
    expect([keys, changes.find(({ field }) => field === 'body')?.new ?? 'nothing']).toEqual([keys, said])
  }
})

const DETAILS = 'valid_leads_view_validated_details'

test('what was validated is told to whoever may see it; others learn what the lists tell of a verdict', async () => {
  const id = await add()
  await mara.call(marketingLeads.assign, { body: { leadIds: [id], staffId: mara.id } })
  await mara.call(assignedLeads.start, { body: { enquiryId: id } })
  const snapshot = {
    email: 'checked@hidden.example',
    phone: '+49308888888',
    address: 'Checked Street 2',
    city: 'Kiel',
  }
  await mara.call(assignedLeads.validate, {
    body: { enquiryId: id, status: 'valid', ...snapshot, comments: 'Kept apart' },
  })
  const readers: [string[], readonly PermissionKey[]][] = [
    [
      ['checked@hidden.example', 'Kiel'],
      ['marketing_leads_list', 'marketing_leads_history', DETAILS],
    ],
    [
      ['checked@hidden.example', 'Kiel'],
      ['marketing_leads_list', 'lead_details_view'],
    ],
    [[], ['marketing_leads_list', 'marketing_leads_history']],
  ]

  for (const [told, can] of readers) {
    const reader = await app.signIn({ can, colleagueOf: mara })
    const { data } = await reader.call(leadDetails.history, { params: { id }, query: {} })
    const value = (name: string) =>
      data[0]?.changes.find(({ entity, field }) => entity === 'lead_verdicts' && field === name)?.new
    expect([value('verdict'), value('company')]).toEqual(['valid', 'Mill'])
    expect([value('email'), value('city')].filter(Boolean)).toEqual(told)
    for (const text of [snapshot.email, snapshot.phone, snapshot.address, snapshot.city, 'Kept apart'])
      expect([text, JSON.stringify(data).includes(text)]).toEqual([text, told.length > 0])
  }
})
