import { afterAll, expect, test } from 'vitest'
import { myPermissions } from '#contract/platform/my-permissions.ts'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'

const { granters } = myPermissions

const app = await startTestApp()
afterAll(() => app.stop())

const grantersOf = async (person: TestPerson, key: PermissionKey) => {
  const { data } = await person.call(granters, {})
  const found = data.find((each) => each.key === key)
  return { people: found?.people.map(({ id }) => id), total: found?.total }
}

test('whoever is signed in is told who can give each key: those who manage people and hold it', async () => {
  const ada = await app.signIn({ can: ['people_manage', 'leads_export'] })
  const ben = await app.signIn({ colleagueOf: ada, can: ['people_manage'] })
  await app.signIn({ colleagueOf: ada, can: ['leads_merge', 'leads_export'] })
  const nia = await app.signIn({ colleagueOf: ada })
  const eve = await app.signIn({ can: ['people_manage', 'leads_merge'] })

  expect((await nia.call(granters, {})).data.map(({ key }) => key)).toEqual(PERMISSION_KEYS)
  expect(await grantersOf(nia, 'leads_export')).toEqual({ people: [ada.id], total: 1 })
  expect(await grantersOf(nia, 'leads_merge')).toEqual({ people: [], total: 0 })
  expect(await grantersOf(eve, 'leads_merge')).toEqual({ people: [eve.id], total: 1 })
  const managers = await grantersOf(nia, 'people_manage')
  expect(managers.people?.toSorted()).toEqual([ada.id, ben.id].toSorted())

  await app.sql(
    ada.companyId,
    `update identity.memberships set status = 'deactivated' where company_id = $1 and id = $2`,
    [ada.companyId, ben.id],
  )
  expect(await grantersOf(nia, 'people_manage')).toEqual({ people: [ada.id], total: 1 })
})

test('at most five are named, by name, and all are counted', async () => {
  const ada = await app.signIn({ can: ['people_manage'] })
  for (let more = 0; more < 6; more++) await app.signIn({ colleagueOf: ada, can: ['people_manage'] })

  const { data } = await ada.call(granters, {})

  const { people = [], total } = data.find(({ key }) => key === 'people_manage') ?? {}
  expect({ named: people.length, total }).toEqual({ named: 5, total: 7 })
  expect((await ada.call(granters, {})).data).toEqual(data)
})

test('a refusal names the key and those who can give it, and nobody who could not', async () => {
  const ada = await app.signIn({ can: ['people_manage', 'restrict_domain_list'] })
  await app.signIn({ colleagueOf: ada, can: ['people_manage'] })
  const nia = await app.signIn({ colleagueOf: ada })

  const refused = await nia.call(restrictedDomains.list, { query: {} }).catch((error) => error)

  expect(refused.failure.details).toMatchObject({ needs: ['restrict_domain_list'], granted_by: [{ id: ada.id }] })
  expect(refused.message).toMatch(/^403 You need the permission restrict_domain_list\. .+ can grant it\.$/)
})
