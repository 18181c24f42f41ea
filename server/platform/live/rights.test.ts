import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'
import { buildApp } from '#server/app/build-app.ts'
import { openServices, type Services } from '#server/app/services.ts'
import { databaseUrl } from '#server/test/database.ts'
import { PATIENCE, startTestApp } from '#server/test/app.ts'
import { QA_KEYS } from '#server/test/leads.ts'
import { streamsOf } from '#server/test/live.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
const { config } = app.services
/** A node whose streams look by themselves at these times only. */
const startNode = async (services: Services, looks: { firstMs: number; everyMs?: number }) => {
  const node = await buildApp(services, { looks })
  return { services, node, streams: await streamsOf(node) }
}
const otherServices = (databaseListen = true) =>
  openServices({ ...config, databaseListen }, databaseUrl(app.database, 'leadroom_login'), true, PATIENCE)
const HOUR = 3_600_000
const NEVER = { firstMs: HOUR, everyMs: HOUR }
const here = await startNode(app.services, NEVER)
const there = await startNode(otherServices(), NEVER)
const polling = await startNode(otherServices(false), NEVER)
const idle = await startNode(otherServices(), { firstMs: 10 })
const looking = await startNode(otherServices(), { firstMs: 10, everyMs: 20 })
afterAll(async () => {
  const others = [there, polling, idle, looking]
  await Promise.all([here, ...others].map(({ node }) => node.close()))
  await Promise.all(others.map(({ services }) => services.close()))
  await app.stop()
})

const soon = { timeout: 25_000, interval: 20 }
/** Ben, who signed in with a password, Ada and Mia, who manage people, and a colleague of theirs. */
const company = async () => {
  const ada = await app.signIn({ can: [...QA_KEYS, 'people_manage'] })
  const account = await portal.personWithPassword({ colleagueOf: ada, can: QA_KEYS })
  const { json, cookies } = await portal.signIn(account.email, account.password)
  const ben = { ...account, token: String(json.token), cookies }
  const mia = await app.signIn({ colleagueOf: ada, can: [...QA_KEYS, 'people_manage'] })
  return { ada, ben, mia, cleo: await app.signIn({ colleagueOf: ada, can: QA_KEYS }) }
}
type Company = Awaited<ReturnType<typeof company>>
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

test.for([
  ['sign-out', async ({ ben }) => void (await portal.signOut(ben.cookies, bearer(ben)))],
  [
    'a password that they change elsewhere',
    async ({ ben }) => {
      const { json } = await portal.signIn(ben.email, ben.password)
      const body = { current: ben.password, password: 'another good password' }
      await app.call(profile.changePassword, { body }, bearer({ token: String(json.token) }))
    },
  ],
  [
    'a password that was reset',
    async ({ ben, ada }) => {
      const { data } = await ada.call(passwordResets.makeLink, { params: { id: ben.id } })
      await app.call(passwordResets.reset, {
        body: { token: data.link!.split('#')[1]!, password: 'words nobody used' },
      })
    },
  ],
  [
    'the end of the session by its person',
    async ({ ben }) => {
      const { data } = await app.call(session.sessions, {}, bearer(ben))
      const own = data.find(({ current }) => current)!
      const { json } = await portal.signIn(ben.email, ben.password)
      await app.call(session.endSession, { body: { id: own.id } }, bearer({ token: String(json.token) }))
    },
  ],
  [
    'a switch to another company',
    async ({ ben }) => {
      const { companyId } = await app.signIn()
      await app.sql(companyId, 'insert into identity.memberships (company_id, id) values ($1, $2)', [companyId, ben.id])
      await app.call(session.switchCompany, { body: { company_id: companyId } }, bearer(ben))
    },
  ],
  [
    'deactivation',
    async ({ ben, ada }) =>
      void (await ada.call(access.setStatus, { params: { id: ben.id }, body: { status: 'deactivated' } })),
  ],
  [
    'a permission taken away',
    async ({ ben, ada }) =>
      void (await ada.call(access.setPermissions, {
        params: { id: ben.id },
        body: { permissions: QA_KEYS.slice(1) },
      })),
  ],
  [
    'a permission taken away past the server',
    ({ ben }) =>
      app.sql(ben.companyId, `update identity.memberships set permissions = '{all_leads_list}' where id = $1`, [
        ben.id,
      ]),
  ],
] satisfies [string, (of: Company) => Promise<unknown>][])(
  '%s ends the person’s streams on every node without polling, and leaves those of colleagues open (A5, Q11)',
  async ([, lose]) => {
    const of = await company()
    const nodes = [here, there, polling]
    const own = await Promise.all(nodes.map(({ streams }) => streams.open(of.ben)))
    const others = await Promise.all(nodes.map(({ streams }) => streams.open(of.cleo)))

    await lose(of)

    await expect.poll(() => own.map((stream) => stream.hasEnded()), soon).toEqual([true, true, true])
    expect(others.map((stream) => stream.hasEnded())).toEqual([false, false, false])
    await Promise.all([...own, ...others].map((stream) => stream.close()))
  },
)

test.for([
  ['they stop', ({ ada }) => ada.call(access.stopViewing, {})],
  [
    'the colleague loses a right',
    ({ mia, ben }) =>
      mia.call(access.setPermissions, { params: { id: ben.id }, body: { permissions: QA_KEYS.slice(1) } }),
  ],
  [
    'the colleague is deactivated',
    ({ ben }) =>
      app.sql(ben.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [ben.id]),
  ],
  [
    'they manage people no more',
    ({ ada }) =>
      app.sql(ada.companyId, 'update identity.memberships set permissions = $2 where id = $1', [ada.id, QA_KEYS]),
  ],
] satisfies [string, (of: Company) => Promise<unknown>][])(
  'a view-as stream ends on every node once %s',
  async ([, end]) => {
    const of = await company()
    await of.ada.call(access.viewAs, { params: { id: of.ben.id } })
    const viewed = await Promise.all([here, there].map(({ streams }) => streams.open(of.ada)))

    await end(of)

    await expect.poll(() => viewed.map((stream) => stream.hasEnded()), soon).toEqual([true, true])
    await Promise.all(viewed.map((stream) => stream.close()))
  },
)

test('streams to which nothing happens look at their rights once, and then not for a long time', async () => {
  const { ben, cleo } = await company()
  let asked = 0
  idle.services.pool.on('acquire', () => (asked += 1))
  const streams = []
  for (let at = 0; at < 20; at++) streams.push(await idle.streams.open(at % 2 ? ben : cleo))
  await sleep(100)
  const before = asked

  // Longer than what is known of a session serves.
  await sleep(2_600)

  expect(asked).toBe(before)
  expect(streams.filter((stream) => stream.hasEnded())).toEqual([])
  await Promise.all(streams.map((stream) => stream.close()))
})

test.for([
  ['twelve idle hours', `last_seen_at = now() - interval '12 hours 1 minute'`],
  ['seven days', `ends_at = now() - interval '1 second'`],
])('a stream ends after %s of its session, of which nobody tells', async ([, change]) => {
  const { ben, cleo } = await company()
  const [own, other] = await Promise.all([looking.streams.open(ben), looking.streams.open(cleo)])

  await app.owner.query(`update identity.sessions set ${change} where person_id = $1`, [ben.id])

  await expect.poll(() => own.hasEnded(), soon).toBe(true)
  expect(other.hasEnded()).toBe(false)
  await Promise.all([own.close(), other.close()])
})
