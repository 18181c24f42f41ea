import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'
import { tabTo } from '../content/writing.ts'

const ADMIN = 'admin@halden.example'

/** Answers to what is asked for by these words come late. */
const searchesTakeTime = (page: Page, word: string) =>
  page.route(
    (url) => url.searchParams.toString().includes(word),
    async (route) => {
      await page.waitForTimeout(700)
      await route.continue()
    },
  )

test('Enter chooses what is found for the text as it stands, however soon it is pressed', async ({ page }) => {
  await signIn(page, ADMIN)
  const mark = newMark()
  for (const name of [`Nora ${mark}`, `Zoe ${mark}`]) await callerOf(page)('POST', '/marketing/authors', { name })
  await page.goto('/marketing/blog_listing?post=new')
  const authors = page.getByRole('combobox', { name: 'Authors' })
  const chosen = page.locator('.ant-select', { has: authors }).locator('.ant-select-selection-item')
  await tabTo(page, authors)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeAttached()

  await searchesTakeTime(page, mark)
  await page.keyboard.type(`Zoe ${mark}`)
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveText([`Zoe ${mark}`])

  // Another key calls it off.
  await page.keyboard.type(`Nora ${mark}`)
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(page.getByRole('option', { name: `Nora ${mark}` })).toHaveCount(1)
  await expect(chosen).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveText([`Zoe ${mark}`, `Nora ${mark}`])
})

test('Tab leaves a text of one’s own as it was typed while products are sought', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/marketing/add_leads')
  const product = page.getByRole('combobox', { name: 'Product' }).first()
  await expect(product).toBeVisible()
  await tabTo(page, product)
  await searchesTakeTime(page, 'pump')
  await page.keyboard.type('pump of our own make')
  await page.keyboard.press('Tab')
  await expect(product).not.toBeFocused()
  await expect(product).toHaveValue('pump of our own make')
})
