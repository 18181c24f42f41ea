import { expect, expectAccessible, heading, signIn, test } from './fixtures.ts'

test('a rep takes an enquiry further in its row, and says why one is lost; the validated details stand beside what was sent', async ({
  page,
}) => {
  await signIn(page, 'rep@halden.example')
  await page.goto('/marketing/valid_leads?enquiry_status=open')
  await expect(heading(page, 'Valid Leads')).toBeVisible()
  const first = page.locator('[data-row-key]').first()
  await expect(first).toBeVisible()
  const id = await first.getAttribute('data-row-key')
  const enquiry = page.locator(`[data-row-key="${id}"]`).getByRole('combobox')
  await expectAccessible(page)

  await enquiry.click()
  await page.getByTitle('Contacted').last().click()
  await page.goto(`/marketing/valid_leads?lead=${id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Validated details')).toBeVisible()
  await expect(drawer.locator('.enquiry-select')).toContainText('Contacted')
  await expectAccessible(page)

  await drawer.getByRole('combobox', { name: /^Enquiry of/ }).click()
  await page.getByTitle('Lost').last().click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'lost?' })
  await dialog.getByRole('button', { name: 'Mark lost' }).click()
  await expect(dialog.getByText('Choose why it was lost').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: /Reason/ }).click()
  await page.getByTitle('No reply').last().click()
  await dialog.getByRole('button', { name: 'Mark lost' }).click()
  await expect(page.getByText(/is lost$/).first()).toBeVisible()
  await expect(drawer.locator('.enquiry-line')).toContainText('No reply')
})
