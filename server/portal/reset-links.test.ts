import { afterAll, beforeEach, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(() => app.stop())

const { forgot, offer, reset, makeLink } = passwordResets
const NEW = 'words nobody has used'
const manager = () => app.signIn({ can: ['people_manage', 'all_leads_list'] })
const linkBy = async (by: TestPerson, id: number) => {
  const { data } = await by.call(makeLink, { params: { id } })
  return data.link!.split('#')[1]!
}
const use = (token: string, password = NEW) => app.send('POST', reset.path, { token, password })
const resettable = async (by: TestPerson, id: number) =>
  (await by.call(access.people, { query: {} })).data.find((one) => one.id === id)?.resettable

test('a manager makes a link for a password that was never proven; it ends the sessions when it is used, not before', async () => {
  const ada = await manager()
  const ben = await portal.personWithPassword({ colleagueOf: ada, can: ['all_leads_list'] })
  const { json } = await portal.signIn(ben.email, ben.password)
  const verify = () => app.send('POST', session.verify.path, { token: json.token })

  expect(await resettable(ada, ben.id)).toBe(true)
  const { data } = await ada.call(makeLink, { params: { id: ben.id } })
  const [page, token = ''] = data.link!.split('#')
  expect([data.mailed, page]).toEqual([false, expect.stringMatching(/\/app\/reset-password$/)])
  expect((await verify()).status).toBe(200)
  expect((await app.call(offer, { body: { token } })).data).toEqual({ email: ben.email })
  expect((await use(token)).status).toBe(200)

  expect((await verify()).status).toBe(401)
  const [old, own] = [await portal.signIn(ben.email, ben.password), await portal.signIn(ben.email, NEW)]
  expect([old.status, own.status, (await use(token)).status]).toEqual([401, 200, 410])
  const history = await app.sql(
    ada.companyId,
    `select actor_id, act, fields from changes where company_id = $1 and entity_id = $2 and act = 'portal.access.resetPassword'`,
    [ada.companyId, ben.id],
  )
  expect(history).toEqual([
    {
      actor_id: ada.id,
      act: 'portal.access.resetPassword',
      fields: { reset_by: [null, ada.id], reset_at: [null, expect.any(String)] },
    },
  ])
})

test('nobody resets the password of a colleague who may do more, neither when it is asked for nor when it is used', async () => {
  const ada = await manager()
  const ben = await portal.personWithPassword({ colleagueOf: ada, can: ['leads_export'] })
  const cleo = await portal.personWithPassword({ colleagueOf: ada })
  const token = await linkBy(ada, cleo.id)
  const setRights = (id: number, permissions: string[]) =>
    app.sql(ada.companyId, 'update identity.memberships set permissions = $1 where id = $2', [permissions, id])

  await expect(ada.call(makeLink, { params: { id: ben.id } })).rejects.toThrow(
    '403 You can only reset passwords of people whose permissions you also have. You don’t have “Export leads”.',
  )
  await setRights(cleo.id, ['leads_export'])

  expect((await use(token)).status).toBe(410)
  expect((await portal.signIn(cleo.email, cleo.password)).status).toBe(200)
  await setRights(cleo.id, [])
  await setRights(ada.id, ['all_leads_list'])
  expect((await use(token)).status).toBe(410)
})

test('a password that was proven, or that opens another company, is its person’s alone', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const proven = await portal.personWithPassword({ colleagueOf: ada })
  const shared = await portal.personWithPassword({ colleagueOf: ada })
  const early = await linkBy(ada, proven.id)
  await app.owner.query('update identity.people set proven_at = now() where id = $1', [proven.id])
  await app.sql(
    bob.companyId,
    `insert into identity.memberships (company_id, id, status) values ($1, $2, 'deactivated')`,
    [bob.companyId, shared.id],
  )

  for (const { id } of [proven, shared]) {
    expect(await resettable(ada, id)).toBe(false)
    await expect(ada.call(makeLink, { params: { id } })).rejects.toThrow(
      '409 Only this person can reset this password. They can do so by email, on the sign-in page.',
    )
  }
  expect((await use(early)).status).toBe(410)
  expect((await portal.signIn(proven.email, proven.password)).status).toBe(200)
})

test('a link ends when it is replaced, when the person is deactivated and when they change the password themselves', async () => {
  const ada = await manager()
  const ben = await portal.personWithPassword({ colleagueOf: ada })
  const first = await linkBy(ada, ben.id)
  const second = await linkBy(ada, ben.id)
  expect((await use(first)).status).toBe(410)

  for (const status of ['deactivated', 'active'] as const)
    await ada.call(access.setStatus, { params: { id: ben.id }, body: { status } })
  expect((await use(second)).status).toBe(410)

  const third = await linkBy(ada, ben.id)
  const { json } = await portal.signIn(ben.email, ben.password)
  const body = { current: ben.password, password: NEW }
  await app.call(profile.changePassword, { body }, { authorization: `Bearer ${json.token}` })
  expect((await use(third)).status).toBe(410)
})

test('a link is made by who manages people, in their own company, for others who work there', async () => {
  const [ada, eve] = [await manager(), await manager()]
  const ben = await portal.personWithPassword({ colleagueOf: ada })
  const making = (by: TestPerson, id: number) => by.call(makeLink, { params: { id } })

  await expect(making(ben, ada.id)).rejects.toThrow('403')
  await expect(making(eve, ben.id)).rejects.toThrow('404')
  await expect(making(ada, ada.id)).rejects.toThrow('409 Change your own password on My profile.')
  await ada.call(access.setStatus, { params: { id: ben.id }, body: { status: 'deactivated' } })
  await expect(making(ada, ben.id)).rejects.toThrow('409 This person is not active in your company.')
  expect(
    (await app.owner.query('select count(*)::int from identity.password_resets where email = $1', [ben.email])).rows,
  ).toEqual([{ count: 0 }])
})

test('without a mail server a forgotten password is a colleague’s to reset', async () => {
  await expect(app.call(forgot, { body: { email: 'a@firm.example' } })).rejects.toThrow(
    '409 This server sends no email. Ask a colleague who manages people for a link.',
  )
})
