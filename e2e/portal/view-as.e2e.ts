import { expect, expectAccessibleInThemes, expectNoSidewaysScroll, heading, signIn, test } from '../fixtures.ts'

test('whoever manages people looks through a colleague’s eyes, changes nothing there, and stops', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/app/people')
  const row = page.getByRole('row').filter({ hasText: 'qa@halden.example' })
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'View as' }).click()

  const bar = page.getByText('Viewing as Lucía Fernández (read-only).')
  await expect(bar).toBeVisible()
  await expect(heading(page, /Lucía/)).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.goto('/marketing/assigned_leads?lead=next')
  await expect(page.getByRole('dialog').getByRole('button', { name: /Validate and next/ })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByText('You are viewing as someone else, so you can’t change anything.').first()).toBeVisible()
  await page.goto('/app/people')
  await expect(page.getByRole('heading', { name: '403 Unauthorized' })).toBeVisible()

  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(row.getByRole('button', { name: /^More for/ })).toBeVisible()
  await expect(bar).toHaveCount(0)
})
