import { signIn, test, useTheme } from './fixtures.ts'
test('shots', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  for (const theme of ['light', 'dark'] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/marketing/duplicates')
    await useTheme(page, theme)
    await page.getByRole('button', { name: 'Merge' }).first().waitFor()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/dups-q-${theme}-1440.png` })
    await page.getByRole('button', { name: 'Merge' }).first().click()
    await page.getByText('can then be read').waitFor()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/dups-m-${theme}-1440.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.waitForTimeout(400)
    await page.screenshot({ path: `/tmp/dups-m-${theme}-390.png` })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForTimeout(400)
    await page.screenshot({ path: `/tmp/dups-q-${theme}-390.png` })
  }
})
