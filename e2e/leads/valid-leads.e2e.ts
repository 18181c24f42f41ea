import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  personAt,
  pick,
  signIn,
  test,
  THEMES,
  useTheme,
} from '../fixtures.ts'
import { addValidLeadsOf, newMark } from '../leads-of.ts'

test('a rep takes an enquiry further in its row, and says why one is lost; the validated details stand beside what was sent', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = newMark()
  await addValidLeadsOf(page, 'rep@halden', 1, mark)
  await signIn(page, 'rep@halden.example')
  await page.goto(`/marketing/valid_leads?search=${mark}`)
  await expect(heading(page, 'Valid Leads')).toBeVisible()
  const first = page.locator('[data-row-key]').first()
  await expect(first).toBeVisible()
  const id = await first.getAttribute('data-row-key')
  const enquiry = page.locator(`[data-row-key="${id}"]`).getByRole('combobox')
  await expectAccessible(page)

  await enquiry.click()
  await pick(page, 'Contacted')
  await expect(page.getByText(/^Marked .* as contacted$/).first()).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText(/^Undid “Marked .* as contacted”$/)).toBeVisible()
  await enquiry.click()
  const stored = page.waitForResponse('**/marketing/update_enquiry_status')
  await pick(page, 'Contacted')
  await stored
  await page.goto(`/marketing/valid_leads?search=${mark}&lead=${id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Validated details' })).toBeVisible()
  await expect(drawer.locator('.sales-status')).toContainText('Contacted')
  await expectAccessible(page)

  await page.keyboard.press('4')
  const box = drawer.getByRole('group', { name: 'Lost' })
  await expect(box.getByRole('combobox', { name: 'Why was it lost?' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(box.getByRole('alert')).toHaveText('Choose why it was lost')
  await box.getByRole('combobox').click()
  await pick(page, 'No reply')
  await drawer.getByRole('button', { name: /^Save and next/ }).click()
  await expect(page.getByText(/^Marked .* as lost$/).first()).toBeVisible()
  await expect(drawer.locator('.sales-status')).toContainText('no reply')

  // In its row one is asked in a dialog.
  await page.goto(`/marketing/valid_leads?search=${mark}`)
  await enquiry.click()
  await pick(page, 'Contacted')
  await expect(page.getByText(/^Marked .* as contacted$/).first()).toBeVisible()
  await enquiry.click()
  await pick(page, 'Nurture')
  const dialog = page.getByRole('dialog').filter({ hasText: 'come back' })
  await expect(dialog.getByRole('combobox', { name: /On/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Mark as nurture' }).click()
  await expect(dialog.getByText('Choose a day').first()).toBeVisible()
  await expectAccessible(page)
})

test('where reps are to accept their leads, opening one accepts it, which its history and its reason tell @slow', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration')
  await page.getByRole('link', { name: 'Lead routing' }).click()
  await page.getByRole('combobox', { name: 'Reps accept their leads' }).click()
  await pick(page, 'After 4 h')
  await expect(page.getByText('Setting saved')).toBeVisible()

  const [id] = await addValidLeadsOf(page, 'rep@halden', 1)

  const theirs = await personAt(browser, 'rep@halden.example')
  // The server is busy when it is first told.
  const busy = { success: false, message: 'The server is busy. Try again in a few seconds.', code: 'unavailable' }
  await theirs.route('**/marketing/accept_lead', (route) => route.fulfill({ status: 503, json: busy }), { times: 1 })
  await theirs.goto(`/marketing/valid_leads?lead=${id}`)
  const drawer = theirs.getByRole('dialog').first()
  await expect(drawer.getByText('accepted it')).toBeVisible()
  await drawer.getByRole('button', { name: 'Why me?' }).first().click()
  await expect(drawer.getByText(/^Accepted /)).toBeVisible()
  for (const theme of THEMES) {
    await useTheme(theirs, theme)
    await expect(drawer.getByText('accepted it')).toBeVisible()
    await drawer.getByRole('button', { name: 'Why me?' }).first().click()
    await expect(drawer.getByText(/^Accepted /)).toBeVisible()
    await expectAccessible(theirs)
  }
  await expectNoSidewaysScroll(theirs)
  await theirs.context().close()
})
