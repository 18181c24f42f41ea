import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  personAt,
  signIn,
  test,
} from '../fixtures.ts'
import { newMark } from '../leads-of.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const grant = (page: Page, name: string) => page.getByRole('row').getByRole('checkbox', { name })

/** Opens the people of the company, with messages that stay. */
const openPeople = async (page: Page) => {
  await page.goto('/app/people')
  await keepUndo(page)
  await expect(heading(page, 'People')).toBeVisible()
}

const openPermissions = async (page: Page, email: string, name: string) => {
  await page.goto(`/app/people?search=${email}`)
  await rowOf(page, email).click()
  await expect(heading(page, `Permissions of ${name}`)).toBeVisible()
}

/** The menu of a row, opened. */
const menuOf = async (page: Page, email: string) => {
  await rowOf(page, email)
    .getByRole('button', { name: /^More for/ })
    .click()
  return page.getByRole('menu').filter({ visible: true })
}

test('an administrator applies a set, grants one more, saves and undoes, by keyboard alone', async ({ page }) => {
  const email = 'qa@halden.example'
  await signIn(page, 'admin@halden.example')
  await page.goto(`/app/people?search=${email}`)
  await keepUndo(page)
  await expect(rowOf(page, email)).toContainText('QA')
  await heading(page, 'People').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Permissions of Lucía Fernández')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/people\/\d+$/)

  const set = page.getByRole('combobox', { name: 'Ready-made set' })
  await set.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('QA')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Sales rep')
  await page.keyboard.press('Enter')
  await expect(grant(page, 'See valid leads')).toBeChecked()
  await expect(grant(page, 'See unassigned leads')).not.toBeChecked()
  await expect(page.getByText('no difference')).toBeVisible()

  await heading(page, 'Permissions of Lucía Fernández').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('leads_export')
  await expect(page.locator('tr[data-permission]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(grant(page, 'Export leads')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(grant(page, 'Export leads')).toBeChecked()
  await expect(page.getByText('plus 1', { exact: true })).toBeVisible()
  await expectAccessibleInThemes(page)

  await page.keyboard.press('Control+s')
  await expect(messages(page).getByText('Permissions of Lucía Fernández saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await expect(page.getByText('plus 1', { exact: true })).toBeVisible()
  await page.keyboard.press('z')
  await expect(messages(page).getByText(/^Undid “/)).toBeVisible()
  await expect(page.getByText('20 of 81 granted')).toBeVisible()
  await openPeople(page)
  await expect(rowOf(page, email)).toContainText('20 permissions')
})

test('two people are compared, what differs is reached by D, and leaving what is not saved asks first', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/app/people')
  await openPermissions(page, 'rep@halden.example', 'Hana Kobayashi')
  await page.getByRole('combobox', { name: 'Compare with' }).fill('Lucía')
  await page.locator('.ant-select-item-option').filter({ hasText: 'Lucía Fernández' }).click()
  await expect(page.getByRole('columnheader', { name: 'Lucía Fernández' })).toBeVisible()
  await expect(page).toHaveURL(/with=\d+/)
  await expectAccessible(page)

  await heading(page, 'Permissions of Hana Kobayashi').focus()
  await page.keyboard.press('d')
  await expect(page.locator('tr[data-differs] input:focus')).toHaveCount(1)
  await page.keyboard.press('Space')
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(unsaved.getByText('1 change not saved')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Leave with 1 unsaved change?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(unsaved).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'People' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(heading(page, 'People')).toBeVisible()

  await openPermissions(page, 'rep@halden.example', 'Hana Kobayashi')
  await expect(unsaved.getByText('1 change not saved')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await unsaved.getByRole('button', { name: 'Discard' }).click()
  await expect(unsaved).toHaveCount(0)
})

test('who manages people and nothing else sees what they cannot take, is refused it, and loses the right by Undo', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin@halden.example')
  await openPeople(page)
  await openPermissions(page, 'rep2@halden.example', 'Callum Fraser')
  // antd opens its list on the press of the mouse, by the keyboard it is open at once.
  await page.getByRole('combobox', { name: 'Ready-made set' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'No permissions' }).click()
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: /Administration/ })
    .click()
  await grant(page, 'Manage people and permissions').check()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(messages(page).getByText('Permissions of Callum Fraser saved')).toBeVisible()

  const callum = await personAt(browser, 'rep2@halden.example')
  await openPeople(callum)
  const deactivate = (await menuOf(callum, 'qa@halden.example')).getByRole('menuitem', { name: /^Deactivate/ })
  await expect(deactivate).toBeDisabled()
  await expect(deactivate).toContainText('Lucía Fernández has permissions that you don’t have: ')
  await expectAccessibleInThemes(callum)
  await callum.keyboard.press('Escape')
  await expect(
    (await menuOf(callum, 'admin@halden.example')).getByText(/Meera Krishnan is a primary administrator/),
  ).toBeVisible()
  await callum.keyboard.press('Escape')

  await openPermissions(callum, 'qa@halden.example', 'Lucía Fernández')
  await expect(callum.getByText('You can grant permissions here but not remove any')).toBeVisible()
  await expect(grant(callum, 'See unassigned leads')).toBeDisabled()
  await expect(grant(callum, 'Export leads')).toBeDisabled()
  await expect(callum.locator('tr[data-permission=leads_export]')).toContainText('You don’t have this yourself')
  await callum
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: /Administration/ })
    .click()
  await grant(callum, 'Manage people and permissions').check()
  await expect(callum.getByRole('button', { name: /^Save 1 change/ })).toBeEnabled()
  await expectAccessibleInThemes(callum)
  await callum.getByRole('button', { name: 'Discard' }).click()

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
  await expect(page.getByText('12 of 81 granted')).toBeVisible()
  await callum.goto('/app/people')
  await expect(callum.getByRole('heading', { name: '403 Unauthorized' })).toBeVisible()
})

test('a person is deactivated at once, and is back by one key', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await openPeople(page)
  const hana = rowOf(page, 'rep@halden.example')

  await (await menuOf(page, 'rep@halden.example')).getByRole('menuitem', { name: 'Deactivate' }).click()
  await expect(messages(page).getByText('Deactivated Hana Kobayashi and signed them out')).toBeVisible()
  await expect(hana.getByText('Deactivated')).toBeVisible()
  await heading(page, 'People').click()
  await page.keyboard.press('z')
  await expect(messages(page).getByText(/^Undid “/)).toBeVisible()
  await expect(hana.getByText('Active')).toBeVisible()
})

test('an invitation is sent anew with a link that is shown once, and revoked @slow', async ({ page }) => {
  const email = `${newMark()}@elsewhere.example`
  await signIn(page, 'admin@halden.example')
  await openPeople(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('First name').fill('Nia')
  await page.getByRole('button', { name: 'Invite' }).last().click()
  const link = page.getByRole('textbox', { name: 'Invitation link' })
  const first = await link.inputValue()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.goto(`/app/people?search=${email}`)
  const row = rowOf(page, email)
  await expect(row).toContainText('by Meera Krishnan')
  await expect(row).toContainText('The link ends')
  await (await menuOf(page, email)).getByRole('menuitem', { name: 'Resend invitation' }).click()
  await expect(link).toHaveValue(/\/app\/invitation#[\w-]{43}$/)
  expect(await link.inputValue()).not.toBe(first)
  await expectAccessibleInThemes(page)
  await page.getByRole('button', { name: 'Done' }).click()

  await (await menuOf(page, email)).getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(row.getByText('Invitation revoked')).toBeVisible()
  await expect((await menuOf(page, email)).getByRole('menuitem', { name: 'Invite again' })).toBeVisible()
})
