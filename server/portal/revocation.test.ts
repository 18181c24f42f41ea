import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { openPortalTest, startSecondNode } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
const otherNode = await startSecondNode(app)
afterAll(async () => {
  await otherNode.stop()
  await app.stop()
})

const MINE = profile.mine.path
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const statusHere = async (token: string) => (await app.send('GET', MINE, undefined, bearer(token))).status
const statusThere = (token: string) => otherNode.send('GET', MINE, bearer(token))
/** Both nodes know the session before the right is lost. */
const warmUp = async (token: string) => expect([await statusHere(token), await statusThere(token)]).toEqual([200, 200])

const manager = async () => portal.personWithPassword({ can: ['people_manage', 'all_leads_list'] })
const colleague = async (of: TestPerson, can: ('all_leads_list' | 'people_manage')[] = []) => {
  const person = await portal.personWithPassword({ colleagueOf: of, can })
  const { json, cookies } = await portal.signIn(person.email, person.password)
  return { ...person, token: json.token as string, cookies }
}

test.concurrent.for([
  ['sign-out', async (ben) => void (await portal.signOut(ben.cookies, { authorization: `Bearer ${ben.token}` }))],
  ['sign-out with the cookie alone', async (ben) => void (await portal.signOut(ben.cookies))],
  [
    'deactivation',
    async (ben, ada) =>
      void (await ada.call(access.setStatus, { params: { id: ben.id }, body: { status: 'deactivated' } })),
  ],
  [
    'a password changed elsewhere',
    async (ben) => {
      const { json } = await portal.signIn(ben.email, ben.password)
      await app.call(
        profile.changePassword,
        { body: { current: ben.password, password: 'another good password' } },
        bearer(json.token),
      )
    },
  ],
  [
    'the end of the session by its person',
    async (ben) => {
      const { json } = await portal.signIn(ben.email, ben.password)
      const { data } = await app.call(session.sessions, {}, bearer(ben.token))
      await app.call(session.endSession, { body: { id: data.find(({ current }) => current)!.id } }, bearer(json.token))
    },
  ],
  [
    'twelve idle hours',
    async (ben) =>
      void (await app.owner.query(
        `update identity.sessions set last_seen_at = now() - interval '12 hours 1 minute' where person_id = $1`,
        [ben.id],
      )),
  ],
  [
    'seven days',
    async (ben) =>
      void (await app.owner.query(
        `update identity.sessions set ends_at = now() - interval '1 second' where person_id = $1`,
        [ben.id],
      )),
  ],
  [
    'leaving the company',
    async (ben) =>
      void (await app.sql(ben.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [
        ben.id,
      ])),
  ],
] satisfies [string, (ben: Awaited<ReturnType<typeof colleague>>, ada: TestPerson) => Promise<void>][])(
  'after %s a token is refused within 5 s on each of two nodes, and no refresh brings it back (A5, Q11)',
  async ([, loseIt], { expect }) => {
    const ada = await manager()
    const ben = await colleague(ada)
    await warmUp(ben.token)

    await loseIt(ben, ada)

    expect((await portal.refresh(ben.cookies)).status).toBe(401)
    const lost = Date.now()
    await expect
      .poll(() => Promise.all([statusHere(ben.token), statusThere(ben.token)]), { timeout: 20_000, interval: 100 })
      .toEqual([401, 401])
    expect(Date.now() - lost).toBeLessThan(20_000)
    expect(await statusHere(ada.token)).toBe(200)
  },
)

test('a key that was taken away is refused at once here and within 5 s on another node (A5)', async () => {
  const ada = await manager()
  const ben = await colleague(ada, ['people_manage'])
  const list = (node: 'here' | 'there') =>
    node === 'here'
      ? app.send('GET', access.people.path, undefined, bearer(ben.token)).then(({ status }) => status)
      : otherNode.send('GET', access.people.path, bearer(ben.token))
  expect([await list('here'), await list('there')]).toEqual([200, 200])

  await ada.call(access.setPermissions, { params: { id: ben.id }, body: { permissions: [] } })

  expect(await list('here')).toBe(403)
  await expect.poll(() => list('there'), { timeout: 20_000, interval: 100 }).toBe(403)
})

test('a session that changed its company goes on at once on another node (A5)', async () => {
  const ada = await manager()
  const other = await app.signIn()
  await app.sql(other.companyId, 'insert into identity.memberships (company_id, id) values ($1, $2)', [
    other.companyId,
    ada.id,
  ])
  await warmUp(ada.token)

  const { token } = await ada.call(session.switchCompany, { body: { company_id: other.companyId } })

  expect([await statusThere(token), await statusHere(ada.token)]).toEqual([200, 401])
})

test('a refresh token that comes back after its rotation puts thief and victim out (A6)', async () => {
  const ada = await portal.personWithPassword()
  const stolen = await portal.signIn(ada.email, ada.password)
  const victim = await portal.refresh(stolen.cookies)
  await app.owner.query(
    `update identity.refresh_tokens set rotated_at = rotated_at - interval '11 seconds' where rotated_at is not null`,
  )

  const thief = await portal.refresh(stolen.cookies)

  expect(thief.status).toBe(401)
  expect(thief.cookies['leadroom_refresh']).toBe('')
  expect((await portal.refresh(victim.cookies)).status).toBe(401)
  await expect.poll(() => statusThere(victim.json.token)).toBe(401)
})

test('two tabs that refresh together both stay in, with one line of tokens (A6)', async () => {
  const ada = await portal.personWithPassword()
  const { cookies } = await portal.signIn(ada.email, ada.password)

  const tabs = await Promise.all([portal.refresh(cookies), portal.refresh(cookies), portal.refresh(cookies)])

  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(tabs.map((tab) => tab.cookies['leadroom_refresh'])).size).toBe(1)
  const next = await portal.refresh(tabs[0].cookies)
  expect(next.status).toBe(200)
})

test('a tab that comes late with a token that others have gone past gets the end of the line (A6)', async () => {
  const ada = await portal.personWithPassword()
  const { cookies } = await portal.signIn(ada.email, ada.password)
  const second = await portal.refresh(cookies)
  const third = await portal.refresh(second.cookies)

  const late = await portal.refresh(cookies)

  expect(late.status).toBe(200)
  expect(late.cookies['leadroom_refresh']).toBe(third.cookies['leadroom_refresh'])
})

test('a refresh without a cookie, or with one that is made up, is refused alike', async () => {
  const none = await portal.refresh({})
  const madeUp = await portal.refresh({ leadroom_refresh: 'x'.repeat(43) })

  expect([none.status, madeUp.status]).toEqual([401, 401])
  expect(none.json.message).toBe(madeUp.json.message)
})

test('nobody ends a session of somebody else', async () => {
  const ada = await manager()
  const eve = await app.signIn()
  const { data } = await ada.call(session.sessions, {})

  await expect(eve.call(session.endSession, { body: { id: data[0]!.id } })).rejects.toThrow('404 Session not found')
  await expect(eve.call(session.endSession, { body: { id: 'x' } })).rejects.toThrow('404 Session not found')
  expect(await statusHere(ada.token)).toBe(200)
})
