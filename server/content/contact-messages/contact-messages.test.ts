import { afterAll, expect, test } from 'vitest'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { contactsOf, CONTACT_KEYS, SENT } from '#server/test/contact-messages.ts'
import { forgettingOf } from '#server/test/forgetting.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { undoNewest } from '#server/test/posts.ts'

const app = await startTestApp({ INTAKE_PER_MINUTE: '9999' })
afterAll(() => app.stop())
const { started, stored, messageOf } = contactsOf(app)

const { list, setStatus, assign, comment, reply, filterOptions } = contactMessages
const becomes = (person: TestPerson, id: number, status: 'new' | 'in_progress' | 'answered' | 'spam' | 'archived') =>
  person.call(setStatus, { body: { ids: [id], status } })

test('the list filters by status, handler, source and words, and has exact totals', async () => {
  const { person, sent } = await started()
  const [first, second] = [
    await sent(),
    await sent({ email: 'b@mill.example', subject: 'Certificate', message: 'Wrong one' }),
  ]
  const third = await sent({ email: 'c@mill.example', subject: 'Prices' })
  await person.call(assign, { body: { ids: [second], staffId: person.id } })
  await becomes(person, third, 'archived')
  const ids = async (query: object) => {
    const { data, pagination } = await person.call(list, { query })
    expect(pagination.total).toBe(data.length)
    return data.map(({ id }) => id)
  }

  expect(await ids({})).toEqual([third, second, first])
  expect(await ids({ status: ['new', 'in_progress'] })).toEqual([second, first])
  expect(await ids({ handled_by: [person.id] })).toEqual([second])
  expect(await ids({ search: 'certif' })).toEqual([second])
  expect(await ids({ search: 'nordvik process' })).toEqual([third, second, first])
  expect(await ids({ source: ['website_form'] })).toEqual([])
  expect(await ids({ sort: 'handled_by', order: 'asc' })).toEqual([second, third, first])
  expect((await person.call(filterOptions, { query: {} })).data).toEqual({
    handled_by: [{ id: person.id, name: 'Meera Krishnan' }],
    assignable: [{ id: person.id, name: 'Meera Krishnan' }],
  })
})

test('a message shows its comments, earlier ones of its address and the newsletter, each to people who may see it', async () => {
  const { person, sent } = await started([...CONTACT_KEYS, 'newsletter_list'])
  const reader = await app.signIn({ can: ['contact_us_list'], colleagueOf: person })
  const earlier = await sent({ subject: 'Invoice' })
  const spam = await sent({ fax: '1', subject: 'Spam' })
  const id = await sent()
  await app.sql(
    person.companyId,
    `insert into newsletter_subscribers (company_id, email, status, status_source, source) values ($1, 'ingrid@nordvik.example', 'subscribed', 'page', 'manual')`,
    [person.companyId],
  )
  await person.call(comment, { params: { id }, body: { comment: 'Order H-20418 was mine' } })

  const seen = await messageOf(person, id)
  expect(seen).toMatchObject({
    message: SENT.message,
    mail: null,
    form: 'Enquiry',
    newsletter: { status: 'subscribed' },
    leads: { rows: [], total: 0, won: 0 },
    earlier: { total: 1, rows: [{ id: earlier, subject: 'Invoice', status: 'new' }] },
    comments: [{ comment: 'Order H-20418 was mine', author: { name: 'Meera Krishnan' } }],
  })
  expect(seen.first_answer_minutes).toBe(0)
  expect((await messageOf(person, spam)).first_answer_minutes).toBe(null)
  expect(await messageOf(reader, id)).toMatchObject({ newsletter: null, leads: null })
})

test('another company neither sees nor changes a message, nor does anybody without the permission', async () => {
  const [{ person, sent }, { person: eve }] = [await started(), await started()]
  const reader = await app.signIn({ can: ['contact_us_list'], colleagueOf: person })
  const id = await sent()

  const calls = [
    () => eve.call(contactMessages.details, { params: { id } }),
    () => becomes(eve, id, 'archived'),
    () => eve.call(assign, { body: { ids: [id], staffId: eve.id } }),
    () => eve.call(comment, { params: { id }, body: { comment: 'Mine' } }),
    () => eve.call(contactMessages.makeLead, { params: { id } }),
  ]
  for (const call of calls) expect((await refusal(call())).status).toBe(404)
  expect((await refusal(becomes(reader, id, 'archived'))).status).toBe(403)
  expect((await refusal(person.call(assign, { body: { ids: [id], staffId: eve.id } }))).errors?.[0]?.field).toBe(
    'staffId',
  )
  expect((await refusal(person.call(assign, { body: { ids: [id], staffId: reader.id } }))).errors?.[0]?.field).toBe(
    'staffId',
  )
  expect(await stored(person, id)).toMatchObject({ status: 'new', handled_by: null, lead_id: null, version: 1 })
})

test('taking makes it in progress and one’s own; only the transitions of the table are possible, all or none', async () => {
  const { person, sent } = await started()
  const [id, other] = [await sent(), await sent({ subject: 'Other' })]

  await person.call(assign, { body: { ids: [id], staffId: person.id } })
  expect(await stored(person, id)).toMatchObject({ status: 'in_progress', handled_by: person.id })
  await becomes(person, id, 'answered')
  await becomes(person, id, 'in_progress')
  await becomes(person, id, 'spam')
  expect(await refusal(becomes(person, id, 'answered'))).toMatchObject({
    status: 409,
    code: 'wrong_status',
    details: { id, status: 'spam' },
  })
  expect((await refusal(person.call(assign, { body: { ids: [id], staffId: person.id } }))).code).toBe('wrong_status')
  expect((await refusal(person.call(setStatus, { body: { ids: [other, id], status: 'archived' } }))).code).toBe(
    'wrong_status',
  )
  await becomes(person, id, 'new')

  expect([(await stored(person, id)).status, (await stored(person, other)).status]).toEqual(['new', 'new'])
})

test('the first answer counts working time once: not on closed days, and not again when reopened', async () => {
  const { person, sent } = await started()
  const id = await sent()
  const days = ['[["00:00","24:00"]]', '[["00:00","24:00"]]']
  await app.sql(
    person.companyId,
    `insert into working_calendars (company_id, name, time_zone, week, default_at) values ($1, 'Office', 'UTC', $2, now())`,
    [person.companyId, `[${[...days, ...days, days[0], '[]', '[]'].join(',')}]`],
  )
  // A whole week before: five open days of it.
  await app.sql(person.companyId, `update contact_messages set created_at = now() - interval '7 days' where id = $1`, [
    id,
  ])

  await becomes(person, id, 'answered')
  const first = await stored(person, id)
  await becomes(person, id, 'in_progress')
  await becomes(person, id, 'answered')

  expect(first.first_answer_minutes).toBe(5 * 24 * 60)
  expect(await stored(person, id)).toMatchObject({
    first_answer_minutes: first.first_answer_minutes,
    answered_at: first.answered_at,
    handled_by: person.id,
  })
})

test('undo brings back how a message stood, and is told when somebody has changed it since', async () => {
  const { person, sent } = await started()
  const colleague = await app.signIn({ can: [...CONTACT_KEYS], colleagueOf: person })
  const [id, touched] = [await sent(), await sent({ subject: 'Touched' })]
  await person.call(setStatus, { body: { ids: [id, touched], status: 'answered', note: 'By phone' } })
  await becomes(colleague, touched, 'archived')

  await undoNewest(person, 'Changed the status of *').catch(() => undefined)
  await person.call(assign, { body: { ids: [id], staffId: colleague.id } })
  await undoNewest(person, 'Assigned *')

  expect(await stored(person, touched)).toMatchObject({ status: 'archived' })
  expect((await stored(person, id)).handled_by).not.toBe(colleague.id)
  await becomes(person, touched, 'new')
  await becomes(person, touched, 'archived')
  await undoNewest(person, 'Changed the status of *')
  expect(await stored(person, touched)).toMatchObject({ status: 'new' })
})

test('two who take the same message at once leave it with one of them, and in a history of both', async () => {
  const { person, sent } = await started()
  const colleague = await app.signIn({ can: [...CONTACT_KEYS], colleagueOf: person })
  const id = await sent()

  await Promise.all([person, colleague].map((who) => who.call(assign, { body: { ids: [id], staffId: who.id } })))

  const row = await stored(person, id)
  expect([row.status, row.version]).toEqual(['in_progress', 3])
  const [last] = await app.sql(
    person.companyId,
    `select actor_id from changes where entity = 'contact_messages' and entity_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(row.handled_by).toBe(last.actor_id)
})

test('without a mail server an answer is refused with a sentence, stores nothing, and the message can be marked as answered', async () => {
  const { person, sent } = await started()
  const id = await sent()

  expect(await refusal(person.call(reply, { params: { id }, body: { message: 'Hello' } }))).toMatchObject({
    status: 409,
    code: 'mail_off',
  })
  expect((await messageOf(person, id)).replies).toEqual([])
  await becomes(person, id, 'answered')
  expect(await stored(person, id)).toMatchObject({ status: 'answered', handled_by: person.id })
})

test('bulk acts skip what can’t become that, with the reason, and are undone as one', async () => {
  const { person, sent } = await started()
  const ids = [await sent(), await sent({ subject: '2' }), await sent({ subject: '3' })]
  await becomes(person, ids[2]!, 'spam')
  const select = async () => (await person.call(contactMessages.select, { body: { filter: {} } })).data.id
  const selection = await select()

  const ahead = await person.call(contactMessages.setStatusOfMany, {
    body: { selection, status: 'archived', dryRun: true },
  })
  await person.call(contactMessages.setStatusOfMany, { body: { selection, status: 'archived' } })
  await workOff(app)

  expect(ahead.data.foreseen).toEqual([
    { outcome: 'archived', message: null, count: 2 },
    { outcome: 'skipped', message: 'This message is marked as spam. Move it back first.', count: 1 },
  ])
  const statuses = async () => Promise.all(ids.map(async (id) => (await stored(person, id)).status))
  expect(await statuses()).toEqual(['archived', 'archived', 'spam'])
  await undoNewest(person, 'Changed the status of *')
  await workOff(app)
  expect(await statuses()).toEqual(['new', 'new', 'spam'])

  await person.call(contactMessages.assignMany, { body: { selection: await select(), staffId: person.id } })
  await workOff(app)
  expect(await statuses()).toEqual(['in_progress', 'in_progress', 'spam'])
  expect((await person.call(jobs.list, { query: {} })).data[0]).toMatchObject({
    title: 'Assign 3 messages to Meera Krishnan',
  })
})

test('old messages are emptied here and in the history: spam after 30 days, answered ones after two years', async () => {
  const { person, sent } = await started()
  const [spam, young, answered, open] = [
    await sent({ fax: '1', subject: 'Old spam' }),
    await sent({ fax: '1', subject: 'Young spam' }),
    await sent({ subject: 'Answered' }),
    await sent({ subject: 'Open' }),
  ]
  await person.call(comment, { params: { id: answered }, body: { comment: 'Ingrid called' } })
  await becomes(person, answered, 'answered')
  const put = async (id: number, age: string) => {
    await app.owner.query('begin')
    await app.owner.query('set local session_replication_role = replica')
    await app.owner.query('update contact_messages set updated_at = now() - $2::interval where id = $1', [id, age])
    await app.owner.query('commit')
  }
  await put(spam, '31 days')
  await put(young, '29 days')
  await put(answered, '25 months')
  await put(open, '60 months')

  await forgettingOf(app).forget()

  const kept = (await person.call(list, { query: { sort: 'created_at', order: 'asc' } })).data
  expect(kept.map(({ id }) => id)).toEqual([young, open])
  for (const id of [spam, answered])
    expect(await stored(person, id)).toMatchObject({
      name: '-',
      message: '-',
      phone: null,
      company: '',
      page_url: null,
    })
  const left = await app.sql(
    person.companyId,
    `select v.fields::text as fields from change_values v join changes c on c.company_id = v.company_id and c.personal = v.digest
     where c.company_id = $1 and c.root = 'contact_messages' and c.root_id = any ($2) and v.fields is not null`,
    [person.companyId, [spam, answered]],
  )
  expect(left).toEqual([])
})
