import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
} from '../fixtures.ts'

test('whoever lacks a permission is told which it is, in words, and who can give it', async ({ page }) => {
  await signIn(page, 'qa@halden.example')

  await page.goto('/marketing/duplicates')
  await page.getByRole('button', { name: 'Why can’t I see this?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why can’t I see this?' })
  await expect(dialog.getByText('Merge leads')).toBeVisible()
  await expect(dialog.getByText('leads_merge', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Ask .+\.$/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()

  await page.goto('/app/people')
  await expect(heading(page, '403 Unauthorized')).toBeVisible()
  await page.getByRole('button', { name: 'Why can’t I see this?' }).click()
  await expect(dialog.getByText('people_manage', { exact: true })).toBeVisible()
  await dialog.getByRole('link', { name: 'All my permissions' }).click()

  await expect(heading(page, 'My permissions')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: 'people_manage' })
  await expect(row.getByText('Not granted')).toBeVisible()
  await expect(row.getByText(/^Ask .+\.$/)).toBeVisible()
  const held = page.getByRole('listitem').filter({ hasText: 'assigned_leads_edit_status' })
  await expect(held.getByText('Granted', { exact: true })).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByTitle('Not granted').click()
  await expect(row).toBeVisible()
  await expect(held).toHaveCount(0)
})

test('what one may do is found in the menu of the person and in the palette', async ({ page }) => {
  await signIn(page, 'qa@halden.example')
  await page.goto('/')

  await page.locator('.user-button').click()
  await page.getByRole('link', { name: 'My permissions' }).click()
  await expect(heading(page, 'My permissions')).toBeVisible()

  await page.goto('/marketing/all_leads')
  await expect(heading(page, 'Unassigned Leads')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('my perm')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'My permissions')).toBeVisible()
})

test('settings that one may only read, and choices that one may not make, say why and who can help @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.route('**/api/v1/permissions/', async (route) => {
    const answer = await route.fetch()
    const said = await answer.text()
    const json = MISSING.reduce((text, key) => text.replace(`"${key}":true`, `"${key}":false`), said)
    await route.fulfill({ response: answer, body: json })
  })
  const dialog = page.getByRole('dialog', { name: 'Why can’t I see this?' })
  const tells = async (key: string) => {
    await page.getByRole('button', { name: 'Why can’t I see this?' }).last().click()
    await expect(dialog.getByText(key, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
  }

  await page.goto('/marketing/auto_assign_qa')
  await page.locator('[data-row-key]').first().click()
  await expect(page.getByText('You can view these settings but not change them.')).toBeVisible()
  await expectAccessibleInThemes(page)
  await tells('qa_auto_assign_set_status')

  await page.goto('/marketing/auto_assign_qa')
  const busy = page.locator('[data-row-key]').filter({ hasText: 'Tunde Adeyemi' })
  await busy.getByRole('button', { name: /Remove/ }).click()
  await expect(page.getByText('You can leave it with them but not redistribute it.')).toBeVisible()
  await tells('marketing_leads_reassign')

  await page.goto('/marketing/configuration?section=kept')
  await expect(page.getByText('Importing needs a permission that you don’t have.')).toBeVisible()
  await tells('leads_import')
})
const MISSING = ['qa_auto_assign_set_status', 'marketing_leads_reassign', 'leads_import']
