import { expect, test } from '../fixtures.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript the form names a mistake beside its field, keeps what was typed, and is sent', async ({
  page,
}) => {
  await page.goto('/intake/halden-demo/enquiry?utm_source=fair')
  await page.waitForTimeout(1_600) // a person needs a moment to fill a form in
  await page.getByLabel('Company').fill('Ruiz & Labs')
  await page.getByLabel('Work email').fill('ana.ruiz@')
  await page.getByLabel(/^Country/).selectOption('ES')
  await page.getByRole('button', { name: 'Send enquiry' }).click()

  await expect(page.getByRole('alert')).toHaveText('This was not sent. Correct the 2 marked fields and send it again.')
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter the name')
  await expect(page.getByLabel('Work email')).toHaveAccessibleDescription(/^Enter an email address like/)
  await expect(page.getByLabel('Company')).toHaveValue('Ruiz & Labs')
  await expect(page.getByLabel(/^Country/)).toHaveValue('ES')

  await page.getByLabel('Name').fill('Ana Ruiz')
  await page.getByLabel('Work email').fill('ana.ruiz@ruizlabs.example')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page.getByRole('status')).toHaveText(/^Thank you\. We received your enquiry .* Your reference is \d+\.$/)

  await page.getByRole('link', { name: 'Send another' }).click()
  await expect(page).toHaveURL(/\/intake\/halden-demo\/enquiry\?utm_source=fair$/)
  await expect(page.getByLabel('Name')).toHaveValue('')
})
