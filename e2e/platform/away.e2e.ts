import { expect, expectAccessible, heading, signIn, test, THEMES, followTheme } from '../fixtures.ts'

test('without the server the page says so, keeps its rows, and retries automatically', async ({ page, context }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/marketing_leads_list')
  await expect(heading(page, 'Leads')).toBeVisible()
  const first = page.locator('[data-row-key]').first()
  const row = await first.getAttribute('data-row-key')
  const told = page.getByRole('status', { name: 'Connection' })

  await context.setOffline(true)
  await expect(told).toContainText('Can’t reach the server')
  await expect(first).toHaveAttribute('data-row-key', row ?? '')
  for (const theme of THEMES) {
    await followTheme(page, theme)
    await expectAccessible(page)
  }
  await context.setOffline(false)
  await expect(told).toBeEmpty()

  // It accepts calls and answers none.
  await page.route(/\/(marketing|health)\//, () => new Promise(() => undefined))
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(told).toContainText('Can’t reach the server')
  await told.getByRole('button', { name: 'Retry now' }).click()
  await expect(told).toContainText('Can’t reach the server')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(told).toBeEmpty()
  await expect(first).not.toHaveAttribute('data-row-key', row ?? '')
})
