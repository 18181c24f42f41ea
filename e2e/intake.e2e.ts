import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

test('somebody sends the public form and gets a reference; what is missing is named beside its field', async ({
  page,
}) => {
  await page.goto('/intake/halden-demo/enquiry')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.waitForTimeout(1_600) // a person needs a moment to fill a form in

  await page.getByLabel('Name').fill('Ana Ruiz')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByLabel('Work e-mail')).toBeFocused()
  await expect(page.getByLabel('Work e-mail')).toHaveAccessibleDescription('Enter an e-mail address or a phone number')

  await page.getByLabel('Work e-mail').fill('ana.ruiz@ruizlabs.example')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('status')).toContainText('Thank you. We have your enquiry')
  await expect(page.getByRole('status')).toContainText(/reference is \d+/)
})

test('an unknown form key is told plainly', async ({ page }) => {
  const answer = await page.goto('/intake/no-such-form/enquiry')
  expect(answer?.status()).toBe(404)
})
