import { expect, expectAccessible, keepUndo, pick, signIn, test } from '../fixtures.ts'

test('what counts as a repeat and what becomes of a machine is set where the rules are told; the history takes it back @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await keepUndo(page)
  await page.goto('/marketing/configuration?section=checks')
  const days = page.getByRole('combobox', { name: 'Same person and company' })
  const row = page.getByRole('listitem').filter({ has: days })
  await expect(row.getByTitle('Within 90 days', { exact: true })).toBeVisible()

  await days.click()
  await pick(page, 'Within 30 days')
  await expect(page.getByText('Setting saved')).toBeVisible()
  await expect(row.getByTitle('Within 30 days')).toBeVisible()
  await page.goto('/marketing/duplicates')
  await expect(page.getByText(/name and company within 30 days/)).toBeVisible()

  await page.goto('/marketing/configuration?section=checks')
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('button', { name: 'Undo: Changed how enquiries are checked' }).first().click()
  await expect(row.getByTitle('Within 90 days', { exact: true })).toBeVisible()
})

test('links and words make a submission suspicious: set by keyboard beside what they would have found', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration?section=checks')
  await page.getByRole('button', { name: 'Change links and words' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Links and words' })
  const words = dialog.getByRole('combobox', { name: 'Words and phrases' })
  await expect(dialog.getByText('Submissions that these rules would have found appear here.')).toBeVisible()

  await words.focus()
  await page.keyboard.type('quote')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText(/\d+ of the [\d,]+ submissions of the last 30 days/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save rules' }).press('Enter')

  await expect(page.getByText('Now: 1 word, sent to QA with a warning.')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('button', { name: 'Undo: Changed how enquiries are checked' }).first().press('Enter')
  await expect(page.getByText('Nothing is checked now.')).toBeVisible()
  await page.getByRole('button', { name: 'Change links and words' }).press('Enter')
  await expect(dialog.getByText('Submissions that these rules would have found appear here.')).toBeVisible()
})
