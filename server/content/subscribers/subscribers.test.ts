import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { SUBSCRIBER_STATUSES, subscribers } from '#contract/content/subscribers.ts'
import { checkCounts } from '#server/platform/counted-lists/check.ts'
import { startTestApp } from '#server/test/app.ts'
import { putLead } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { startMailingApp, subscribersOf } from '#server/test/subscribers.ts'
import { SUBSCRIBER_LIST } from './list.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { put, putWith, editor, statusOf, details } = subscribersOf(app)
const found = async (person: Awaited<ReturnType<typeof editor>>, query = {}) => {
  const { data, pagination } = await person.call(subscribers.list, { query })
  return [data.map(({ email }) => email.split('@')[0]), pagination.total]
}

test('subscribers are listed in the words of the call, the newest first, filtered, searched and sorted, with exact totals', async () => {
  const [ada, eve] = [await editor(), await editor()]
  for (const [at, status] of SUBSCRIBER_STATUSES.entries())
    await put(ada, `${status}@mill.example`, {
      status,
      created_at: `2026-03-0${at + 1}T10:00:00Z`,
      status_at: `2026-04-0${at + 1}T10:00:00Z`,
      ...(status === 'blocked'
        ? { blocked_from: 'subscribed', name: 'Zoë Ek', hard_bounces: 2, source: 'manual' }
        : {}),
    })
  await put(eve, 'theirs@mill.example')

  const { json } = await ada.send('GET', '/marketing/newsletter-list?current=1&pageSize=2')
  expect(json.pagination).toMatchObject({ current: 1, pageSize: 2, total: 6 })
  expect(json.data[0]).toMatchObject({
    email: 'blocked@mill.example',
    createdAt: '2026-03-06T10:00:00Z',
    bounces: { hard: 2 },
  })
  const all = SUBSCRIBER_STATUSES.toReversed()
  for (const [query, names] of [
    [{}, all],
    [{ status: ['bounced'] }, ['bounced']],
    [{ status: ['bounced', 'subscribed'] }, ['bounced', 'subscribed']],
    [{ source: ['manual'] }, ['blocked']],
    [{ source: ['manual'], status: ['subscribed'] }, []],
    [{ search: 'ZOË e' }, ['blocked']],
    [{ search: 'unsub' }, ['unsubscribed']],
    [{ from_date: '2026-03-05' }, ['blocked', 'complained']],
    [{ from_date: '2026-03-02', to_date: '2026-03-02' }, ['subscribed']],
    [{ status_from: '2026-04-06' }, ['blocked']],
    [{ sort: 'email', order: 'asc' }, all.toSorted()],
    [{ sort: 'bounces' }, ['blocked', ...all.slice(1)]],
    [{ sort: 'createdAt', order: 'asc' }, all.toReversed()],
  ] as const)
    expect([query, await found(ada, query)]).toEqual([query, [names, names.length]])
  expect(await found(eve)).toEqual([['theirs'], 1])
  for (const query of [{ sort: 'note' }, { from_date: '2026-02-30' }, { status_from: '2026-02-31' }])
    await expect(ada.call(subscribers.list, { query })).rejects.toThrow('400')
  await app.sql(
    ada.companyId,
    `update newsletter_subscribers set status = 'unsubscribed' where email = 'bounced@mill.example'`,
    [],
  )
  expect((await found(ada, { status: ['bounced'] }))[1]).toBe(0)
  expect(await checkCounts(app.services.tenants, ada.companyId, SUBSCRIBER_LIST)).toMatchObject({ drifts: [] })
})

test('without a mail server an address is added unconfirmed, which is said; twice, badly written or without the right it is not', async () => {
  const [ada, eve] = [await editor(), await editor()]

  const { data, message } = await ada.call(subscribers.add, {
    body: { email: ' Grace@Mill.Example ', name: 'Grace', note: 'Met at the fair' },
  })
  expect(message).toBe('Added grace@mill.example. No mail was sent: no mail server is set up.')
  expect(data).toMatchObject({
    email: 'grace@mill.example',
    status: 'unconfirmed',
    source: 'manual',
    status_source: 'staff',
  })
  expect(data.consents).toMatchObject([{ what: 'asked', by: { name: 'Meera Krishnan' } }])
  await expect(ada.call(subscribers.add, { body: { email: 'GRACE@mill.example' } })).rejects.toMatchObject({
    status: 409,
    failure: {
      code: 'subscriber_exists',
      message: expect.stringMatching(
        /^This address is on the list already: unconfirmed since \d+ \w{3} \d{4}\. Only its owner can subscribe again\.$/,
      ),
    },
  })
  await expect(ada.call(subscribers.add, { body: { email: 'no address' } })).rejects.toThrow('400')
  await expect(ada.call(subscribers.resendConfirmation, { params: { id: data.id } })).rejects.toMatchObject({
    failure: { code: 'mail_off' },
  })
  const reader = await app.signIn({ colleagueOf: ada, can: ['newsletter_list'] })
  await expect(reader.call(subscribers.add, { body: { email: 'x@mill.example' } })).rejects.toThrow('403')
  expect((await details(reader, data.id)).steps).toEqual([])
  await eve.call(subscribers.add, { body: { email: 'grace@mill.example' } })
  await expect(details(eve, data.id)).rejects.toThrow('404 Subscriber not found')
})

test('an address added with a mail server gets one mail, which says nothing that was typed; three in 30 days at most', async () => {
  const mailing = await startMailingApp()
  const { editor, asked } = subscribersOf(mailing)
  const ada = await editor()
  const add = (email: string) => ada.call(subscribers.add, { body: { email, name: 'Buy at https://spam.example' } })

  const { data, message } = await add('ada.l@gmail.com')
  expect(message).toBe('Added ada.l@gmail.com. A mail asks them to confirm.')
  expect((await add('a.dal+news@googlemail.com')).message).toContain('this mailbox got one in the last 24 hours')
  const texts = await mailing.sql(ada.companyId, 'select subject, plain, html from mail_texts where company_id = $1', [
    ada.companyId,
  ])
  expect(texts).toMatchObject([{ subject: 'Confirm your subscription', plain: expect.stringContaining('{{confirm}}') }])
  expect(JSON.stringify(texts)).not.toContain('spam.example')
  const resend = () => ada.call(subscribers.resendConfirmation, { params: { id: data.id } })
  const aDayPasses = () =>
    mailing.sql(ada.companyId, `update newsletter_confirmations set created_at = created_at - interval '25 hours'`, [])
  await expect(resend()).rejects.toMatchObject({ failure: { code: 'confirmation_cap' } })
  for (let more = 0; more < 2; more++) {
    await aDayPasses()
    await resend()
  }
  await aDayPasses()
  await expect(resend()).rejects.toThrow('this mailbox got three in the last 30 days')
  expect(await asked(ada)).toHaveLength(3)
  await mailing.stop()
})

test('name and note are changed beside one another; who saw an older version of the same field is refused', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const id = await putWith(ada, 'subscribed')
  const update = (body: object, person = ada) => person.call(subscribers.update, { params: { id }, body })
  const { version } = await details(ada, id)

  await update({ name: 'Grace', version })
  await update({ note: ' From the fair ', version })
  expect(await details(ada, id)).toMatchObject({ name: 'Grace', note: 'From the fair' })
  await expect(update({ name: 'Bob', version })).rejects.toMatchObject({
    failure: { code: 'version_conflict', details: { fields: ['name'] } },
  })
  await expect(update({ name: 'x'.repeat(121) })).rejects.toThrow('400')
  await expect(update({ name: 'Eve' }, eve)).rejects.toThrow('404')
})

test('one subscriber shows its consents, mails and bounces, and what else is here of its address for who may see that', async () => {
  const ada = await app.signIn({
    can: ['newsletter_list', 'newsletter_edit', 'marketing_leads_list', 'contact_us_list'],
  })
  const id = await putWith(ada, 'bounced', 'grace@mill.example')
  await putLead(app, ada, { email: 'grace@mill.example' })
  const insert = (text: string, ...values: unknown[]) => app.sql(ada.companyId, text, [ada.companyId, ...values])
  const [{ id: text }] = await insert(
    `insert into mail_texts (company_id, subject, plain, html) values ($1, 'Pumps', '', '') returning id`,
  )
  const [{ id: mail }] = await insert(
    `insert into mails (company_id, kind, text_id, for_id, address, state, code, attempts) values ($1, 'post_update', $2, $3, 'grace@mill.example', 'refused', '5.1.1', 1) returning id`,
    text,
    id,
  )
  await insert(
    `insert into newsletter_bounces (company_id, subscriber_id, mail_id, class, code, reply, received_by, raw, digest) values ($1, $2, $3, 'hard', '5.1.1', 'No such user', 'smtp', 'raw', '\\x01')`,
    id,
    mail,
  )

  const shown = await details(ada, id)
  expect(shown).toMatchObject({
    mails: [{ kind: 'post_update', subject: 'Pumps', state: 'refused', code: '5.1.1' }],
    mails_total: 1,
    received_bounces: [{ class: 'hard', reply: 'No such user', raw: 'raw' }],
    also_known: { leads: 1, contact_messages: 0 },
    steps: ['reset_bounces', 'block'],
  })
  const reader = await app.signIn({ colleagueOf: ada, can: ['newsletter_list'] })
  expect((await details(reader, id)).also_known).toEqual({ leads: null, contact_messages: null })
})

test('the figures count by status and day, of this company alone', async () => {
  const [ada, eve] = [await editor({ timeZone: 'Asia/Kolkata' }), await editor()]
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const long = { created_at: ago(90), confirmed_at: ago(90) }
  for (const name of ['a', 'b'])
    await put(ada, `${name}@mill.example`, { ...long, status: 'subscribed', status_at: ago(90) })
  await put(ada, 'new@mill.example', {
    status: 'subscribed',
    created_at: ago(5),
    confirmed_at: ago(5),
    status_at: ago(5),
  })
  await put(ada, 'left@mill.example', { ...long, status: 'unsubscribed', status_at: ago(10) })
  await put(ada, 'both@mill.example', {
    status: 'unsubscribed',
    created_at: ago(20),
    confirmed_at: ago(20),
    status_at: ago(3),
  })
  await put(ada, 'wait@mill.example', {})
  await putWith(eve, 'subscribed')

  const { data } = await ada.call(subscribers.summary, {})

  expect(data).toMatchObject({
    subscribed: 3,
    unconfirmed: 1,
    joined: 2,
    left: 2,
    bounce_rate: null,
    last_mailing: null,
    mail_on: false,
    by_status: { unsubscribed: 2, blocked: 0 },
  })
  expect(data.growth).toHaveLength(30)
  const then = (days: number) => data.growth.at(-1 - days)?.subscribed
  expect([29, 20, 11, 10, 6, 5, 4, 3, 0].map(then)).toEqual([3, 4, 4, 3, 3, 4, 4, 3, 3])
  expect((await eve.call(subscribers.summary, {})).data.subscribed).toBe(1)
})

test('many are unsubscribed or blocked with a reason, those that can’t be are named; another company’s selection is unknown', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const [on, off, stopped] = [
    await putWith(ada, 'subscribed'),
    await putWith(ada, 'unsubscribed'),
    await putWith(ada, 'blocked'),
  ]
  const { data: selection } = await ada.call(subscribers.select, { body: { filter: {} } })
  const body = { selection: selection.id, status: 'unsubscribed' } as const

  const dry = await ada.call(subscribers.setStatusMany, { body: { ...body, dryRun: true } })
  expect(dry.data.foreseen).toEqual(
    expect.arrayContaining([
      { outcome: 'unsubscribed', message: null, count: 1 },
      { outcome: 'skipped', message: 'This address is unsubscribed already.', count: 1 },
    ]),
  )
  await ada.call(subscribers.setStatusMany, { body })
  await workOff(app)
  expect(await Promise.all([on, off, stopped].map((id) => statusOf(ada, id)))).toEqual([
    'unsubscribed',
    'unsubscribed',
    'blocked',
  ])
  await expect(ada.call(subscribers.setStatusMany, { body: { ...body, status: 'blocked' } })).rejects.toThrow('400')
  await ada.call(subscribers.setStatusMany, { body: { ...body, status: 'blocked', reason: 'Competitors' } })
  await workOff(app)
  expect(await details(ada, on)).toMatchObject({
    status: 'blocked',
    blocked_from: 'unsubscribed',
    status_reason: 'Competitors',
  })
  await expect(eve.call(subscribers.setStatusMany, { body })).rejects.toThrow('404')
  // An undo leaves whom it would subscribe as it is, and says why.
  const acts = (await ada.call(changes.list, { query: { by: 'everybody' } })).data.filter(
    ({ act }) => act === 'subscribers.setStatusMany',
  )
  for (const { change_set } of acts)
    await ada.call(changes.undo, { body: { changeSet: change_set } }).catch(() => undefined)
  await workOff(app)
  expect(await statusOf(ada, on)).toBe('unsubscribed')
})
