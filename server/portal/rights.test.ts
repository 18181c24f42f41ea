import { afterAll, expect, test } from 'vitest'
import { lookups } from '#contract/leads/lookups.ts'
import { myPermissions } from '#contract/platform/my-permissions.ts'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { refusal } from '#server/test/journey.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const { personWithPassword } = openPortalTest(app)
afterAll(() => app.stop())

const { invite, people, setPermissions, setStatus, viewAs } = access
const give = (by: TestPerson, to: { id: number }, permissions: readonly PermissionKey[]) =>
  by.call(setPermissions, { params: { id: to.id }, body: { permissions: [...permissions] } })
const turn = (by: TestPerson, person: { id: number }, status: 'active' | 'deactivated') =>
  by.call(setStatus, { params: { id: person.id }, body: { status } })
const inviting = (by: TestPerson, email: string, permissions: readonly PermissionKey[]) =>
  by.call(invite, { body: { email, firstname: 'Nia', lastname: 'New', permissions: [...permissions] } })

const makePrimary = (person: TestPerson) =>
  app.sql(person.companyId, 'update identity.memberships set is_primary = true where company_id = $1 and id = $2', [
    person.companyId,
    person.id,
  ])
/** All that is stored of a company's people and their rights. */
const stored = async ({ companyId }: TestPerson) =>
  app.sql(
    companyId,
    `select m.id, m.status, m.permissions, m.viewed_by,
      (select count(*)::int from changes c where c.company_id = $1 and c.entity = 'memberships' and c.entity_id = m.id) as changes
    from identity.memberships m where m.company_id = $1 order by m.id`,
    [companyId],
  )
const rightsOf = async (person: TestPerson, id = person.id) =>
  (await stored(person)).find((each) => Number(each.id) === id)

test('who manages people and nothing else takes nothing from, and shuts out nobody with more permissions', async () => {
  const boss = await app.signIn({ can: ['people_manage', 'leads_export', 'all_leads_list'] })
  const clerk = await app.signIn({ colleagueOf: boss, can: ['leads_export', 'all_leads_list'] })
  const nina = await app.signIn({ colleagueOf: boss, can: ['people_manage'] })
  const { data } = await inviting(boss, 'pending@firm.example', ['leads_export'])
  const gone = await app.signIn({ colleagueOf: boss, can: ['leads_export'] })
  await turn(boss, gone, 'deactivated')
  const before = await stored(boss)

  const tries: [string, () => Promise<unknown>][] = [
    ['all of a manager', () => give(nina, boss, [])],
    ['people_manage of a manager who has more', () => give(nina, boss, ['leads_export', 'all_leads_list'])],
    ['all of a clerk', () => give(nina, clerk, [])],
    ['one of a clerk', () => give(nina, clerk, ['leads_export'])],
    ['of somebody invited', () => give(nina, data.person, [])],
    ['by a new invitation', () => inviting(nina, 'pending@firm.example', [])],
    ['a manager shut out', () => turn(nina, boss, 'deactivated')],
    ['a clerk shut out', () => turn(nina, clerk, 'deactivated')],
    ['somebody invited shut out', () => turn(nina, data.person, 'deactivated')],
    ['somebody with more let in', () => turn(nina, gone, 'active')],
    ['somebody with more viewed', () => nina.call(viewAs, { params: { id: clerk.id } })],
    ['something given', () => give(nina, nina, ['people_manage', 'leads_export'])],
  ]
  for (const [what, attempt] of tries) {
    const refused = await refusal(attempt())
    expect([what, refused.status, refused.code]).toEqual([what, 403, 'forbidden'])
    expect([what, refused.message]).toEqual([what, expect.stringContaining('“Export leads”')])
    expect([what, refused.details?.['needs']]).toEqual([what, expect.arrayContaining(['leads_export'])])
  }

  expect(await stored(boss)).toEqual(before)
})

test('a refusal says in a sentence what the caller lacks', async () => {
  const boss = await app.signIn({ can: ['people_manage', 'leads_export', 'all_leads_list'] })
  const nina = await app.signIn({ colleagueOf: boss, can: ['people_manage'] })

  expect((await refusal(give(nina, boss, ['people_manage']))).message).toBe(
    'You can’t remove permissions from people who have some that you don’t: “Export leads”, “See unassigned leads”.',
  )
  expect((await refusal(turn(nina, boss, 'deactivated'))).message).toBe(
    'You can’t deactivate people who have permissions that you don’t: “Export leads”, “See unassigned leads”.',
  )
  expect((await refusal(give(nina, nina, ['people_manage', 'leads_export']))).message).toBe(
    'You can only grant permissions that you have yourself. You don’t have “Export leads”.',
  )
})

test('whoever has as much takes, gives and shuts out; what a person keeps is no obstacle to giving', async () => {
  const boss = await app.signIn({ can: ['people_manage', 'leads_export', 'all_leads_list'] })
  const nina = await app.signIn({ colleagueOf: boss, can: ['people_manage', 'all_leads_list'] })
  const clerk = await personWithPassword({ colleagueOf: boss, can: ['leads_export'] })

  await give(nina, clerk, ['leads_export', 'all_leads_list'])
  expect((await rightsOf(clerk))?.permissions).toEqual(['leads_export', 'all_leads_list'])
  await give(boss, clerk, ['all_leads_list'])
  expect((await rightsOf(clerk))?.permissions).toEqual(['all_leads_list'])
  expect((await turn(nina, clerk, 'deactivated')).data.status).toBe('deactivated')
  expect((await turn(nina, clerk, 'active')).data.status).toBe('active')
})

test('the last who can give a permission keeps it, whoever takes it and in whatever way', async () => {
  const ada = await app.signIn({ can: ['people_manage', 'leads_export', 'leads_merge'] })
  const ben = await app.signIn({ colleagueOf: ada, can: ['people_manage', 'leads_export'] })
  const holder = await app.signIn({ colleagueOf: ada, can: ['leads_merge'] })
  const away = await app.signIn({ colleagueOf: ada, can: ['people_manage', 'leads_merge'] })
  await turn(ada, away, 'deactivated')
  const before = await stored(ada)

  for (const permissions of [['people_manage', 'leads_export'], ['leads_merge', 'leads_export'], []] as const) {
    const refused = await refusal(give(ada, ada, permissions))
    expect(refused).toMatchObject({ status: 409, details: { needs: ['leads_merge'] } })
    expect(refused.message).toBe(
      'Nobody else who manages people has “Merge leads”, so nobody could grant it again. Grant it to one of them first.',
    )
  }
  expect(await stored(ada)).toEqual(before)

  await give(ada, ada, ['people_manage', 'leads_merge'])
  expect((await refusal(give(ben, ben, ['people_manage']))).message).toContain('“Export leads”')
  await give(ada, holder, [])
  expect((await rightsOf(ada))?.permissions).toEqual(['people_manage', 'leads_merge'])
  expect((await rightsOf(ben))?.permissions).toEqual(['people_manage', 'leads_export'])
})

test('two who both let go of a permission at the same moment leave one who can give it', async () => {
  for (let round = 0; round < 5; round++) {
    const ada = await app.signIn({ can: ['people_manage', 'leads_export'] })
    const ben = await app.signIn({ colleagueOf: ada, can: ['people_manage', 'leads_export'] })

    await Promise.allSettled([give(ada, ada, ['people_manage']), give(ben, ben, ['people_manage'])])

    const left = (await stored(ada)).filter(({ permissions }) => permissions.includes('leads_export'))
    expect(left).toHaveLength(1)
  }
})

test('a primary administrator gives every permission, also one that nobody has, and to themselves', async () => {
  const ada = await app.signIn({ can: ['people_manage'] })
  const ben = await app.signIn({ colleagueOf: ada })
  const eve = await app.signIn({ can: ['people_manage'] })
  await makePrimary(ada)

  await give(ada, ben, ['leads_export'])
  await give(ada, ada, PERMISSION_KEYS)
  expect((await rightsOf(ben))?.permissions).toEqual(['leads_export'])
  expect((await rightsOf(ada))?.permissions).toEqual(PERMISSION_KEYS)
  expect(await refusal(give(ada, eve, ['leads_export']))).toMatchObject({ status: 404 })
  expect((await rightsOf(eve))?.permissions).toEqual(['people_manage'])
})

test('a primary administrator manages people whatever is stored of them, and nothing else follows from it', async () => {
  const ada = await app.signIn()
  const ben = await app.signIn({ colleagueOf: ada, can: ['leads_export'] })
  await makePrimary(ada)
  app.services.auth.forgetAll()

  expect((await ada.call(people, { query: {} })).data.find(({ id }) => id === ada.id)?.permissions).toEqual([
    'people_manage',
  ])
  for (const { path } of [
    { path: '/marketing/marketing_leads_list' },
    { path: '/marketing/recent_changes?by=everybody' },
  ])
    expect([path, (await ada.send('GET', path)).status]).toEqual([path, 403])
  expect((await refusal(ada.call(viewAs, { params: { id: ben.id } }))).status).toBe(403)
  const { data } = await ben.call(myPermissions.granters, {})
  expect(data.find(({ key }) => key === 'leads_merge')?.people.map(({ id }) => id)).toEqual([ada.id])

  await give(ada, ada, ['people_manage', 'leads_export'])
  expect((await ada.call(lookups.currentUser, {})).data.is_primary).toBe(1)
  expect((await rightsOf(ada))?.permissions).toEqual(['people_manage', 'leads_export'])
})

test('nobody takes people_manage from a primary administrator; only another one shuts them out, or lets them in', async () => {
  const ada = await personWithPassword({ can: ['people_manage', 'all_leads_list'] })
  const ben = await app.signIn({ colleagueOf: ada, can: PERMISSION_KEYS })
  const second = await app.signIn({ colleagueOf: ada, can: ['people_manage'] })
  await makePrimary(ada)
  const before = await stored(ada)

  for (const attempt of [
    () => give(ben, ada, ['all_leads_list']),
    () => give(ada, ada, ['all_leads_list']),
    () => turn(ben, ada, 'deactivated'),
  ])
    expect(await refusal(attempt())).toMatchObject({
      status: 403,
      message: expect.stringContaining('is a primary administrator'),
    })
  expect(await stored(ada)).toEqual(before)

  await makePrimary(second)
  await turn(second, ada, 'deactivated')
  expect((await refusal(turn(ben, ada, 'active'))).status).toBe(403)
  expect((await rightsOf(ada))?.status).toBe('deactivated')
  await turn(second, ada, 'active')
  expect((await rightsOf(ada))?.status).toBe('active')
})

test('one company’s manager changes nobody of another, and is told nothing of what they hold', async () => {
  const ada = await app.signIn({ can: ['people_manage', 'leads_export'] })
  const eve = await app.signIn({ can: ['people_manage'] })
  await makePrimary(eve)
  const before = await stored(ada)

  for (const attempt of [
    () => give(eve, ada, []),
    () => turn(eve, ada, 'deactivated'),
    () => eve.call(viewAs, { params: { id: ada.id } }),
  ])
    expect(await refusal(attempt())).toMatchObject({ status: 404, message: 'Person not found' })
  expect(await stored(ada)).toEqual(before)
})
