import type { Page } from '@playwright/test'
import { expect, expectAccessibleInThemes, heading, keepUndo, personAt, signIn, test } from '../fixtures.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const drawerOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Permissions of ${name}` })

/** Opens the people of the company, with messages that stay. */
const openPeople = async (page: Page) => {
  await page.goto('/app/people')
  await keepUndo(page)
  await expect(heading(page, 'People')).toBeVisible()
}

test('who manages people and nothing else sees what they cannot take, is refused it, and loses the right by Undo', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin@halden.example')
  await openPeople(page)
  await rowOf(page, 'rep2@halden.example').getByRole('button', { name: 'Permissions' }).click()
  await drawerOf(page, 'Callum Fraser').getByRole('button', { name: 'Clear' }).click()
  await drawerOf(page, 'Callum Fraser').getByRole('checkbox', { name: 'Manage people and permissions' }).check()
  await drawerOf(page, 'Callum Fraser').getByRole('button', { name: 'Save' }).click()
  await expect(messages(page).getByText('Permissions of Callum Fraser saved')).toBeVisible()

  const callum = await personAt(browser, 'rep2@halden.example')
  await openPeople(callum)
  const lucia = rowOf(callum, 'qa@halden.example')
  const deactivate = lucia.getByRole('button', { name: 'Deactivate' })
  await expect(deactivate).toBeDisabled()
  await deactivate.focus()
  await expect(callum.getByRole('tooltip')).toContainText('Lucía Fernández has permissions that you don’t have: ')
  await callum.keyboard.press('Enter')
  await expect(lucia.getByText('Active')).toBeVisible()
  await rowOf(callum, 'admin@halden.example').getByRole('button', { name: 'Deactivate' }).focus()
  await expect(callum.getByText(/Meera Krishnan is a primary administrator/)).toBeVisible()

  await lucia.getByRole('button', { name: 'Permissions' }).click()
  const drawer = drawerOf(callum, 'Lucía Fernández')
  await expect(drawer.getByText('You can grant permissions here but not remove any')).toBeVisible()
  await expect(drawer.getByRole('checkbox', { name: 'See unassigned leads' })).toBeDisabled()
  await expect(drawer.getByRole('checkbox', { name: 'Export leads' })).toBeDisabled()
  await drawer.getByRole('button', { name: 'Clear' }).click()
  await expect(drawer.getByRole('checkbox', { name: 'See unassigned leads' })).toBeChecked()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeDisabled()
  await drawer.getByRole('checkbox', { name: 'Manage people and permissions' }).check()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expectAccessibleInThemes(callum)
  await callum.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  // Whatever a page lets through, the server refuses.
  const refused = await callum.evaluate(async () => {
    const token = /accessToken=([^;]+)/.exec(document.cookie)?.[1]
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { data } = await (await fetch('/api/v1/people/?search=qa@halden', { headers })).json()
    const body = JSON.stringify({ status: 'deactivated' })
    return (await fetch(`/api/v1/people/${data[0].id}/status/`, { method: 'PUT', headers, body })).status
  })
  expect(refused).toBe(403)

  await messages(page).getByRole('button', { name: /Undo/ }).click()
  await expect(messages(page).getByText(/^Undid “/)).toBeVisible()
  await expect(rowOf(page, 'rep2@halden.example').getByText('12 permissions')).toBeVisible()
  await callum.goto('/app/people')
  await expect(callum.getByRole('heading', { name: '403 Unauthorized' })).toBeVisible()
})

test('a person is deactivated at once, and is back by one key', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await openPeople(page)
  const hana = rowOf(page, 'rep@halden.example')

  await hana.getByRole('button', { name: 'Deactivate' }).click()
  await expect(messages(page).getByText('Deactivated Hana Kobayashi and signed them out')).toBeVisible()
  await expect(hana.getByRole('button', { name: 'Activate' })).toBeVisible()
  await page.locator('h1').click()
  await page.keyboard.press('z')
  await expect(messages(page).getByText(/^Undid “/)).toBeVisible()
  await expect(hana.getByRole('button', { name: 'Deactivate' })).toBeVisible()
})
