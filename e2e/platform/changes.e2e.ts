import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
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
  await keepUndo(page)
  await expect(heading(page, 'Restrict Domain')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domain to restrict' }).fill(domain)
  await page.keyboard.press('Enter')
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('button', { name: /Undo/ })).toBeVisible()
  await expect(page.getByText(domain).first()).toBeVisible()
  await heading(page, 'Restrict Domain').click()
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
  const ofOthers = page.locator('.change .change-note:first-of-type').filter({ hasNotText: /^You/ })
  await expect(ofOthers).toHaveCount(0)
  await page.getByText('Everybody’s').click()
  await expect(page).toHaveURL(/by=everybody/)
  await expect(ofOthers.first()).toBeVisible()
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

test('equal acts are one row, filters are in the address, and automatic changes are folded', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const domains = [1, 2].map((each) => `run${each}-${Date.now()}.example`)
  await page.goto('/marketing/restrict_domain')
  for (const domain of domains) {
    await page.getByRole('textbox', { name: 'Domain to restrict' }).fill(domain)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: domain }).first()).toBeVisible()
  }

  // One row for both, which opens to show each with its own Undo.
  await page.goto('/marketing/recent_changes?by=everybody')
  const run = page.getByRole('button', { name: /^Restricted \d+ restricted domains/ }).first()
  await expect(run).toHaveAttribute('aria-expanded', 'false')
  await run.press('Enter')
  for (const domain of domains)
    await expect(page.getByRole('button', { name: `Undo: Restricted ${domain}` })).toBeVisible()

  // Who, what and when, by keyboard alone.
  const first = page.locator('.changes').first()
  await page.getByRole('button', { name: 'Act filter' }).press('Enter')
  await page.getByRole('textbox', { name: 'Find act' }).fill('Restricted')
  await page.getByRole('radio', { name: 'Restricted', exact: true }).press('Space')
  await expect(page).toHaveURL(/act=restricted-domains\.add/)
  await page.keyboard.press('Escape')
  await expect(first.locator('.change-words').first()).toContainText('Restricted')
  await page.getByRole('button', { name: 'Person filter' }).press('Enter')
  await page.getByRole('radio', { name: 'Meera Krishnan' }).press('Space')
  await expect(page).toHaveURL(/person=\d+/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Day filter' }).press('Enter')
  await page.getByRole('button', { name: 'Yesterday' }).press('Enter')
  await expect(page).toHaveURL(/from_date=/)
  await expect(page.getByRole('button', { name: /Restricted \d+ restricted domains/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(page).toHaveURL(/recent_changes\?by=everybody$/)

  const automatic = page.getByRole('region', { name: 'Automatic changes' })
  await automatic.getByRole('button', { name: 'Automatic changes' }).press('Enter')
  await expect(page).toHaveURL(/automatic=open/)
  await expect(automatic.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
