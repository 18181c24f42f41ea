import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
  THEMES,
  useTheme,
} from '../fixtures.ts'

test('an act is undone from its message by one key, done again, and told among the recent changes', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  const domain = `undo-${Date.now()}.example`

  // One key on the message takes the act back.
  await page.goto('/marketing/restrict_domain')
  await expect(heading(page, 'Restrict Domain')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domain to restrict' }).fill(domain)
  await page.keyboard.press('Enter')
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('button', { name: /Undo/ })).toBeVisible()
  await expect(page.getByText(domain).first()).toBeVisible()
  await page.locator('h1').click()
  await page.keyboard.press('z')
  await expect(messages.getByText(/^Undid “/)).toBeVisible()
  await expect(page.getByRole('cell', { name: domain })).toHaveCount(0)

  // The list of changes has both, and the undo can be undone there.
  await page.goto('/marketing/recent_changes')
  await expect(heading(page, 'Recent changes')).toBeVisible()
  const undid = page.getByRole('listitem').filter({ hasText: `Undid: Restricted ${domain}` })
  await expect(undid).toBeVisible()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /Undone by you/ })
      .first(),
  ).toContainText(`Restricted ${domain}`)
  await undid.getByRole('button', { name: /^Undid/ }).click()
  await expect(undid.getByRole('rowheader', { name: 'Deleted' })).toBeVisible()
  for (const theme of THEMES) {
    await useTheme(page, theme)
    await expect(undid).toBeVisible()
    await undid.getByRole('button', { name: /^Undid/ }).click()
    await expect(undid.getByRole('table')).toBeVisible()
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await undid.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `Redid: Restricted ${domain}` })).toBeVisible()

  // Everybody's, for whoever may undo them.
  await page.getByText('Everybody’s').click()
  await expect(page).toHaveURL(/by=everybody/)
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /Auto-assign/ })
      .first(),
  ).toBeVisible()
})

test('the list of changes goes on to older ones @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/marketing/recent_changes?by=everybody')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const before = await page
    .getByRole('listitem')
    .filter({ has: page.locator('.change-words') })
    .count()
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ has: page.locator('.change-words') })
        .count(),
    )
    .toBeGreaterThan(before)
})
