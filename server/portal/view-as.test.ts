import { afterAll, expect, test } from 'vitest'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { changes } from '#contract/platform/changes.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { lookups } from '#contract/leads/lookups.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { session } from '#contract/portal/session.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { features } from '#server/app/features.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { fingerprint, putLead, refusal } from '#server/test/journey.ts'
import { all, nameOf } from '#server/test/matrix/all.ts'
import { bearer, sendInput } from '#server/test/matrix/world.ts'
import { sampleInput } from '#server/test/matrix/sample.ts'
import { QA_KEYS } from '#server/test/leads.ts'
import { ANSWERS, answered, asked } from '#server/test/qc-support.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const company = async () => {
  const mara = await app.signIn({ can: PERMISSION_KEYS, name: 'Mara' })
  const quinn = await app.signIn({ colleagueOf: mara, can: QA_KEYS, name: 'Quinn' })
  return { mara, quinn }
}
const viewAs = (person: TestPerson, id: number) => person.call(access.viewAs, { params: { id } })
const whoAmI = async (person: TestPerson) => (await person.call(lookups.currentUser, {})).data.user_id

test('whoever manages people sees what somebody sees, with their rows and rights, until they stop', async () => {
  const { mara, quinn } = await company()
  const other = await app.signIn({ colleagueOf: mara, can: QA_KEYS, name: 'Olu' })
  await putLead(app, mara, { status: 'assigned', assigned_qa: quinn.id, name: 'Of Quinn' })
  await putLead(app, mara, { status: 'assigned', assigned_qa: other.id, name: 'Of Olu' })
  const names = async () => (await mara.call(assignedLeads.list, { query: {} })).data.map(({ name }) => name).sort()
  expect(await names()).toEqual(['Of Olu', 'Of Quinn'])

  await viewAs(mara, quinn.id)

  expect(await names()).toEqual(['Of Quinn'])
  expect(await whoAmI(mara)).toBe(quinn.id)
  expect(await app.call(session.verify, { body: { token: mara.token } })).toMatchObject({
    user_id: quinn.id,
    view_only: true,
  })
  expect(await refusal(mara.call(access.people, { query: {} }))).toMatchObject({ status: 403 })
  expect(await whoAmI(quinn)).toBe(quinn.id)

  await mara.call(access.stopViewing, {})
  expect(await whoAmI(mara)).toBe(mara.id)
  expect(await names()).toEqual(['Of Olu', 'Of Quinn'])
  expect(await app.call(session.verify, { body: { token: mara.token } })).not.toHaveProperty('view_only')
})

test('a notification tells through others’ eyes no question that the viewer may not read any more', async () => {
  const mara = await app.signIn({ can: PERMISSION_KEYS, name: 'Mara' })
  const quinn = await app.signIn({ colleagueOf: mara, can: [...ANSWERS, 'qc_support_ask'], name: 'Quinn' })
  const { id } = await asked(mara, 'Between us?')
  await answered(quinn, id, 'Yes')
  await mara.call(qcSupport.setState, { body: { id, state: 'reopened' } })
  const excerpts = async () => (await mara.call(notifications.list, { query: {} })).data.map(({ excerpt }) => excerpt)
  await viewAs(mara, quinn.id)
  expect(await excerpts()).toEqual(['Between us?'])

  await app.sql(mara.companyId, `update identity.memberships set permissions = '{people_manage}' where id = $1`, [
    mara.id,
  ])
  app.services.auth.forgetAll()

  expect(await excerpts()).toEqual([null])
})

test('A13: every endpoint that writes answers 403 to whoever views as somebody else, and nothing is stored', async () => {
  const { mara } = await company()
  const twin = await app.signIn({ colleagueOf: mara, can: PERMISSION_KEYS, name: 'Twin' })
  await viewAs(mara, twin.id)
  const before = await fingerprint(app)
  const writing = features(app.services)
    .map(({ endpoint }) => endpoint)
    .filter(({ effect, permission }) => effect === 'write' && permission !== 'public')

  expect(writing.length).toBeGreaterThan(50)
  await all(writing, async (endpoint) => {
    const { status, text } = await sendInput(app.app, endpoint, sampleInput(endpoint, mara.id), bearer(mara))
    return status === 403 && JSON.parse(text).code === 'view_only'
      ? undefined
      : `${nameOf(endpoint)}: ${status} ${text}`
  })
  expect(await fingerprint(app)).toBe(before)
})

test('A13: every endpoint that hands out a file answers 403 to whoever views as somebody else, and gives it again after', async () => {
  const { mara } = await company()
  const twin = await app.signIn({ colleagueOf: mara, can: PERMISSION_KEYS, name: 'Twin' })
  const endpoints = features(app.services).map(({ endpoint }) => endpoint)
  const handingOut = endpoints.filter(({ download }) => download)
  const ask = async (endpoint: Endpoint) =>
    sendInput(app.app, endpoint, sampleInput(endpoint, mara.id), bearer(mara)).then(({ status, text }) => ({
      status,
      message: JSON.parse(text).message,
    }))
  const refused = { status: 403, message: 'You are viewing as someone else, so you can’t download anything.' }
  await viewAs(mara, twin.id)

  for (const endpoint of handingOut)
    expect([nameOf(endpoint), await ask(endpoint)]).toEqual([nameOf(endpoint), refused])

  await mara.call(access.stopViewing, {})
  for (const endpoint of handingOut) expect([nameOf(endpoint), (await ask(endpoint)).status]).not.toContain(403)
  // Whatever answers with bytes or with CSV is a file, whether somebody thought of saying so or not. What is handed out by a
  // signed address needs no session, so nobody has it by viewing.
  expect(handingOut).toEqual(
    endpoints.filter(
      ({ file, permission, reply }) => (file && permission !== 'public') || JSON.stringify(reply).includes('"csv"'),
    ),
  )
  expect(handingOut.length).toBeGreaterThan(2)
})

test('A13: nobody looks through the eyes of somebody who may do more, is away, is of another company, or is themselves', async () => {
  const { mara, quinn } = await company()
  const boss = await app.signIn({ colleagueOf: mara, can: ['people_manage', 'assigned_leads_list'], name: 'Boss' })
  const stranger = await app.signIn({ can: QA_KEYS })
  await app.sql(mara.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [quinn.id])

  const asked = [mara.id, quinn.id, stranger.id, boss.id].map((id) => refusal(viewAs(boss, id)))
  const refused = await Promise.all(asked)
  expect(refused.map(({ status }) => status)).toEqual([403, 409, 404, 409])
  expect(refused[0]!.message).toBe(
    `You can only view as people whose permissions you also have. You don’t have “Open Leads”, “See all leads”, “See the history of leads” and ${PERMISSION_KEYS.length - 5} more.`,
  )
  const rep = await app.signIn({ colleagueOf: mara, can: ['valid_leads_list'] })
  expect(await refusal(viewAs(rep, boss.id))).toMatchObject({ status: 403 })
  const { rows } = await app.owner.query('select count(*)::int from identity.sessions where viewed_as = any ($1)', [
    [mara.id, quinn.id, stranger.id, boss.id],
  ])
  expect(rows[0].count).toBe(0)
})

test('the history of the person names who looked; what either loses meanwhile is lost at once', async () => {
  const { mara, quinn } = await company()
  const boss = await app.signIn({ colleagueOf: mara, can: [...QA_KEYS, 'people_manage'], name: 'Boss' })
  await viewAs(boss, quinn.id)
  const { data } = await mara.call(changes.list, { query: { by: 'everybody' } })
  expect(data[0]).toMatchObject({ act: 'portal.access.viewAs', actor: { id: boss.id, name: 'Boss' } })
  const told = await app.sql(
    mara.companyId,
    `select actor_id, entity_id from changes where company_id = $1 and act = 'portal.access.viewAs'`,
    [mara.companyId],
  )
  expect(told.map(({ actor_id, entity_id }) => [Number(actor_id), Number(entity_id)])).toEqual([[boss.id, quinn.id]])

  const without = (person: TestPerson, key: string) =>
    app.sql(
      mara.companyId,
      'update identity.memberships set permissions = array_remove(permissions, $1) where id = $2',
      [key, person.id],
    )
  // What the viewer may no longer read, they read through nobody's eyes.
  await without(boss, 'assigned_leads_list')
  app.services.auth.forgetAll()
  expect(await refusal(boss.call(assignedLeads.list, { query: {} }))).toMatchObject({ status: 403 })
  await without(boss, 'people_manage')
  app.services.auth.forgetAll()
  expect(await whoAmI(boss)).toBe(boss.id)
})
