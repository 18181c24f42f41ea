import { afterAll, expect, test } from 'vitest'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { startTestApp } from '#server/test/app.ts'
import { bytes, fingerprint, putLead, refusal } from '#server/test/journey.ts'
import { somebodyWaits } from '#server/test/waiting.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const CAN: PermissionKey[] = ['marketing_leads_list', 'marketing_leads_comments']
const ada = await app.signIn({ can: CAN, name: 'Ada' })
const bob = await app.signIn({ can: CAN, colleagueOf: ada, name: 'Bob' })
const eve = await app.signIn({ can: CAN, name: 'Eve' })
const { comment, comments, editComment, mentionable } = leadDetails

test('W7: a comment is kept to the letter, whatever it holds, but for what cannot be seen', async () => {
  const leadId = await putLead(app, ada)
  const texts = [
    '<img src=x onerror=alert(1)>',
    '{{constructor}} ${1}',
    'left\u202eright\u200b',
    '  kept\nas it is\t',
    "'; drop table leads; --",
    '👍🏽'.repeat(100),
    'x'.repeat(5000),
  ]

  for (const text of texts) await ada.call(comment, { body: { leadId, comment: text } })

  const { data } = await bob.call(comments, { params: { id: leadId } })
  expect(data.map((one) => one.comment)).toEqual(texts.toReversed().map((text) => text.replace(/[\u202e\u200b]/g, '')))
  expect(data[0]).toMatchObject({
    leadId,
    author: { id: ada.id, name: 'Ada' },
    mentions: [],
    pinned: false,
    edited_at: null,
  })
})

test('W7: nothing, white space, too much, or a megabyte is refused, and nothing is stored', async () => {
  const leadId = await putLead(app, ada)
  const before = await fingerprint(app)

  for (const text of ['', ' \n\t ', 'x'.repeat(5001), 'x'.repeat(15_000), 'a\0b', '\ud800', 7, null])
    expect(await ada.send('POST', comment.path, { leadId, comment: text })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'comment' }] },
    })
  expect((await ada.send('POST', comment.path, { leadId, comment: 'x'.repeat(1_000_000) })).status).toBe(413)
  expect(await fingerprint(app)).toBe(before)
})

test('W7: people of the company can be mentioned, nobody else', async () => {
  const leadId = await putLead(app, ada)
  const gone = await app.signIn({ colleagueOf: ada })
  await app.sql(ada.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [gone.id])

  const { data } = await ada.call(comment, { body: { leadId, comment: 'Look', mentions: [bob.id, bob.id, ada.id] } })
  expect(data.mentions).toEqual([
    { id: ada.id, name: 'Ada' },
    { id: bob.id, name: 'Bob' },
  ])
  const before = await fingerprint(app)
  const answers = await Promise.all(
    [eve.id, 999_999, gone.id].map((id) =>
      ada.send('POST', comment.path, { leadId, comment: 'Look', mentions: [bob.id, id] }),
    ),
  )
  for (const answer of answers) expect(bytes(answer)).toBe(bytes(answers[1]!))
  expect(answers[0]).toMatchObject({ status: 404, json: { message: 'One of the people mentioned was not found' } })
  expect(await fingerprint(app)).toBe(before)
})

test('only whoever can see the lead can be mentioned, by the rule of the lists', async () => {
  const rep = await app.signIn({ can: ['valid_leads_list'], colleagueOf: ada, name: 'Rita' })
  const qa = await app.signIn({ can: ['assigned_leads_list'], colleagueOf: ada, name: 'Quinn' })
  const head = await app.signIn({ can: ['valid_leads_list', 'valid_leads_assign'], colleagueOf: ada, name: 'Hal' })
  const free = await putLead(app, ada)
  const held = await putLead(app, ada, { status: 'assigned', assigned_qa: qa.id })
  const others = await putLead(app, ada, { status: 'assigned', assigned_qa: bob.id })
  const sold = await putLead(app, ada, { status: 'valid', sales_person: rep.id })
  const offered = async (...leadId: number[]) =>
    (await ada.call(mentionable, { query: { leadId } })).data.map(({ name }) => name)

  expect(await offered(free)).toEqual(['Bob'])
  expect(await offered(held)).toEqual(['Bob', 'Quinn'])
  expect(await offered(others)).toEqual(['Bob'])
  expect(await offered(sold)).toEqual(['Bob', 'Hal', 'Rita'])
  expect(await offered(sold, held)).toEqual(['Bob'])

  const before = await fingerprint(app)
  expect(
    await refusal(ada.call(comment, { body: { leadId: held, comment: 'Look', mentions: [qa.id, rep.id, head.id] } })),
  ).toMatchObject({
    status: 409,
    code: 'unseen',
    message: 'Hal, Rita can’t see this lead and would not be notified.',
  })
  expect(await fingerprint(app)).toBe(before)
})

test('whom one may mention is searched by name, in the own company, on leads that one can comment on', async () => {
  const leadId = [await putLead(app, ada)]
  await app.signIn({ can: ['marketing_leads_list'], colleagueOf: ada, name: '100% Ünal' })
  const named = async (search: string) =>
    (await ada.call(mentionable, { query: { leadId, search } })).data.map(({ name }) => name)

  expect(await named('bo')).toEqual(['Bob'])
  expect(await named('%')).toEqual(['100% Ünal'])
  expect(await named('ünal')).toEqual(['100% Ünal'])
  expect(await named('eve')).toEqual([])
  const foreign = await putLead(app, eve)
  for (const id of [foreign, 999_999])
    expect(await refusal(ada.call(mentionable, { query: { leadId: [...leadId, id] } }))).toMatchObject({
      status: 404,
      message: 'Lead not found',
    })
})

test('a comment that is taken back while its author changes it is not there any more', async () => {
  const leadId = await putLead(app, ada)
  const { data } = await ada.call(comment, { body: { leadId, comment: 'Too much said' } })
  let changing: Promise<unknown> | undefined
  const takenBack = 'delete from lead_comments where company_id = $1 and id = $2'
  await app.holding(ada.companyId, takenBack, [ada.companyId, data.id], async () => {
    changing = refusal(ada.call(editComment, { params: { id: data.id }, body: { comment: 'Less said' } }))
    await somebodyWaits(app)
  })

  expect(await changing).toMatchObject({ status: 404, message: 'Comment not found' })
  expect((await ada.call(comments, { params: { id: leadId } })).data).toEqual([])
})

test('W7: its author may change a comment for ten minutes, nobody else ever; anybody may pin it', async () => {
  const leadId = await putLead(app, ada)
  const { data: first } = await ada.call(comment, { body: { leadId, comment: 'First' } })
  await ada.call(comment, { body: { leadId, comment: 'Second' } })
  const params = { id: first.id }

  expect((await ada.call(editComment, { params, body: { comment: 'Better' } })).data).toMatchObject({
    comment: 'Better',
    edited_at: expect.any(String),
  })
  expect(await refusal(bob.call(editComment, { params, body: { comment: 'Mine now' } }))).toMatchObject({
    status: 403,
    message: 'Only the author can edit a comment',
  })
  expect(await refusal(ada.call(editComment, { params, body: {} }))).toMatchObject({
    status: 400,
    errors: [{ field: 'comment' }],
  })
  expect(await refusal(eve.call(editComment, { params, body: { pinned: true } }))).toMatchObject({
    status: 404,
    message: 'Comment not found',
  })
  await bob.call(editComment, { params, body: { pinned: true } })
  expect((await ada.call(comments, { params: { id: leadId } })).data.map((one) => one.comment)).toEqual([
    'Better',
    'Second',
  ])

  await app.sql(ada.companyId, `update lead_comments set created_at = now() - interval '601 seconds' where id = $1`, [
    first.id,
  ])
  expect(await refusal(ada.call(editComment, { params, body: { comment: 'Too late' } }))).toMatchObject({
    status: 409,
    code: 'too_late',
  })
  await ada.call(editComment, { params, body: { pinned: false } })
  expect((await ada.call(comments, { params: { id: leadId } })).data.at(-1)).toMatchObject({
    comment: 'Better',
    pinned: false,
  })
})

test('whoever sees a lead on a list comments on it by the key of that list, and by no other', async () => {
  const lists: { list: PermissionKey; key: PermissionKey; lead: Record<string, unknown>; all?: PermissionKey }[] = [
    { list: 'marketing_leads_list', key: 'marketing_leads_comments', lead: { status: 'invalid' } },
    { list: 'all_leads_list', key: 'all_leads_comments', lead: {} },
    {
      list: 'assigned_leads_list',
      key: 'assigned_leads_comments',
      lead: { status: 'assigned', assigned_qa: bob.id },
      all: 'marketing_leads_reassign',
    },
    {
      list: 'valid_leads_list',
      key: 'valid_leads_comments',
      lead: { status: 'valid', assigned_qa: bob.id },
      all: 'valid_leads_assign',
    },
  ]
  for (const { list, key, lead, all } of lists) {
    const leadId = await putLead(app, ada, lead)
    const extra = all ? [all] : []
    const may = await app.signIn({ can: [list, key, ...extra], colleagueOf: ada })
    const other = await app.signIn({
      can: [list, ...lists.map((one) => one.key).filter((one) => one !== key), ...extra],
      colleagueOf: ada,
    })
    const reader = await app.signIn({ can: [list, ...extra], colleagueOf: ada })

    expect((await may.call(comment, { body: { leadId, comment: 'Seen' } })).data.author.id).toBe(may.id)
    expect(await refusal(other.call(comment, { body: { leadId, comment: 'Not mine' } }))).toMatchObject({ status: 404 })
    expect(await refusal(other.call(comments, { params: { id: leadId } }))).toMatchObject({ status: 404 })
    expect(await refusal(reader.call(comment, { body: { leadId, comment: 'No key' } }))).toMatchObject({ status: 403 })
    if (all)
      expect(
        await refusal(
          (await app.signIn({ can: [list, key], colleagueOf: ada })).call(comment, {
            body: { leadId, comment: 'Not my lead' },
          }),
        ),
      ).toMatchObject({ status: 404 })
  }
})

test('a comment sent twice under one key is one comment', async () => {
  const leadId = await putLead(app, ada)
  const send = () => ada.call(comment, { body: { leadId, comment: 'Once' } }, { 'idempotency-key': 'comment-1' })

  const answers = await Promise.all([send(), send(), send()])

  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect((await ada.call(comments, { params: { id: leadId } })).data).toHaveLength(1)
})

test('the newest comment is the one that lists show', async () => {
  const leadId = await putLead(app, ada)
  await ada.call(comment, { body: { leadId, comment: 'Older' } })
  await bob.call(comment, { body: { leadId, comment: 'Newest' } })

  expect((await ada.call(leadDetails.lead, { params: { id: leadId } })).data.last_comment).toMatchObject({
    body: 'Newest',
    author: { id: bob.id, name: 'Bob' },
  })
})
