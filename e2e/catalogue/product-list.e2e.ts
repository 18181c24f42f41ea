import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  followTheme,
  heading,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf } from '../leads-of.ts'

const SHOTS = process.env['SHOTS']
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
  if (SHOTS) await shots(page, 'list')
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Usual quantity')).toBeVisible()
  if (SHOTS) await shots(page, 'drawer')
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
  if (SHOTS) return shots(page, 'unknown')
  await page.keyboard.press('s')
  await expect(page.getByRole('row').filter({ hasText: second.text }).getByText('Ignored')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('row').filter({ hasText: second.text }).getByText('Ignored')).toBeHidden()
  await page.keyboard.press('z')
  await expect(row.getByText('The name is remembered.')).toBeHidden()
})

const shots = async (page: any, name: string) => {
  for (const theme of ['light', 'dark'] as const) {
    await followTheme(page, theme)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(500)
      await page.screenshot({ path: `/tmp/h2-${name}-${theme}-${width}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await followTheme(page, 'light')
}
