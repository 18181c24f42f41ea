import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  pick,
  signIn,
  test,
  THEMES,
  untilHeard,
  useTheme,
} from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

test('who shares the leads says what they take, how much and when; the list shows it, and Undo takes it back', async ({
  page,
}) => {
  await signIn(page, 'admin@meridian.example')
  await page.goto('/marketing/auto_assign_qa')
  await expect(heading(page, 'Assign QA')).toBeVisible()
  const row = page.locator('[data-row-key]').first()
  const name = (await row.locator('.first').first().innerText()).trim()
  await row.click({ position: { x: 100, y: 12 } })
  const drawer = page.getByRole('dialog', { name })
  await expect(drawer.getByLabel('Open cap')).toBeVisible()

  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  // Meanwhile a colleague sets something else, and the page hears of it: both stay.
  const id = await row.getAttribute('data-row-key')
  await callerOf(page)('PUT', `/marketing/qa_autoassign_settings/${id}`, { weight: 2.5 })
  await untilHeard(page, row.getByText('× 2.5'))
  await drawer.getByLabel('Daily cap').fill('40')
  await drawer.getByLabel('Open cap').fill('977')
  await drawer.getByLabel('Takes leads from').click()
  await page.keyboard.type('Norway')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Save settings' }).click()

  await expect(page.getByText(`Settings of ${name} saved`)).toBeVisible()
  await expect(drawer).toBeHidden()
  await expect(row).toContainText('/ 977')
  await expect(row).toContainText('× 2.5')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(row).not.toContainText('/ 977')

  await row.click({ position: { x: 100, y: 12 } })
  await drawer.getByLabel('Daily cap').fill('50')
  await callerOf(page)('PUT', `/marketing/qa_autoassign_settings/${id}`, { daily_cap: 60 })
  await drawer.getByRole('button', { name: 'Save settings' }).click()
  await expect(drawer.getByRole('row', { name: /^Daily cap/ })).toContainText('60')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Keep mine' }).click()
  await drawer.getByRole('button', { name: 'Save settings' }).click()
  await expect(drawer).toBeHidden()
  await expect(row).toContainText('/ 50')
})

test('whoever looks at a lead reads why it is whose it is, and a person sets themselves away from their own menu @slow', async ({
  page,
}) => {
  await signIn(page, 'qa@meridian.example')
  await page.goto('/marketing/assigned_leads')
  const row = page.locator('[data-row-key]').first()
  await row.click()
  const lead = page.getByRole('dialog')
  await lead.getByRole('complementary').getByRole('button', { name: 'Why me?' }).first().click()
  await expect(lead.locator('.considered').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /Rousseau/ }).click()
  await page.getByRole('button', { name: 'Set an absence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Away' })
  await dialog.getByLabel('Back on').click()
  await pick(page, /tomorrow/)
  // What takes the choice back shows itself under the pointer only.
  await dialog.getByLabel('Back on').hover()
  await expect(dialog.getByRole('button', { name: 'Clear' })).toBeVisible()
  await expectAccessibleInThemes(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^You get no leads until/)).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('button', { name: /Rousseau/ }).click()
  await expect(page.getByRole('button', { name: 'Set an absence' })).toBeVisible()
})

test('whoever takes somebody off the list is told what they hold, and has it shared out among the others; Undo takes both back @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@meridian.example')
  await addLeadsOf(page, 'qa2@meridian', 2)
  await page.goto('/marketing/auto_assign_qa')
  await keepUndo(page)
  const row = page.locator('[data-row-key]').filter({ hasText: 'qa2@meridian' })
  const name = (await row.locator('.first').first().innerText()).trim()
  const remove = page.getByRole('button', { name: `Remove ${name}` })
  const dialog = page.getByRole('dialog', { name: `Remove ${name}` })
  const told = dialog.getByText(new RegExp(`^${name} has \\d+ open lead`))

  for (const theme of THEMES) {
    await useTheme(page, theme)
    await remove.click()
    await expect(told).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'Leave it with them' })).toBeChecked()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await remove.click()
  await expect(told).toBeVisible()
  await expectNoSidewaysScroll(page)
  await dialog.getByText('Redistribute now').click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()

  await expect(page.getByText(new RegExp(`^${name} removed: \\d+ leads? went to others`))).toBeVisible()
  await expect(remove).toBeHidden()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(remove).toBeVisible()
  await remove.click()
  await expect(told).toBeVisible()
})
