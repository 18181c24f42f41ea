import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addLead } from '#contract/leads/add-lead.ts'
import { access } from '#contract/portal/access.ts'
import { broadcast } from '#contract/portal/broadcast.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'
import { pruneSessions } from '#server/db/identity/broadcasts.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
afterAll(() => app.stop())

const manager = () => app.signIn({ can: ['people_manage', 'all_leads_list', 'marketing_leads_add'] })
const under = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const count = async (text: string, values: unknown[] = []) =>
  Number((await app.owner.query(`select count(*) as n from ${text}`, values)).rows[0].n)
let number = 0
const invitee = () => ({
  email: `again${++number}@firm.example`,
  firstname: 'Nia',
  lastname: 'New',
  permissions: ['all_leads_list'],
})
const without = ({ request_id: _, ...json }: Record<string, unknown>) => json

test('a repeated invitation is the first one, with its link, and nobody is invited twice', async () => {
  const ada = await manager()
  const [headers, body] = [under(), invitee()]
  const first = await ada.send('POST', access.invite.path, body, headers)
  const again = await ada.send('POST', access.invite.path, body, headers)

  expect(first.status).toBe(200)
  expect(first.json.data.link).toContain('#')
  expect(again.json).toEqual(first.json)
  expect(await count('identity.invitations where email = $1', [body.email])).toBe(1)
})

test('invitations sent at once under one key are one', async () => {
  const ada = await manager()
  const [headers, body] = [under(), invitee()]
  const sent = await Promise.all(Array.from({ length: 5 }, () => ada.send('POST', access.invite.path, body, headers)))

  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  expect(new Set(sent.map(({ json }) => json.data.link)).size).toBe(1)
  expect(await count('identity.invitations where email = $1', [body.email])).toBe(1)
})

test('what is stored of an answer opens neither without the key nor in the clear', async () => {
  const ada = await manager()
  const key = randomUUID()
  const { json } = await ada.send('POST', access.invite.path, invitee(), under(key))
  const [, token] = json.data.link.split('#')
  const { rows } = await app.owner.query('select * from identity.answers where person_id = $1', [ada.id])

  expect(rows).toHaveLength(1)
  const text = Object.values<unknown>(rows[0]).map((value) =>
    value instanceof Buffer ? value.toString('latin1') : String(value),
  )
  expect(text.join(' ')).not.toContain(token)
  expect(text.join(' ')).not.toContain(key)
})

test('another request under the same key is refused; keys are each person’s own', async () => {
  const ada = await manager()
  const headers = under()
  await ada.send('POST', access.invite.path, invitee(), headers)
  const other = await ada.send('POST', access.invite.path, invitee(), headers)

  expect([other.status, other.json.code]).toEqual([409, 'key_reused'])
  const bob = await manager()
  expect((await bob.send('POST', access.invite.path, invitee(), headers)).status).toBe(200)
})

test('rights, places and profiles are set once, whatever happened in between', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada })
  const rights = under()
  const place = under()
  const own = under()
  const url = access.setPermissions.path.replace(':id', String(ben.id))
  const status = access.setStatus.path.replace(':id', String(ben.id))
  const mine = { firstname: 'Ada', lastname: 'L', date_format: 'YYYY-MM-DD', timezone: 'UTC', currency: 'EUR' }

  const first = await ada.send('PUT', url, { permissions: ['all_leads_list'] }, rights)
  await ada.send('PUT', url, { permissions: [] }, under())
  expect((await ada.send('PUT', url, { permissions: ['all_leads_list'] }, rights)).json).toEqual(first.json)
  expect(await count(`identity.memberships where id = $1 and permissions = '{}'`, [ben.id])).toBe(1)

  await ada.send('PUT', status, { status: 'deactivated' }, place)
  await ada.send('PUT', status, { status: 'active' }, under())
  expect((await ada.send('PUT', status, { status: 'deactivated' }, place)).status).toBe(200)
  expect(await count(`identity.memberships where id = $1 and status <> 'deactivated'`, [ben.id])).toBe(1)

  await ada.send('PUT', profile.save.path, mine, own)
  await ada.send('PUT', profile.save.path, { ...mine, firstname: 'Eve' }, under())
  expect((await ada.send('PUT', profile.save.path, mine, own)).json.data.firstname).toBe('Ada')
  expect(await count(`identity.people where id = $1 and first_name = 'Eve'`, [ada.id])).toBe(1)
})

test('a password is changed once, and a repeat is not taken for a wrong one', async () => {
  const ada = await portal.personWithPassword()
  const [headers, body] = [under(), { current: ada.password, password: 'another long password' }]
  const first = await ada.send('POST', profile.changePassword.path, body, headers)
  const again = await ada.send('POST', profile.changePassword.path, body, headers)

  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.json).toEqual(first.json)
  expect((await ada.send('POST', profile.changePassword.path, body, under())).status).toBe(400)
})

test('ending a session, viewing as a colleague and clearing messages are repeated as they were', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada })
  const { rows } = await app.owner.query(
    'insert into identity.sessions (person_id, company_id) values ($1, $2) returning id',
    [ada.id, ada.companyId],
  )
  const calls = [
    [session.endSession.path, { id: rows[0].id }],
    [`${broadcast.clear.path}?tab_id=tab-12345&session_id=session-1`, {}],
    [access.viewAs.path.replace(':id', String(ben.id)), undefined],
  ] as const
  for (const [path, body] of calls) {
    const headers = under()
    const [first, again] = [await ada.send('POST', path, body, headers), await ada.send('POST', path, body, headers)]
    expect([path, first.status, again.status]).toEqual([path, first.status, first.status])
    expect(without(again.json)).toEqual(without(first.json))
  }
  expect((await ada.send('POST', calls[0][0], calls[0][1], under())).status).not.toBe(200)
})

test('a repeated switch of company gives a token that works, with its cookie, and tells the other tabs once', async () => {
  const ada = await portal.personWithPassword()
  const there = await app.signIn()
  await app.sql(there.companyId, 'insert into identity.memberships (company_id, id) values ($1, $2)', [
    there.companyId,
    ada.id,
  ])
  const here = await portal.signIn(ada.email, ada.password)
  const [key, body] = [under(), { company_id: there.companyId, tab_id: 'tab-switching' }]
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const first = await portal.send('POST', session.switchCompany.path, body, here.cookies, {
    ...key,
    ...bearer(here.json.token),
  })
  // The answer was lost: the browser goes on with what a refresh gives it.
  const { json } = await portal.refresh(here.cookies)
  const again = await portal.send('POST', session.switchCompany.path, body, here.cookies, {
    ...key,
    ...bearer(json.token),
  })

  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.setCookies.length).toBe(first.setCookies.length)
  expect((await app.send('GET', session.companies.path, undefined, bearer(again.json.token))).status).toBe(200)
  const elsewhere = { ...body, company_id: ada.companyId }
  const { status } = await portal.send('POST', session.switchCompany.path, elsewhere, here.cookies, {
    ...key,
    ...bearer(again.json.token),
  })
  expect(status).toBe(409)
  // Nothing that opens a session is kept.
  expect(await count('identity.answers where person_id = $1 and answer is not null', [ada.id])).toBe(0)
})

test('a refused call leaves its key free, and one that a stop has cut short is not done again', async () => {
  const ada = await manager()
  const [key, body] = [randomUUID(), invitee()]
  const wrong = await ada.send('POST', access.invite.path, { ...body, email: 'nobody' }, under(key))
  expect(wrong.status).toBe(400)
  expect((await ada.send('POST', access.invite.path, body, under(key))).status).toBe(200)

  await app.owner.query(
    `update identity.answers set answer = null, created_at = now() - interval '2 minutes' where person_id = $1`,
    [ada.id],
  )
  const cut = await ada.send('POST', access.invite.path, body, under(key))
  expect([cut.status, cut.json.code]).toEqual([409, 'outcome_unknown'])
  expect(await count('identity.invitations where email = $1', [body.email])).toBe(1)
})

test('an answer is kept for a day', async () => {
  const ada = await manager()
  const [key, body] = [under(), invitee()]
  await ada.send('POST', access.invite.path, body, key)
  await app.owner.query(`update identity.answers set created_at = now() - interval '25 hours' where person_id = $1`, [
    ada.id,
  ])
  expect((await ada.send('POST', access.invite.path, invitee(), key)).status).toBe(200)

  await app.owner.query(`update identity.answers set created_at = now() - interval '25 hours' where person_id = $1`, [
    ada.id,
  ])
  await pruneSessions(app.services.identity)
  expect(await count('identity.answers where person_id = $1', [ada.id])).toBe(0)
})

test('who has lost a right gets no answer to another request under an old key', async () => {
  const ada = await manager()
  const [key, body] = [under(), invitee()]
  await ada.send('POST', access.invite.path, body, key)
  await app.sql(ada.companyId, `update identity.memberships set permissions = '{}' where id = $1`, [ada.id])
  app.services.auth.forgetAll()

  expect((await ada.send('POST', access.invite.path, body, under())).status).toBe(403)
  expect((await ada.send('POST', access.invite.path, invitee(), key)).status).toBe(409)
})

test('the order of a body’s names does not make it another request', async () => {
  const ada = await manager()
  const add = (body: string, key: Record<string, string>) => sendText(ada, addLead.add.path, body, key)
  const key = under()
  const first = await add('{"name":"Nia","utm":{"utm_source":"a","utm_medium":"b"},"email":"nia@firm.example"}', key)
  const again = await add('{"email":"nia@firm.example","utm":{"utm_medium":"b","utm_source":"a"},"name":"Nia"}', key)
  const other = await add('{"email":"nia@firm.example","utm":{"utm_medium":"a","utm_source":"b"},"name":"Nia"}', key)

  expect([first.status, again.status, other.status]).toEqual([200, 200, 409])
  expect(again.json).toEqual(first.json)

  const own = under()
  const profileText = (names: string[]) =>
    `{${names.map((name) => `"${name}":${JSON.stringify({ firstname: 'Ada', lastname: 'L', date_format: 'YYYY-MM-DD', timezone: 'UTC', currency: 'EUR' }[name])}`).join(',')}}`
  const names = ['firstname', 'lastname', 'date_format', 'timezone', 'currency']
  for (const order of [names, names.toReversed()])
    expect(
      (await ada.send('PUT', profile.save.path, profileText(order), { ...own, 'content-type': 'application/json' }))
        .status,
    ).toBe(200)
})

const sendText = (person: TestPerson, path: string, body: string, headers: Record<string, string>) =>
  person.send('POST', path, body, headers)
