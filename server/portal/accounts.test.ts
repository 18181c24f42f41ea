import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(() => app.stop())

const { invite, invitation, acceptInvitation, setStatus } = access
const SQUATTER = 'squatters own words'
const OWNER = 'owner of the address'
let number = 0
const newAddress = () => `ceo${++number}@victim.example`
const manager = () => app.signIn({ can: ['people_manage', 'all_leads_list'] })

const linkFor = async (by: TestPerson, email: string, permissions: PermissionKey[] = ['all_leads_list']) => {
  const { data } = await by.call(invite, { body: { email, firstname: 'Cleo', lastname: 'Voss', permissions } })
  return { id: data.person.id, token: data.link!.split('#')[1]! }
}
/** Joins the inviter's company through a link that the inviter was shown. */
const join = async (by: TestPerson, email: string, password: string) => {
  const { id, token } = await linkFor(by, email)
  await app.call(acceptInvitation, { body: { token, email, password } })
  return id
}
const companiesBehind = async (token: string) => {
  const { data } = await app.call(session.companies, {}, { authorization: `Bearer ${token}` })
  return data.map(({ id }) => id)
}
const signInTo = (email: string, password: string, company_id: number) =>
  portal.send('POST', session.signIn.path, { email, password, company_id })

test('a squatted address opens its own company alone, and another company can still invite the person', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const email = newAddress()
  const squatted = await join(ada, email, SQUATTER)

  const { id, token } = await linkFor(bob, email)
  expect((await app.call(invitation, { body: { token } })).data.has_password).toBe(false)
  await app.call(acceptInvitation, { body: { token, email, password: OWNER } })

  expect(id).not.toBe(squatted)
  const [theirs, own] = [await portal.signIn(email, SQUATTER), await portal.signIn(email, OWNER)]
  expect([theirs.status, own.status]).toEqual([200, 200])
  expect(await companiesBehind(theirs.json.token)).toEqual([ada.companyId])
  expect(await companiesBehind(own.json.token)).toEqual([bob.companyId])
  expect([theirs.json.user.user_id, own.json.user.user_id]).toEqual([squatted, id])
})

test('the password of one company joins no other: what is set through a link is set for its company', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const email = newAddress()
  await join(ada, email, SQUATTER)
  await join(bob, email, OWNER)

  const { json } = await portal.signIn(email, SQUATTER)
  const bearer = { authorization: `Bearer ${json.token}` }
  const switched = await portal.send('POST', session.switchCompany.path, { company_id: bob.companyId }, {}, bearer)
  await app.call(
    profile.save,
    {
      body: { firstname: 'Squatter', lastname: '', date_format: 'DD MMM YYYY', timezone: 'UTC', currency: 'EUR' },
    },
    bearer,
  )
  await app.call(profile.changePassword, { body: { current: SQUATTER, password: 'another squatters word' } }, bearer)

  expect(switched.status).toBe(404)
  const own = await portal.signIn(email, OWNER)
  expect(own.json.user).toMatchObject({ firstname: 'Cleo', currency: 'USD' })
  expect((await bob.call(access.people, { query: { search: email } })).data.map(({ name }) => name)).toEqual([
    'Cleo Voss',
  ])
})

test('a password that fits in several companies asks which, and only those that it opens', async () => {
  const [ada, bob, eve] = [await manager(), await manager(), await manager()]
  const email = newAddress()
  await join(ada, email, OWNER)
  await join(bob, email, OWNER)
  await join(eve, email, SQUATTER)

  const asked = await portal.signIn(email, OWNER)
  const chosen = await signInTo(email, OWNER, bob.companyId)
  const foreign = await signInTo(email, OWNER, eve.companyId)

  expect(asked).toMatchObject({ status: 409, setCookies: [], json: { code: 'choose_company' } })
  const named: { id: number }[] = asked.json.details.companies
  expect(named.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([ada.companyId, bob.companyId])
  expect(await companiesBehind(chosen.json.token)).toEqual([bob.companyId])
  expect(foreign).toMatchObject({ status: 401, json: { code: 'wrong_password' } })
})

test('an account does not open the place of another one that was deactivated', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const email = newAddress()
  await join(ada, email, SQUATTER)
  const id = await join(bob, email, OWNER)

  await bob.call(setStatus, { params: { id }, body: { status: 'deactivated' } })

  expect((await portal.signIn(email, OWNER)).status).toBe(401)
  expect((await portal.signIn(email, SQUATTER)).status).toBe(200)
})

test('the password of one account of an address gives nobody more tries at another one', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const email = newAddress()
  await join(ada, email, SQUATTER)
  await join(bob, email, OWNER)

  // A right password between the guesses, and a new browser each time.
  for (let at = 0; at < 14; at++) {
    await portal.signIn(email, `guess number ${at}`)
    await portal.signIn(email, SQUATTER)
  }

  const { rows } = await app.owner.query('select pool, count(*)::int from identity.sign_in_failures group by pool')
  expect(rows.every(({ count }) => count <= 10)).toBe(true)
  expect((await portal.signIn(email, OWNER)).status).toBe(401)
})

test('two links of one address that are accepted at the same moment make two accounts that both sign in', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const email = newAddress()
  const links = [await linkFor(ada, email), await linkFor(bob, email)]

  await Promise.all(
    links.map(({ token }, at) =>
      app.call(acceptInvitation, { body: { token, email, password: at === 0 ? SQUATTER : OWNER } }),
    ),
  )

  const [one, other] = [await portal.signIn(email, SQUATTER), await portal.signIn(email, OWNER)]
  expect([one.json.user.user_id, other.json.user.user_id]).toEqual(links.map(({ id }) => id))
})

test('an account that was in several companies before stays in them, and no new company depends on it', async () => {
  const [ada, bob, eve] = [await manager(), await manager(), await manager()]
  const cleo = await portal.personWithPassword({ colleagueOf: ada })
  await app.sql(bob.companyId, 'insert into identity.memberships (company_id, id) values ($1, $2)', [
    bob.companyId,
    cleo.id,
  ])

  const id = await join(eve, cleo.email, SQUATTER)

  expect(id).not.toBe(cleo.id)
  const { json } = await portal.signIn(cleo.email, cleo.password)
  expect((await companiesBehind(json.token)).toSorted((a, b) => a - b)).toEqual([ada.companyId, bob.companyId])
})
