import { afterAll, beforeEach, expect, test } from 'vitest'
import { lookups } from '#contract/leads/lookups.ts'
import { access } from '#contract/portal/access.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp, type SignIn, type TestPerson } from '#server/test/app.ts'
import { startMailTrap } from '#server/test/mail-trap.ts'
import { openPortalTest, startSecondNode } from '#server/test/portal.ts'

const trap = await startMailTrap()
const app = await startTestApp({ SMTP_URL: trap.url, MAIL_FROM: 'Leads <leads@firm.example>' })
const portal = openPortalTest(app)
beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(async () => {
  await app.stop()
  await trap.stop()
})

const { people, invite, invitation, acceptInvitation, setStatus } = access
const PASSWORD = 'a good long password'
let number = 0
const newAddress = () => `mailed${++number}@firm.example`
const manager = () => app.signIn({ can: ['people_manage', 'all_leads_list'] })
const sent = new Map<string, number>()
/** Invites by mail, and reads the link in the mail. */
const invited = async (by: TestPerson, email: string) => {
  const body = { email, firstname: 'Nia', lastname: 'New', permissions: ['all_leads_list' as const] }
  const { data } = await by.call(invite, { body })
  sent.set(email, (sent.get(email) ?? 0) + 1)
  expect(data).toMatchObject({ mailed: true, link: null })
  return { ...data, token: await trap.secretTo(email, sent.get(email)) }
}
const isProven = async (id: number) =>
  (await app.owner.query('select proven_at is not null as proven from identity.people where id = $1', [id])).rows[0]
    .proven
/** Somebody who has followed a link in a mail to their address. */
const provenPerson = async (signIn?: SignIn) => {
  const person = await portal.personWithPassword(signIn)
  await app.owner.query('update identity.people set proven_at = now() where id = $1', [person.id])
  return person
}

test('an invitation that was mailed proves the address, and the next one that is mailed joins the same account', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const email = newAddress()
  const first = await invited(ada, email)
  expect((await app.call(invitation, { body: { token: first.token } })).data.has_password).toBe(false)
  await app.call(acceptInvitation, { body: { token: first.token, email, password: PASSWORD } })

  expect(await isProven(first.person.id)).toBe(true)
  const second = await invited(bob, email)
  expect(second.person.id).toBe(first.person.id)
  expect((await app.call(invitation, { body: { token: second.token } })).data.has_password).toBe(true)
  await app.call(acceptInvitation, { body: { token: second.token, email, password: PASSWORD } })
  const { json } = await portal.signIn(email, PASSWORD)
  const { data } = await app.call(session.companies, {}, { authorization: `Bearer ${json.token}` })
  expect(data).toHaveLength(2)
})

test('an account that nobody has proven is joined by no mail: the address’s owner gets one of their own', async () => {
  const bob = await manager()
  const squatted = await portal.personWithPassword()

  const { token, person } = await invited(bob, squatted.email)
  expect((await app.call(invitation, { body: { token } })).data.has_password).toBe(false)
  await app.call(acceptInvitation, { body: { token, email: squatted.email, password: PASSWORD } })

  expect(person.id).not.toBe(squatted.id)
  expect([await isProven(person.id), await isProven(squatted.id)]).toEqual([true, false])
})

test('no link that a colleague is shown is for an account that was proven, nor takes the place of one that was mailed', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const [cleo, dora] = [await provenPerson(), await provenPerson()]
  await invited(bob, dora.email)
  const mailless = await startSecondNode(app, { ...app.services.config, smtpUrl: undefined })
  const inviting = (by: TestPerson, email: string) =>
    mailless.app.inject({
      method: 'POST',
      url: invite.path,
      headers: { authorization: `Bearer ${by.token}` },
      payload: { email, firstname: 'Nia', lastname: 'New', permissions: [] },
    })

  const shown = (await inviting(ada, cleo.email)).json()
  const refused = await inviting(bob, dora.email)
  await mailless.stop()

  const token = shown.data.link.split('#')[1]
  expect(shown.data.person.id).not.toBe(cleo.id)
  expect((await app.call(invitation, { body: { token } })).data.has_password).toBe(false)
  await app.call(acceptInvitation, { body: { token, email: cleo.email, password: PASSWORD } })
  expect(await isProven(shown.data.person.id)).toBe(false)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('invited by email')])
})

test('who has an account in another company accepts with its password, and it stays', async () => {
  const cleo = await provenPerson()
  const ada = await manager()
  const { token, person } = await invited(ada, cleo.email)

  await expect(app.call(acceptInvitation, { body: { token, email: cleo.email, password: PASSWORD } })).rejects.toThrow(
    /^403 You already have an account/,
  )
  await app.call(acceptInvitation, { body: { token, email: cleo.email, password: cleo.password } })

  expect(person.id).toBe(cleo.id)
  expect((await portal.signIn(cleo.email, PASSWORD)).status).toBe(401)
  expect((await portal.signIn(cleo.email, cleo.password)).status).toBe(200)
  const { data } = await ada.call(people, { query: { search: cleo.email } })
  expect(data.map(({ status }) => status)).toEqual(['active'])
})

test('what somebody is called elsewhere is told once they accept; until then they are as their inviter calls them', async () => {
  const cleo = await provenPerson({ name: 'Cleopatra' })
  const ada = await manager()
  const { token, person } = await invited(ada, cleo.email)
  const told = async () => {
    const found = (await ada.call(people, { query: { search: 'cleopatra' } })).data.map(({ name }) => name)
    const { data } = await ada.call(lookups.filterOptions, { query: { ids: [cleo.id] } })
    return [...found, ...data.sales_person.map(({ name }) => name)]
  }

  expect(person.name).toBe('Nia New')
  expect((await app.call(invitation, { body: { token } })).data.name).toBe('Nia New')
  expect(await told()).toEqual(['Nia New'])
  const turned = await ada.call(setStatus, { params: { id: cleo.id }, body: { status: 'deactivated' } })
  expect(turned.data.name).toBe('Nia New')
  await ada.call(setStatus, { params: { id: cleo.id }, body: { status: 'active' } })
  const again = await invited(ada, cleo.email)
  const body = { token: again.token, email: cleo.email, password: cleo.password }
  await app.call(acceptInvitation, { body })

  expect(await told()).toEqual(['Cleopatra', 'Cleopatra'])
  const history = await app.sql(ada.companyId, 'select fields from changes where company_id = $1', [ada.companyId])
  expect(JSON.stringify(history)).not.toContain('Nia')
})

test('who was deactivated before they had accepted works here only once they accept, also with an account elsewhere', async () => {
  const cleo = await provenPerson()
  const ada = await manager()
  const first = await invited(ada, cleo.email)
  const turn = async (status: 'active' | 'deactivated') =>
    (await ada.call(setStatus, { params: { id: cleo.id }, body: { status } })).data.status

  expect([await turn('deactivated'), await turn('active')]).toEqual(['deactivated', 'invited'])

  const accepting = (token: string) =>
    app.call(acceptInvitation, { body: { token, email: cleo.email, password: cleo.password } })
  await expect(accepting(first.token)).rejects.toThrow(/^4(04|10)/)
  const { json } = await portal.signIn(cleo.email, cleo.password)
  const { data: companies } = await app.call(session.companies, {}, { authorization: `Bearer ${json.token}` })
  expect(companies.map(({ id }) => id)).toEqual([cleo.companyId])
  await accepting((await invited(ada, cleo.email)).token)
  expect([await turn('deactivated'), await turn('active')]).toEqual(['deactivated', 'active'])
})

test('an invitation is no place to try passwords without end', async () => {
  const cleo = await provenPerson()
  const { token } = await invited(await manager(), cleo.email)

  for (let at = 0; at < 12; at++)
    await app.send('POST', acceptInvitation.path, { token, email: cleo.email, password: `${PASSWORD}${at}` })

  await expect(
    app.call(acceptInvitation, { body: { token, email: cleo.email, password: cleo.password } }),
  ).rejects.toThrow('403')
})
