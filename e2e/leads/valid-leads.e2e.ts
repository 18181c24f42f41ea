import type { Page } from '@playwright/test'
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
import { addLeadsOf, callerOf, giveTo, idOf } from '../leads-of.ts'

/** A lead that was just found valid, so that nobody has contacted it yet. The page is a manager's. */
const addValidLead = async (page: Page): Promise<number> => {
  const call = callerOf(page)
  const mark = await addLeadsOf(page, 'manager@halden', 1)
  const { id } = (await call('GET', `/marketing/marketing_leads_list?search=${mark}`)).data[0]
  await call('POST', '/marketing/add_inprogress_status', { enquiryId: id, status: 'in-progress' })
  await call('POST', '/marketing/add_valid_status', { enquiryId: id, status: 'valid' })
  return id
}

test('a rep takes an enquiry further in its row, and says why one is lost; the validated details stand beside what was sent', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await giveTo(page, await addValidLead(page), await idOf(page, 'rep@halden'))
  await signIn(page, 'rep@halden.example')
  await page.goto('/marketing/valid_leads?enquiry_status=open')
  await expect(heading(page, 'Valid Leads')).toBeVisible()
  const first = page.locator('[data-row-key]').first()
  await expect(first).toBeVisible()
  const id = await first.getAttribute('data-row-key')
  const enquiry = page.locator(`[data-row-key="${id}"]`).getByRole('combobox')
  await expectAccessible(page)

  await enquiry.click()
  await pick(page, 'Contacted')
  await expect(page.getByText(/^Marked .* as contacted$/).first()).toBeVisible()
  await page.goto(`/marketing/valid_leads?lead=${id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Validated details' })).toBeVisible()
  await expect(drawer.locator('.enquiry-select')).toContainText('Contacted')
  await expectAccessible(page)

  await drawer.getByRole('combobox', { name: /^Enquiry of/ }).click()
  await pick(page, 'Lost')
  const dialog = page.getByRole('dialog').filter({ hasText: 'lost?' })
  await expect(dialog.getByRole('combobox', { name: /Reason/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(dialog.getByText('Choose why it was lost').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: /Reason/ }).click()
  await pick(page, 'No reply')
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByText(/^Marked .* as lost$/).first()).toBeVisible()
  await expect(drawer.locator('.enquiry-line')).toContainText('No reply')
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

  const id = await addValidLead(page)
  await giveTo(page, id, await idOf(page, 'rep@halden'))

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
