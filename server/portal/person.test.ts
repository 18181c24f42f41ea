import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { changes } from '#contract/platform/changes.ts'
import { passwordResets } from '#contract/portal/password-resets.ts'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp()
const portal = openPortalTest(app)
afterAll(() => app.stop())

const { person, history, setPermissions } = access
const manager = () => app.signIn({ can: ['people_manage', 'all_leads_list', 'leads_export'], name: 'Ada' })

test('a person is read at their own address, by who manages people of their company and by nobody else', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada, can: ['all_leads_list'], name: 'Ben' })
  const eve = await manager()

  expect((await ada.call(person, { params: { id: ben.id } })).data).toMatchObject({
    id: ben.id,
    name: 'Ben',
    permissions: ['all_leads_list'],
    invitation: null,
  })
  for (const endpoint of [person, history]) {
    await expect(eve.call(endpoint, { params: { id: ben.id } })).rejects.toThrow('404 Person not found')
    await expect(ben.call(endpoint, { params: { id: ben.id } })).rejects.toThrow('403')
  }
})

test('permissions are saved as one change with its history, and undone as one', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada, can: ['all_leads_list'] })

  await ada.call(setPermissions, {
    params: { id: ben.id },
    body: { permissions: ['leads_export', 'people_manage'], seen: ['all_leads_list'] },
  })

  const [change] = (await ada.call(history, { params: { id: ben.id } })).data
  expect(change).toMatchObject({
    by: 'Ada',
    did: 'Changed the permissions of *',
    granted: ['leads_export', 'people_manage'],
    removed: ['all_leads_list'],
  })
  const [recent] = (await ada.call(changes.list, { query: {} })).data
  await ada.call(changes.undo, { body: { changeSet: recent!.change_set } })
  expect((await ada.call(person, { params: { id: ben.id } })).data.permissions).toEqual(['all_leads_list'])
  expect((await ada.call(history, { params: { id: ben.id } })).data[0]).toMatchObject({ granted: ['all_leads_list'] })
})

test('permissions that somebody else has changed since they were seen are not overwritten', async () => {
  const ada = await manager()
  const ben = await app.signIn({ colleagueOf: ada, can: ['all_leads_list', 'leads_export'] })
  const save = (permissions: ('all_leads_list' | 'leads_export')[], seen: ('all_leads_list' | 'leads_export')[]) =>
    ada.call(setPermissions, { params: { id: ben.id }, body: { permissions, seen } })
  await save(['all_leads_list'], ['leads_export', 'all_leads_list'])

  await expect(save(['leads_export'], ['all_leads_list', 'leads_export'])).rejects.toThrow(
    '409 Someone else has changed the permissions of this person',
  )

  expect((await ada.call(person, { params: { id: ben.id } })).data.permissions).toEqual(['all_leads_list'])
})

test('the history names a password link and who made it, and nothing of the link', async () => {
  const ada = await manager()
  const ben = await portal.personWithPassword({ colleagueOf: ada, can: ['all_leads_list'] })

  const { data } = await ada.call(passwordResets.makeLink, { params: { id: ben.id } })

  const told = await ada.call(history, { params: { id: ben.id } })
  expect(told.data[0]).toMatchObject({ by: 'Ada', did: 'Made a password reset link for *', granted: [], removed: [] })
  expect(JSON.stringify(told)).not.toContain(data.link!.split('#')[1])
})
