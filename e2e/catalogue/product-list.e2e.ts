import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  personAt,
  signIn,
  test,
} from '../fixtures.ts'
import { addLeadsOf, callerOf, newMark } from '../leads-of.ts'

test('what people ask for is read, opened as leads, and unknown names are mapped, by keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/marketing/marketing_leads_list')
  await expect(heading(page, 'Leads')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await expect(heading(page, 'Product List')).toBeVisible()
  const rows = page.getByRole('table', { name: 'products' }).getByRole('row')
  await expect(rows.nth(1).getByRole('img', { name: /Leads in the last 13 weeks/ })).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Typical quantity')).toBeVisible()
  await expectAccessible(page)
  const asked = drawer.getByRole('link', { name: /leads in 90 days/ })
  const count = Number.parseInt((await asked.textContent()) ?? '', 10)
  await page.keyboard.press('l')
  await expect(heading(page, 'Leads')).toBeVisible()
  await expect(page.getByText(`${count} total`)).toBeVisible()

  await page.goto('/marketing/product_listing?tab=unknown')
  const call = callerOf(page)
  const { data: names } = await call('GET', '/marketing/unknown_products?pageSize=20')
  const [first, second] = names
  const row = page.getByRole('row').filter({ hasText: first.text })
  await expect(row).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.keyboard.press('j')
  await page.keyboard.press('1')
  await expect(row.getByText(first.suggestions[0].product.name)).toBeVisible()
  await expect(row.getByText('The name is remembered.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: second.text })).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.getByRole('row').filter({ hasText: second.text }).getByText('Ignored')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('row').filter({ hasText: second.text }).getByText('Ignored')).toBeHidden()
  await page.keyboard.press('z')
  await expect(row.getByText('The name is remembered.')).toBeHidden()
})

test('the product that an unknown name means is taken into the verdict by one key @slow', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 1, newMark(), { asksFor: 'HP-3001, the newest one' })
  const { data: leads } = await callerOf(manager)('GET', `/marketing/assigned_leads?search=${mark}`)
  const lead = leads[0]
  const page = await personAt(browser, 'qa@halden.example')
  await page.goto(`/marketing/assigned_leads?view=all&lead=${lead.id}`)
  const suggestion = page.locator('.suggested-product')
  await expect(suggestion).toBeVisible()
  const line = page.locator('.product-line').filter({ has: suggestion }).getByRole('combobox')
  const label = (await line.getAttribute('aria-label')) ?? ''
  const name = ((await suggestion.getByRole('button').textContent()) ?? '').replace(/\s*U$/, '').trim()
  await expectAccessible(page)
  await page.getByRole('heading', { level: 2, name: lead.name }).focus()
  await page.keyboard.press('u')
  await expect(page.getByRole('combobox', { name: label, exact: true })).toHaveValue(name)
  await expect(suggestion).toBeHidden()
})
