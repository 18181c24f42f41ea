import { expect, expectAccessibleInThemes, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'

test('what each source is worth is told in words and figures, and each figure opens the leads that it counted', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/marketing_leads_list')
  await page.getByRole('button', { name: 'Sources' }).click()
  const panel = page.getByRole('dialog', { name: 'Sources' })
  await expect(panel.getByText(/came in, most from/)).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  const valid = panel.getByRole('link', { name: /^Phone, valid/ })
  const count = await valid.innerText()
  await valid.click()
  await expect(page).toHaveURL(/source=phone/)
  await expect(page).toHaveURL(/status=valid/)
  await expect(panel).toHaveCount(0)
  await expect(page.locator('.list-total')).toHaveText(`${count} total`)
})
