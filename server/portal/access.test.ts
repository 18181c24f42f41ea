import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(() => app.stop())

const { people, invite, invitation, acceptInvitation, setPermissions, setStatus } = access
const PASSWORD = 'a good long password'
let number = 0
const newAddress = () => `new${++number}@firm.example`
const manager = (can: PermissionKey[] = []) => app.signIn({ can: ['people_manage', 'all_leads_list', ...can] })
const invited = async (by: TestPerson, email = newAddress(), permissions: PermissionKey[] = ['all_leads_list']) => {
  const { data } = await by.call(invite, { body: { email, firstname: 'Nia', lastname: 'New', permissions } })
  return { ...data, email, token: data.link!.split('#')[1]! }
}
const stored = async (companyId: number, id: number) =>
  (
    await app.sql(companyId, 'select status, permissions from identity.memberships where company_id = $1 and id = $2', [
      companyId,
      id,
    ])
  )[0]

test('an invited person chooses a password and works with the keys of the invitation', async () => {
  const ada = await manager()
  const { person, token, email, mailed } = await invited(ada)

  expect({ mailed, status: person.status }).toEqual({ mailed: false, status: 'invited' })
  expect((await app.call(invitation, { body: { token } })).data).toMatchObject({
    email,
    name: 'Nia New',
    has_password: false,
  })
  expect((await portal.signIn(email, PASSWORD)).status).toBe(401)
  await app.call(acceptInvitation, { body: { token, email, password: PASSWORD } })

  const { json } = await portal.signIn(email, PASSWORD)
  expect(json.user).toMatchObject({ user_id: person.id, firstname: 'Nia' })
  expect(await stored(ada.companyId, person.id)).toEqual({ status: 'active', permissions: ['all_leads_list'] })
})

test('nobody gives a key that they do not hold, to themselves or by invitation (A14)', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada })

  const tries = [
    () =>
      ada.call(setPermissions, { params: { id: ada.id }, body: { permissions: ['people_manage', 'leads_export'] } }),
    () => ada.call(setPermissions, { params: { id: ben.id }, body: { permissions: ['leads_export'] } }),
    () => invited(ada, 'above@firm.example', ['leads_export']),
  ]

  for (const give of tries) await expect(give()).rejects.toThrow(/^403 .*“Export leads”/)
  expect((await stored(ada.companyId, ada.id)).permissions).not.toContain('leads_export')
  expect((await stored(ada.companyId, ben.id)).permissions).toEqual([])
  expect((await app.owner.query(`select from identity.people where email = 'above@firm.example'`)).rowCount).toBe(0)
})

test('permissions that a person has already may stay, and may be taken away by who has as many', async () => {
  const ada = await manager(['leads_export', 'blogs_list'])
  const ben = await app.signIn({ colleagueOf: ada, can: ['leads_export', 'blogs_list'] })

  const { data } = await ada.call(setPermissions, {
    params: { id: ben.id },
    body: { permissions: ['leads_export', 'all_leads_list'] },
  })

  expect(data.permissions).toEqual(['leads_export', 'all_leads_list'])
  const changes = await app.sql(
    ada.companyId,
    `select actor_id, act, fields from changes where company_id = $1 and entity = 'memberships' and entity_id = $2 and verb = 'updated'`,
    [ada.companyId, ben.id],
  )
  expect(changes).toEqual([
    {
      actor_id: ada.id,
      act: 'portal.access.setPermissions',
      fields: {
        permissions: [
          ['leads_export', 'blogs_list'],
          ['leads_export', 'all_leads_list'],
        ],
      },
    },
  ])
})

test('an invitation works once, even when it is used twice at the same moment (A14)', async () => {
  const { token, email } = await invited(await manager())
  const body = { token, email, password: PASSWORD }

  const both = await Promise.all([1, 2].map(() => app.send('POST', acceptInvitation.path, body)))
  const again = app.call(acceptInvitation, { body })

  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
  await expect(again).rejects.toThrow('410')
  await expect(app.call(invitation, { body: { token } })).rejects.toThrow('410')
})

test('an invitation ends after 72 hours, and an unknown one is not found (A14)', async () => {
  const { token, email } = await invited(await manager())
  await app.owner.query(`update identity.invitations set ends_at = ends_at - interval '72 hours 1 second'`)

  await expect(app.call(acceptInvitation, { body: { token, email, password: PASSWORD } })).rejects.toThrow('410')
  await expect(app.call(invitation, { body: { token: 'x'.repeat(43) } })).rejects.toThrow('404')
})

test('an invitation is for its address alone, in whatever case (A14)', async () => {
  const { token, email } = await invited(await manager())

  await expect(
    app.call(acceptInvitation, { body: { token, email: 'eve@firm.example', password: PASSWORD } }),
  ).rejects.toThrow('403')
  await app.call(acceptInvitation, { body: { token, email: email.toUpperCase(), password: PASSWORD } })

  expect((await portal.signIn(email, PASSWORD)).status).toBe(200)
})

test('a new invitation takes the place of the one before', async () => {
  const ada = await manager()
  const first = await invited(ada)
  const second = await invited(ada, first.email.toUpperCase())

  await expect(
    app.call(acceptInvitation, { body: { token: first.token, email: first.email, password: PASSWORD } }),
  ).rejects.toThrow('404')
  await app.call(acceptInvitation, { body: { token: second.token, email: first.email, password: PASSWORD } })
  expect(second.person.id).toBe(first.person.id)
})

test.each([
  'no address',
  'a@b',
  'x\r\nBcc: y@firm.example',
  '"x@evil y"@firm.example',
  'a@firm.example, b@firm.example',
])('%j is not invited', async (email) => {
  const ada = await manager()
  await expect(ada.call(invite, { body: { email, firstname: 'A', lastname: '', permissions: [] } })).rejects.toThrow(
    '400 This is not an email address',
  )
})

test('who works here or was deactivated here is not invited again', async () => {
  const ada = await manager()
  const ben = await portal.personWithPassword({ colleagueOf: ada })

  await expect(invited(ada, ben.email)).rejects.toThrow('409 This person is already in your company.')
  await ada.call(setStatus, { params: { id: ben.id }, body: { status: 'deactivated' } })
  await expect(invited(ada, ben.email)).rejects.toThrow('409 This person is deactivated')
})

test('nobody deactivates themselves, and somebody can always manage people', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada, can: ['people_manage'] })

  await expect(ada.call(setStatus, { params: { id: ada.id }, body: { status: 'deactivated' } })).rejects.toThrow(
    '409 You can’t deactivate yourself',
  )
  await ada.call(setPermissions, { params: { id: ben.id }, body: { permissions: [] } })
  await expect(
    ada.call(setPermissions, { params: { id: ada.id }, body: { permissions: ['all_leads_list'] } }),
  ).rejects.toThrow('409 Someone must be able to manage people')
})

test('two managers who depose one another at the same moment leave one', async () => {
  for (let round = 0; round < 10; round++) {
    const ada = await manager()
    const ben = await app.signIn({ colleagueOf: ada, can: ['people_manage'] })

    await Promise.allSettled([
      ada.call(setPermissions, { params: { id: ben.id }, body: { permissions: [] } }),
      ben.call(setStatus, { params: { id: ada.id }, body: { status: 'deactivated' } }),
    ])

    const left = await app.sql(
      ada.companyId,
      `select id from identity.memberships where company_id = $1 and status = 'active' and 'people_manage' = any(permissions)`,
      [ada.companyId],
    )
    expect(left.length).toBe(1)
  }
})

test('a deactivated person signs in no more, and again once activated', async () => {
  const ada = await manager()
  const ben = await portal.personWithPassword({ colleagueOf: ada })

  await ada.call(setStatus, { params: { id: ben.id }, body: { status: 'deactivated' } })
  expect((await portal.signIn(ben.email, ben.password)).status).toBe(401)
  const { data } = await ada.call(setStatus, { params: { id: ben.id }, body: { status: 'active' } })

  expect(data.status).toBe('active')
  expect((await portal.signIn(ben.email, ben.password)).status).toBe(200)
})

test('another company neither sees nor changes a person', async () => {
  const ada = await manager()
  const eve = await manager()

  expect((await eve.call(people, { query: {} })).data.map(({ id }) => id)).toEqual([eve.id])
  await expect(eve.call(setPermissions, { params: { id: ada.id }, body: { permissions: [] } })).rejects.toThrow(
    '404 Person not found',
  )
  await expect(eve.call(setStatus, { params: { id: ada.id }, body: { status: 'deactivated' } })).rejects.toThrow(
    '404 Person not found',
  )
  expect((await stored(ada.companyId, ada.id)).status).toBe('active')
})

test('a tab drawn for another company changes nobody (A15)', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada, can: ['all_leads_list'] })
  const elsewhere = { 'x-company-id': String(ada.companyId + 1) }

  const calls = [
    ada.send('GET', people.path, undefined, elsewhere),
    ada.send('PUT', `/api/v1/people/${ben.id}/permissions/`, { permissions: [] }, elsewhere),
    ada.send('PUT', `/api/v1/people/${ben.id}/status/`, { status: 'deactivated' }, elsewhere),
    ada.send(
      'POST',
      invite.path,
      { email: 'a@firm.example', firstname: 'A', lastname: '', permissions: [] },
      elsewhere,
    ),
  ]

  for (const { status, json } of await Promise.all(calls)) expect([status, json.code]).toEqual([409, 'company_changed'])
  expect(await stored(ada.companyId, ben.id)).toEqual({ status: 'active', permissions: ['all_leads_list'] })
})

test('without the key nothing of it is done', async () => {
  const ada = await app.signIn({ can: ['all_leads_list'] })

  await expect(ada.call(people, { query: {} })).rejects.toThrow('403 You need the permission people_manage')
  await expect(invited(ada, 'x@firm.example', [])).rejects.toThrow('403')
  await expect(ada.call(setStatus, { params: { id: ada.id }, body: { status: 'active' } })).rejects.toThrow('403')
})

test('people are searched, filtered, sorted and paged', async () => {
  const ada = await app.signIn({ can: ['people_manage'], name: 'Zoe' })
  for (const name of ['Anna', 'Bert', 'Carl']) await app.signIn({ colleagueOf: ada, name })
  await invited(ada, newAddress(), [])

  const names = async (query: Parameters<typeof ada.call<typeof people>>[1]['query']) =>
    (await ada.call(people, { query })).data.map(({ name }) => name)

  expect(await names({ sort: 'name', order: 'asc' })).toEqual(['Anna', 'Bert', 'Carl', 'Nia New', 'Zoe'])
  expect(await names({ search: 'BER' })).toEqual(['Bert'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ status: 'invited' })).toEqual(['Nia New'])
  expect(await names({ sort: 'last_seen_at', order: 'desc', pageSize: 1 })).toEqual(['Carl'])
  expect((await ada.call(people, { query: { page: 2, pageSize: 2 } })).pagination).toEqual({
    page: 2,
    pageSize: 2,
    total: 5,
    totalPages: 3,
  })
  await expect(names({ sort: 'password_hash' })).rejects.toThrow('400')
})
