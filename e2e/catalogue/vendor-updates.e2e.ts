import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  rows,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf } from '../leads-of.ts'

const SCREEN = '/marketing/vendor_data_update_listing'

/** Requests of a vendor that no other test knows, each about a product of its own; the brand of every fifth has changed since. */
const addRequests = async (page: Page, count: number) => {
  const call = callerOf(page)
  const vendor = `Vendor ${Date.now().toString(36)}`
  const requests: { id: number; product: number }[] = []
  for (let at = 0; at < count; at++) {
    const code = `${vendor.slice(7)}-${at}`
    const product = { name: `Pump ${code}`, code, brand: 'Corvane', description: 'Air pump for acids.' }
    const { data: made } = await call('POST', '/marketing/add_master_product', product)
    const fields = {
      description: 'Air pump for acids and slurries.',
      brand: 'Corvane ProLine',
      name: `Pump ${code} PL`,
    }
    const { data } = await call('POST', '/marketing/add_vendor_update', {
      product_id: made.id,
      vendor_name: vendor,
      fields,
    })
    if (at % 5 === 0) await call('PUT', `/marketing/master_products/${made.id}`, { brand: 'Corvane AB' })
    requests.push({ id: data.id, product: made.id })
  }
  return { vendor, requests: requests.reverse() }
}

test('twenty requests are decided by keyboard alone, one is undone', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(SCREEN)
  await expect(heading(page, 'Vendor Data Update List')).toBeVisible()
  const { vendor, requests } = await addRequests(page, 20)
  await page.goto(`${SCREEN}?view=pending&status=pending&search=${encodeURIComponent(vendor)}`)
  await keepUndo(page)
  await expect(page.getByText('20 total')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')

  await test.step('nothing is sent before a field is approved, and a rejection takes its reason', async () => {
    await expect(drawer.getByText(`Update ${requests[0]?.id}`)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(drawer.getByText('Choose at least one field to approve.')).toBeVisible()
    await page.keyboard.press('r')
    await expect(drawer.getByRole('textbox', { name: 'Reason to reject Description' })).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(drawer.getByRole('alert')).toHaveText('Say why, so that the vendor can answer.')
    await page.keyboard.type('We wrote it')
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('0 approve')).toBeVisible()
    await expectAccessible(page)
  })

  for (const [at, { id }] of requests.entries()) {
    await expect(drawer.getByText(`Update ${id}`)).toBeVisible()
    await page.keyboard.press('Shift+A')
    if (at % 5 === 4) {
      await expect(drawer.getByText('Changed since this request.')).toBeVisible()
      await page.keyboard.press(at === 4 ? '1' : '2')
    }
    await expect(drawer.getByText('0 open')).toBeVisible()
    await page.keyboard.press('Control+Enter')
  }
  await expect(drawer).toBeHidden()

  const call = callerOf(page)
  const readOf = async (at: number) => {
    const { data } = await call('GET', `/marketing/vendor_data_update/${requests[at]?.id}`)
    return data.rows.map(
      ({ decision, reason, applied_text }: Record<string, string>) => reason ?? applied_text ?? decision,
    )
  }
  await expect
    .poll(() =>
      call('GET', `/marketing/vendor-data-update-list?searchText=${encodeURIComponent(vendor)}&status=approved`).then(
        ({ pagination }) => pagination.total,
      ),
    )
    .toBe(20)
  const name = (at: number) => `Pump ${vendor.slice(7)}-${19 - at} PL`
  expect(await readOf(0)).toEqual(['We wrote it', 'Corvane ProLine', name(0)])
  expect(await readOf(4)).toEqual(['Air pump for acids and slurries.', 'The current value is newer', name(4)])
  expect(await readOf(9)).toEqual(['Air pump for acids and slurries.', 'Corvane ProLine', name(9)])

  await page.keyboard.press('z')
  await expect(page.getByText(/^Undid “Approved 3 fields/)).toBeVisible()
  expect((await call('GET', `/marketing/vendor_data_update/${requests[19]?.id}`)).data.status).toBe('pending')
})

test('on a phone a field is a card that two thumbs decide on; a vendor answers a question by its link', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(SCREEN)
  const { vendor, requests } = await addRequests(page, 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${SCREEN}?view=pending&status=pending&search=${encodeURIComponent(vendor)}`)
  await page.getByText(/^Pump/).first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Field 1 of 3')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  for (let at = 0; at < 3; at++) await drawer.getByRole('button', { name: 'Approve', exact: true }).last().click()
  await drawer.getByRole('button', { name: /^Submit and next/ }).click()
  await expect(drawer.getByText(`Update ${requests[1]?.id}`)).toBeVisible()

  const call = callerOf(page)
  const question = { id: requests[1]?.id, status: 'needs_info', reason: 'Which data sheet?' }
  const { data } = await call('POST', '/marketing/update-vendor-data-status', question)
  const outside = await browser.newContext()
  const form = await outside.newPage()
  await form.goto(new URL(data.link).pathname)
  await expect(form.getByText('Which data sheet?')).toBeVisible()
  await expectAccessible(form)
  await form.getByLabel('Description').fill('Air pump for acids and hot slurries.')
  await form.getByRole('button', { name: 'Send changes' }).click()
  await expect(form.getByRole('status')).toContainText('Thank you.')
  await outside.close()
  const { data: answered } = await call('GET', `/marketing/vendor_data_update/${requests[1]?.id}`)
  expect(answered).toMatchObject({ status: 'pending' })
  expect(answered.rows[0].requested_text).toBe('Air pump for acids and hot slurries.')
})

test('links of vendors are listed, revoked, given back and made again by keyboard alone @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(SCREEN)
  await keepUndo(page)
  const call = callerOf(page)
  const vendor = `Vendor ${Date.now().toString(36)}`
  const product = { name: `Pump of ${vendor}`, code: vendor.slice(7) }
  const { data: made } = await call('POST', '/marketing/add_master_product', product)
  const ask = { vendor_name: vendor, product_ids: [made.id], fields: ['brand', 'gtin'], message: 'From your catalogue' }
  const { data: link } = await call('POST', '/marketing/ask_vendor', ask)
  const opens = async () => (await page.request.get(new URL(link.link).pathname)).status()
  expect(await opens()).toBe(200)

  await page.goto(SCREEN)
  await page.getByRole('link', { name: /^Links/ }).press('Enter')
  await page.getByRole('searchbox', { name: 'Search vendors' }).fill(vendor)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`Pump of ${vendor}`)
  await expect(rows(page)).toContainText('Brand, GTIN')
  await expect(rows(page)).toContainText('Opened')
  await expectAccessibleInThemes(page)
  await page.getByRole('button', { name: `Revoke the link of ${vendor}` }).press('Enter')
  await expect(rows(page)).toContainText('Revoked')
  expect(await opens()).toBe(404)
  await page.getByRole('button', { name: /^Undo/ }).first().press('Enter')
  await expect(rows(page)).toContainText('Opened')
  expect(await opens()).toBe(200)

  await page.getByRole('button', { name: `Ask again, ${vendor}` }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Ask a vendor' })
  await expect(form.getByText(`About Pump of ${vendor}.`)).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Message/ })).toHaveValue('From your catalogue')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create link' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Send this link to the vendor' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(rows(page)).toHaveCount(2)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
