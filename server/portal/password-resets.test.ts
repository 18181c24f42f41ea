import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { openPortalTest } from '#server/test/portal.ts'

const trap = await startMailTrap()
const app = await startTestApp({ SMTP_URL: trap.url, MAIL_FROM: 'Leads <leads@firm.example>' })
const portal = openPortalTest(app)
beforeEach(async () => {
  await app.owner.query('delete from identity.sign_in_failures')
  trap.mails.length = 0
})
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

const { forgot, offer, reset, makeLink } = passwordResets
const NEW = 'words nobody has used'
const manager = () => app.signIn({ can: ['people_manage', 'all_leads_list'] })
const ask = (email: string) => app.send('POST', forgot.path, { email })
const use = (token: string, password = NEW) => app.send('POST', reset.path, { token, password })
const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
const person = async (id: number) =>
  (await app.owner.query('select proven_at is not null as proven from identity.people where id = $1', [id])).rows[0]

test('a forgotten password is chosen again by a link in a mail, which proves the address and ends all sessions', async () => {
  const ada = await portal.personWithPassword()
  const { json } = await portal.signIn(ada.email, ada.password)

  expect((await ask(ada.email.toUpperCase())).status).toBe(200)
  const token = await trap.secretTo(ada.email)
  expect((await app.call(offer, { body: { token } })).data).toEqual({ email: ada.email })
  expect(trap.mails[0]?.text).toContain('Subject: Choose a new Leadroom password')
  expect((await use(token)).status).toBe(200)

  const verified = await app.send('POST', session.verify.path, { token: json.token })
  const [old, own] = [await portal.signIn(ada.email, ada.password), await portal.signIn(ada.email, NEW)]
  expect([verified.status, old.status, own.status]).toEqual([401, 401, 200])
  expect(await person(ada.id)).toEqual({ proven: true })
})

test('the answer is alike for every address, and only an account that may sign in gets a mail', async () => {
  const ada = await portal.personWithPassword()
  const gone = await portal.personWithPassword()
  await app.sql(gone.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [gone.id])
  const mara = await manager()
  const body = { email: 'invited@firm.example', firstname: 'Ina', lastname: '', permissions: [] }
  await mara.call(access.invite, { body })
  await trap.secretTo(body.email)
  trap.mails.length = 0

  const addresses = [gone.email, body.email, 'nobody@firm.example', 'no address', ada.email]
  const answers = []
  for (const email of addresses) answers.push(await ask(email))

  expect(new Set(answers.map(({ status, text }) => `${status} ${withoutId(text)}`)).size).toBe(1)
  await trap.secretTo(ada.email)
  expect(trap.mails.map(({ recipients }) => recipients)).toEqual([[`<${ada.email}>`]])
})

test('an address is mailed three links in an hour at most', async () => {
  const ada = await portal.personWithPassword()

  for (let at = 1; at <= 3; at++) {
    await ask(ada.email)
    await trap.secretTo(ada.email, at)
  }
  for (let at = 0; at < 3; at++) expect((await ask(ada.email)).status).toBe(200)
  const bob = await portal.personWithPassword()
  await ask(bob.email)
  await trap.secretTo(bob.email)

  const { rows } = await app.owner.query('select count(*)::int from identity.password_resets where email = $1', [
    ada.email,
  ])
  expect(rows).toEqual([{ count: 3 }])
})

test('one network address asks for ten mails to an account and for a hundred in all, in a quarter of an hour', async () => {
  for (let at = 0; at < 12; at++) await ask('nobody@firm.example')
  const counted = async () =>
    (await app.owner.query('select count(*)::int from identity.sign_in_failures')).rows[0].count
  while ((await counted()) < 10) await sleep(5)
  const ada = await portal.personWithPassword()
  await ask(ada.email)
  await trap.secretTo(ada.email)

  expect(await counted()).toBe(11)
})

test('a link works once, also when it is used twice at the same moment, and for an hour', async () => {
  const [ada, bob] = [await portal.personWithPassword(), await portal.personWithPassword()]
  await ask(ada.email)
  await ask(bob.email)
  const [token, late] = [await trap.secretTo(ada.email), await trap.secretTo(bob.email)]
  await app.owner.query(
    `update identity.password_resets set ends_at = ends_at - interval '1 hour 1 second' where email = $1`,
    [bob.email],
  )

  const both = await Promise.all([use(token), use(token)])

  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
  expect((await use(late)).status).toBe(410)
  await expect(app.call(offer, { body: { token: late } })).rejects.toThrow('410')
  await expect(app.call(offer, { body: { token: 'x'.repeat(43) } })).rejects.toThrow('410')
})

test('whoever reads the address’s mail takes all its accounts, and no link from before takes one back', async () => {
  const mara = await manager()
  const squatted = await portal.personWithPassword({ colleagueOf: mara })
  const own = await portal.personWithPassword()
  await app.owner.query('update identity.people set email = $1 where id = $2', [own.email, squatted.id])
  await mara.call(makeLink, { params: { id: squatted.id } })
  const byColleague = await trap.secretTo(own.email)

  await ask(own.email)
  expect((await use(await trap.secretTo(own.email, 2))).status).toBe(200)

  expect((await use(byColleague, 'words of a colleague')).status).toBe(410)
  expect([await person(squatted.id), await person(own.id)]).toEqual([{ proven: true }, { proven: true }])
  const { json } = await portal.signIn(own.email, NEW)
  expect(json.details.companies.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)).toEqual(
    [mara.companyId, own.companyId].toSorted((a, b) => a - b),
  )
})

test('a mail server that refuses is noted in no answer', async () => {
  const ada = await portal.personWithPassword()
  trap.refuse('550 no such person')

  expect((await ask(ada.email)).status).toBe(200)
  while (trap.refusals() === 0) await sleep(5)
  trap.refuse(undefined)

  expect(trap.mails).toEqual([])
})
