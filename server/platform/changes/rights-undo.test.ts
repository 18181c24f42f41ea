import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { openPortalTest } from '#server/test/portal.ts'
import { actsOf, undoing } from '#server/test/undo.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
afterAll(() => app.stop())

const { madeBy } = actsOf(app)
const { setPermissions, setStatus } = access

const give = (by: TestPerson, to: { id: number }, permissions: PermissionKey[]) =>
  madeBy(by, by.call(setPermissions, { params: { id: to.id }, body: { permissions } }))
const turn = (by: TestPerson, person: { id: number }, status: 'active' | 'deactivated') =>
  madeBy(by, by.call(setStatus, { params: { id: person.id }, body: { status } }))
const stored = async ({ companyId }: TestPerson, { id }: { id: number }) =>
  (
    await app.sql(companyId, 'select status, permissions from identity.memberships where company_id = $1 and id = $2', [
      companyId,
      id,
    ])
  )[0]
/** As an earlier state of the database, or a colleague, has left it. */
const take = async (person: TestPerson, key: PermissionKey) => {
  await app.sql(
    person.companyId,
    'update identity.memberships set permissions = array_remove(permissions, $1) where company_id = $2 and id = $3',
    [key, person.companyId, person.id],
  )
  app.services.auth.forgetAll()
}
const company = async () => {
  const ada = await app.signIn({ can: ['people_manage', 'leads_export', 'all_leads_list'], name: 'Ada' })
  const ben = await portal.personWithPassword({ colleagueOf: ada, can: ['leads_export'] })
  return { ada, ben }
}

test('the answer to a change of rights names its change set; one that changed nothing has none', async () => {
  const { ada, ben } = await company()
  const path = `/api/v1/people/${ben.id}`

  const given = await ada.send('PUT', `${path}/permissions/`, { permissions: ['all_leads_list'] })
  const same = await ada.send('PUT', `${path}/permissions/`, { permissions: ['all_leads_list'] })
  const out = await ada.send('PUT', `${path}/status/`, { status: 'deactivated' })
  const refused = await ada.send('PUT', `${path}/permissions/`, { permissions: ['leads_merge'] })

  const sets = (await ada.call(changes.list, { query: { limit: 2 } })).data.map(({ change_set }) => change_set)
  expect([out.headers['x-change-set'], given.headers['x-change-set']]).toEqual(sets)
  expect([same.status, same.headers['x-change-set']]).toEqual([200, undefined])
  expect([refused.status, refused.headers['x-change-set']]).toEqual([403, undefined])
})

test('who changed rights takes it back, and does it again; what was taken is refused at once', async () => {
  const { ada, ben } = await company()
  const set = await give(ada, ben, ['all_leads_list', 'people_manage'])
  expect((await ben.send('GET', access.people.path)).status).toBe(200)

  const { data } = await undoing(ada, set)

  expect(data).toMatchObject({ undone: 1, skipped: [], job: null })
  expect(await stored(ada, ben)).toEqual({ status: 'active', permissions: ['leads_export'] })
  expect((await ben.send('GET', access.people.path)).status).toBe(403)
  const told = await app.sql(
    ada.companyId,
    `select actor_id, channel, act, fields from changes where company_id = $1 and change_set = $2`,
    [ada.companyId, data.change_set],
  )
  expect(told).toEqual([
    {
      actor_id: ada.id,
      channel: 'undo',
      act: 'changes.undo',
      fields: { permissions: [['all_leads_list', 'people_manage'], ['leads_export']] },
    },
  ])

  await undoing(ada, data.change_set)
  expect((await stored(ada, ben)).permissions).toEqual(['all_leads_list', 'people_manage'])
})

test('a deactivation is taken back, and one that let somebody in shuts them out at once, sessions and all', async () => {
  const { ada, ben } = await company()
  const out = await turn(ada, ben, 'deactivated')
  expect((await portal.signIn(ben.email, ben.password)).status).toBe(401)

  await undoing(ada, out)
  expect((await stored(ada, ben)).status).toBe('active')
  expect((await portal.signIn(ben.email, ben.password)).status).toBe(200)

  await turn(ada, ben, 'deactivated')
  const back = await turn(ada, ben, 'active')
  const { json } = await portal.signIn(ben.email, ben.password)
  const session = () => app.send('GET', access.people.path, undefined, { authorization: `Bearer ${json.token}` })
  expect((await session()).status).toBe(403)
  await undoing(ada, back)
  expect((await stored(ada, ben)).status).toBe('deactivated')
  expect((await session()).status).toBe(401)
})

test('an undo of rights obeys the rules of today: it gives, takes and shuts out by what one has now', async () => {
  const { ada, ben } = await company()
  const cleo = await app.signIn({ colleagueOf: ada, can: ['all_leads_list'] })
  const taken = await give(ada, ben, [])
  const given = await give(ada, cleo, ['all_leads_list', 'leads_export'])
  const gone = await turn(ada, cleo, 'deactivated')
  const back = await turn(ada, cleo, 'active')
  const before = [await stored(ada, ben), await stored(ada, cleo)]

  await take(ada, 'leads_export')
  for (const set of [taken, given, back])
    expect(await refusal(undoing(ada, set))).toMatchObject({ status: 403, details: { needs: ['leads_export'] } })
  await take(ada, 'people_manage')
  for (const set of [taken, given, gone, back])
    expect(await refusal(undoing(ada, set))).toMatchObject({ status: 403, details: { needs: ['people_manage'] } })
  expect([await stored(ada, ben), await stored(ada, cleo)]).toEqual(before)
})

test('whoever was shut out is as they were: active, or invited and not yet in', async () => {
  const { ada } = await company()
  const dan = await app.signIn({ colleagueOf: ada })
  const body = { email: 'nia@shut.example', firstname: 'Nia', lastname: '', permissions: ['leads_export' as const] }
  const { person: nia } = (await ada.call(access.invite, { body })).data

  for (const [person, status] of [
    [dan, 'active'],
    [nia, 'invited'],
  ] as const) {
    await undoing(ada, await turn(ada, person, 'deactivated'))
    expect((await stored(ada, person)).status).toBe(status)
  }
})

test('an undo that would leave nobody who can give a permission is refused', async () => {
  const ada = await app.signIn({ can: ['people_manage', 'leads_export'] })
  const ben = await app.signIn({ colleagueOf: ada, can: ['people_manage'] })
  const given = await give(ada, ben, ['people_manage', 'leads_export'])
  await give(ada, ada, ['people_manage'])
  await app.sql(ada.companyId, 'update identity.memberships set is_primary = true where company_id = $1 and id = $2', [
    ada.companyId,
    ada.id,
  ])

  expect(await refusal(undoing(ada, given))).toMatchObject({
    status: 409,
    message: expect.stringContaining('“Export leads”'),
  })
  expect((await stored(ada, ben)).permissions).toEqual(['people_manage', 'leads_export'])
})

test('rights that were changed since stay as they are, and the later act is named', async () => {
  const { ada, ben } = await company()
  const first = await give(ada, ben, ['all_leads_list'])
  await give(ada, ben, ['all_leads_list', 'leads_export'])
  const out = await turn(ada, ben, 'deactivated')

  const refused = await refusal(undoing(ada, first))
  expect([refused.status, refused.code]).toEqual([409, 'dependent_acts'])
  expect(refused.details?.['dependents']).toMatchObject([{ act: 'portal.access.setPermissions' }])
  expect((await stored(ada, ben)).permissions).toEqual(['all_leads_list', 'leads_export'])

  await undoing(ada, first, 'all')
  expect(await stored(ada, ben)).toEqual({ status: 'deactivated', permissions: ['leads_export'] })
  await undoing(ada, out)
  expect(await stored(ada, ben)).toEqual({ status: 'active', permissions: ['leads_export'] })
})

test('invitations, joining and viewing as somebody are not taken back, and nor is what the server’s operator did', async () => {
  const { ada, ben } = await company()
  const body = { email: 'nia@firm.example', firstname: 'Nia', lastname: '', permissions: ['leads_export' as const] }
  const invited = await madeBy(ada, ada.call(access.invite, { body }))
  const viewed = await madeBy(ada, ada.call(access.viewAs, { params: { id: ben.id } }))
  await ada.call(access.stopViewing, {})

  for (const set of [invited, viewed])
    expect(await refusal(undoing(ada, set))).toMatchObject({ status: 409, code: 'not_undoable' })
  const list = (await ada.call(changes.list, { query: {} })).data
  for (const set of [invited, viewed])
    expect(list.find(({ change_set }) => change_set === set)?.not_undoable).toBe(
      'This kind of change can’t be undone here.',
    )
})

test('after 30 days it is too late; another company finds nothing; twenty at once have one effect', async () => {
  const { ada, ben } = await company()
  const eve = await app.signIn({ can: ['people_manage', 'leads_export', 'changes_undo_others'] })
  const old = await give(ada, ben, [])
  const set = await turn(ada, ben, 'deactivated')
  await app.owner.query(`update changes set at = at - interval '30 days 1 minute' where change_set = $1`, [old])

  expect(await refusal(undoing(ada, old))).toMatchObject({ status: 409, code: 'too_old' })
  expect(await refusal(undoing(eve, set))).toMatchObject({ status: 404 })
  expect(await stored(ada, ben)).toEqual({ status: 'deactivated', permissions: [] })

  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => undoing(ada, set)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await stored(ada, ben)).toEqual({ status: 'active', permissions: [] })
})

test('a colleague takes back what others did to rights with changes_undo_others, within their own permissions', async () => {
  const { ada, ben } = await company()
  const boss = await app.signIn({ colleagueOf: ada, can: ['people_manage', 'changes_undo_others'] })
  const taken = await give(ada, ben, [])

  expect(await refusal(undoing(boss, taken))).toMatchObject({ status: 403, details: { needs: ['leads_export'] } })
  expect((await stored(ada, ben)).permissions).toEqual([])
  const peer = await app.signIn({ colleagueOf: ada, can: ['people_manage', 'leads_export'] })
  expect(await refusal(undoing(peer, taken))).toMatchObject({ details: { needs: ['changes_undo_others'] } })
})
