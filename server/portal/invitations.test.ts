import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { changes } from '#contract/platform/changes.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(() => app.stop())

const { people, invite, acceptInvitation, resendInvitation, revokeInvitation, setStatus } = access
const PASSWORD = 'a good long password'
let number = 0
const manager = (can: PermissionKey[] = []) => app.signIn({ can: ['people_manage', 'all_leads_list', ...can] })
const tokenOf = (link: string | null) => link!.split('#')[1]!
const invited = async (by: TestPerson, permissions: PermissionKey[] = ['all_leads_list']) => {
  const email = `guest${++number}@firm.example`
  const { data } = await by.call(invite, { body: { email, firstname: 'Nia', lastname: 'New', permissions } })
  return { id: data.person.id, email, token: tokenOf(data.link) }
}
const resent = async (by: TestPerson, id: number) => {
  const { data } = await by.call(resendInvitation, { params: { id } })
  return { ...data, token: tokenOf(data.link) }
}
const accept = async (email: string, token: string) =>
  (await app.send('POST', acceptInvitation.path, { token, email, password: PASSWORD })).status
const stored = async (companyId: number, id: number) =>
  (
    await app.sql(companyId, 'select status from identity.memberships where company_id = $1 and id = $2', [
      companyId,
      id,
    ])
  )[0]?.status
const acts = async (companyId: number, id: number, act: string) =>
  app.sql(
    companyId,
    `select actor_id, change_set, fields from changes where company_id = $1 and entity = 'memberships' and entity_id = $2 and act = $3`,
    [companyId, id, `portal.access.${act}`],
  )

test('a pending invitation says when it was sent, by whom and until when, and is gone once the person joins', async () => {
  const ada = await app.signIn({ can: ['people_manage', 'all_leads_list'], name: 'Ada' })
  const nia = await invited(ada)
  const seen = async () => (await ada.call(people, { query: { search: nia.email } })).data[0]!.invitation

  const pending = (await seen())!
  expect(pending).toMatchObject({ sent_by: 'Ada', mailed: false })
  expect(Date.parse(pending.ends_at) - Date.parse(pending.sent_at)).toBe(72 * 3_600_000)

  expect(await accept(nia.email, nia.token)).toBe(200)
  expect(await seen()).toBeNull()
})

test('a fresh link takes the place of the older one, is in the history without the secret, and only its hash is stored', async () => {
  const ada = await manager()
  const nia = await invited(ada)

  const again = await resent(ada, nia.id)

  expect(again).toMatchObject({ mailed: false, person: { id: nia.id, status: 'invited' } })
  expect(again.token).not.toBe(nia.token)
  expect(await accept(nia.email, nia.token)).toBe(404)
  const [change, ...others] = await acts(ada.companyId, nia.id, 'resendInvitation')
  expect(others).toEqual([])
  expect(change).toMatchObject({ actor_id: ada.id })
  expect(JSON.stringify(change)).not.toContain(again.token)
  const links = await app.owner.query('select hash from identity.invitations where person_id = $1', [nia.id])
  expect(links.rows).toHaveLength(1)
  expect(links.rows[0].hash.toString('base64url')).not.toBe(again.token)
  await expect(ada.call(changes.undo, { body: { changeSet: change!.change_set } })).rejects.toThrow('409')
  expect(await accept(nia.email, again.token)).toBe(200)
  expect((await portal.signIn(nia.email, PASSWORD)).status).toBe(200)
})

test('a link that has ended is followed by a fresh one, with the permissions that wait for the person', async () => {
  const ada = await manager(['leads_export'])
  const nia = await invited(ada, ['leads_export'])
  await app.owner.query(`update identity.invitations set ends_at = created_at where person_id = $1`, [nia.id])
  expect(await accept(nia.email, nia.token)).toBe(410)

  const again = await resent(ada, nia.id)

  expect(again.person.permissions).toEqual(['leads_export'])
  expect(await accept(nia.email, again.token)).toBe(200)
})

test('a revoked link opens nothing, is not undone, and a new invitation is the way back', async () => {
  const ada = await manager()
  const nia = await invited(ada)

  const { data } = await ada.call(revokeInvitation, { params: { id: nia.id } })

  expect(data.status).toBe('deactivated')
  expect(await accept(nia.email, nia.token)).toBe(410)
  await expect(ada.call(revokeInvitation, { params: { id: nia.id } })).rejects.toThrow('409')
  const [change] = await acts(ada.companyId, nia.id, 'revokeInvitation')
  expect(change).toMatchObject({ actor_id: ada.id, fields: { status: ['invited', 'deactivated'] } })
  await expect(ada.call(changes.undo, { body: { changeSet: change!.change_set } })).rejects.toThrow('409')
  expect(await stored(ada.companyId, nia.id)).toBe('deactivated')

  const again = await resent(ada, nia.id)
  expect(again.person.status).toBe('invited')
  expect(await accept(nia.email, nia.token)).toBe(404)
  expect(await accept(nia.email, again.token)).toBe(200)
})

test('who would see a link to more than they have themselves can neither send it anew nor revoke it', async () => {
  const ada = await manager(['leads_export'])
  const ben = await app.signIn({ colleagueOf: ada, can: ['people_manage', 'all_leads_list'] })
  const nia = await invited(ada, ['leads_export'])

  await expect(ben.call(resendInvitation, { params: { id: nia.id } })).rejects.toThrow(/^403 .*“Export leads”/)
  await expect(ben.call(revokeInvitation, { params: { id: nia.id } })).rejects.toThrow(/^403 .*“Export leads”/)

  expect(await accept(nia.email, nia.token)).toBe(200)
})

test('nobody is invited anew who has joined, also after they were deactivated', async () => {
  const ada = await manager()
  const nia = await invited(ada)
  await accept(nia.email, nia.token)

  await expect(resent(ada, nia.id)).rejects.toThrow('409 This person has joined already.')
  await expect(ada.call(revokeInvitation, { params: { id: nia.id } })).rejects.toThrow('409')
  await ada.call(setStatus, { params: { id: nia.id }, body: { status: 'deactivated' } })
  await expect(resent(ada, nia.id)).rejects.toThrow('409 This person has joined already.')
})

test('a person who joins while a fresh link is made has either joined or can join by that link', async () => {
  const ada = await manager()
  for (let round = 0; round < 5; round++) {
    const nia = await invited(ada)

    const [joined, sent] = await Promise.all([
      accept(nia.email, nia.token),
      ada.send('POST', `/api/v1/people/${nia.id}/invitation/`),
    ])

    expect([200, 404, 410]).toContain(joined)
    if (joined === 200) expect([await stored(ada.companyId, nia.id), sent.status]).toEqual(['active', 409])
    else expect(await accept(nia.email, tokenOf(sent.json.data.link))).toBe(200)
  }
})

test('another company, and who manages no people, neither sends nor revokes an invitation', async () => {
  const ada = await manager()
  const eve = await manager()
  const ben = await app.signIn({ colleagueOf: ada, can: ['all_leads_list'] })
  const nia = await invited(ada)

  for (const endpoint of [resendInvitation, revokeInvitation]) {
    await expect(eve.call(endpoint, { params: { id: nia.id } })).rejects.toThrow('404 Person not found')
    await expect(ben.call(endpoint, { params: { id: nia.id } })).rejects.toThrow('403')
  }
  const elsewhere = await ada.send('POST', `/api/v1/people/${nia.id}/invitation/`, undefined, {
    'x-company-id': String(eve.companyId),
  })
  expect([elsewhere.status, elsewhere.json.code]).toEqual([409, 'company_changed'])
  expect(await accept(nia.email, nia.token)).toBe(200)
})

test('an account that two companies have invited joins the one whose invitation was not revoked', async () => {
  const [ada, bob] = [await manager(), await manager()]
  const nia = await invited(ada)
  const { data } = await bob.call(invite, {
    body: { email: nia.email, firstname: 'Nia', lastname: '', permissions: [] },
  })

  await bob.call(revokeInvitation, { params: { id: data.person.id } })

  expect(await accept(nia.email, tokenOf(data.link))).toBe(410)
  expect(await accept(nia.email, nia.token)).toBe(200)
})
