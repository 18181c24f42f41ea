import { expect, expectAccessible, expectNoSidewaysScroll, heading, personAt, test } from '../fixtures.ts'

test('a company registers through the form, is pending on its own list, and is validated there in one act', async ({
  page,
  browser,
}) => {
  const name = `Ines Duarte ${Date.now()}`
  await page.goto('/intake/halden-demo/registration')
  await expect(heading(page, 'Register your company')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Work email').fill('ines@portolabs.example')
  await page.getByLabel(/^Country/).selectOption('PT')
  await page.getByLabel(/^You are/).selectOption('reseller')
  await page.waitForTimeout(1_600)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByLabel('Company')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Company').fill('Porto Labs')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status')).toContainText('We received your registration')

  const manager = await personAt(browser, 'manager@halden.example')
  await manager.goto(`/marketing/registration_leads?search=${encodeURIComponent(name)}`)
  const row = manager.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Porto Labs')
  await expect(row).toContainText('Reseller')
  await expectAccessible(manager)
  await expectNoSidewaysScroll(manager)
  await row.click()
  const drawer = manager.getByRole('dialog')
  const takeOver = drawer.getByRole('button', { name: 'Take over' })
  const validate = drawer.getByRole('button', { name: /Validate and next/ })
  await expect(takeOver.or(validate).first()).toBeVisible()
  if (await takeOver.isVisible()) await takeOver.click()
  await expect(validate).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Add product' })).toHaveCount(0)
  await expectAccessible(manager)
  await manager.keyboard.press('Control+Enter')
  // Nobody wrote a message that could be read.
  await expect(
    drawer.getByText('Answer Yes to “Not a pitch, job seeker, student or competitor”, or mark the lead invalid'),
  ).toBeVisible()
  await expect(drawer.getByText('There is no message')).toBeVisible()
  await manager.keyboard.press('Space')
  await manager.keyboard.press('Control+Enter')
  await expect(manager.getByText(`Validated ${name}`)).toBeVisible()
  await manager.goto(`/marketing/registration_leads?search=${encodeURIComponent(name)}`)
  await expect(manager.getByRole('row').filter({ hasText: name })).toContainText('Valid')
  await manager.goto(`/marketing/valid_leads?search=${encodeURIComponent(name)}`)
  await expect(manager.getByText(/No leads match/)).toBeVisible()
})
