import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, pick, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'
import { startCopy } from '../server.ts'

/** A location service that knows one address, the one that these people come from. */
const startLocation = async () => {
  const service = createServer(({ url = '' }, response) =>
    response.end(JSON.stringify(url.endsWith('ip=203.0.113.9') ? { country_code: 'PT' } : {})),
  )
  await once(service.listen(0, '127.0.0.1'), 'listening')
  return { service, url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/where` }
}

/** Its people come from a place that the location service knows. */
const located = test.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture wants.
    async ({}, use) => {
      const { service, url } = await startLocation()
      const settings = { LOCATION_URL: url, LOCATION_TOKEN: 'location-token', TRUST_PROXY: '1' }
      const server = await startCopy(process.env['E2E_DEMO'] ?? '', settings)
      await use(server.url)
      await server.stop()
      service.close()
    },
    { scope: 'test', timeout: 300_000 },
  ],
})

const field = (page: Page, name: string) =>
  page.locator('.ant-select').filter({ has: page.getByRole('combobox', { name }) })

const choose = async (page: Page, country: string) => {
  await page.getByRole('combobox', { name: 'Country' }).fill(country)
  await page.keyboard.press('Enter')
  await expect(field(page, 'Country')).toContainText(country)
}

located(
  'the country where somebody is stands in the form with its calling code, and gives way to what is known and to what they choose @slow',
  async ({ page }) => {
    const mark = newMark()
    // Over plain http nobody from elsewhere signs in.
    await signIn(page, 'manager@halden.example')
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
    const call = callerOf(page)
    const office = { email: `office@${mark}.example`, company: `Works ${mark}`, country: 'DE' }
    await call('POST', '/marketing/add_leads', { name: 'Uwe Schäfer', ...office })

    await page.goto('/marketing/add_leads')
    await expect(field(page, 'Country')).toContainText('Portugal')
    await expect(field(page, 'Calling code')).toContainText('+351')
    await expect(page.getByText('The country is where you are')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Nora Hansen')
    await page.getByRole('textbox', { name: /^Email/ }).fill(`nora@${mark}.example`)
    await page.keyboard.press('Tab')
    await expect(field(page, 'Country')).toContainText('Germany')
    await expect(field(page, 'Calling code')).toContainText('+49')

    await choose(page, 'Norway')
    await expect(field(page, 'Calling code')).toContainText('+47')
    await page.getByRole('textbox', { name: 'Phone' }).fill('22 12 34 56')
    await choose(page, 'Sweden')
    await expect(field(page, 'Calling code')).toContainText('+47')
    await page.getByRole('button', { name: /^Add lead/ }).click()
    await expect(page.getByText(/added, no\./)).toBeVisible()
    const { data } = await call('GET', `/marketing/marketing_leads_list?search=nora@${mark}`)
    expect(data).toMatchObject([{ country: 'SE', phone: '+4722123456' }])
  },
)

test('staff add a lead; what is missing is named, and what was typed stays over a reload', async ({ page }) => {
  await signIn(page, 'manager@meridian.example')
  await page.goto('/marketing/add_leads')
  await page.getByLabel('Name', { exact: true }).fill('Nora Hansen')
  await page.getByRole('button', { name: /^Add lead/ }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /^E-?mail/ }).fill('nora@fjordpumps.example')
  await page.getByRole('textbox', { name: /^Company/ }).fill('Fjord Pumps')
  await page.getByRole('button', { name: /^Add lead/ }).click()
  await expect(page.getByText(/Lead added|added/i).first()).toBeVisible()
})

test('a calling code that the list of countries lacks is asked for, and a refusal that names it serves too @slow', async ({
  page,
}) => {
  await page.route('**/marketing/country-calling-code/AQ', (route) =>
    route.fulfill({ status: 404, json: { success: false, message: 'Country not found', calling_code: '672' } }),
  )
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/add_leads')

  await page.getByRole('combobox', { name: 'Country' }).fill('Antarctica')
  await pick(page, 'Antarctica')
  await expect(page.locator('.calling-code')).toContainText('+672')
})

test('after a failed save each field is looked at again as it changes @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/add_leads')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const fault = page.locator('.ant-form-item-explain-error').filter({ hasText: /name/i })
  await expect(name).toBeVisible()
  await page.getByRole('button', { name: 'Add lead', exact: true }).click()
  await expect(fault).toBeVisible()
  await name.fill('Yuki')
  await expect(fault).toHaveCount(0)
})
