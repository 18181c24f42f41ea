import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
} from '../fixtures.ts'

test('home tells how leads do, in a picture and as a table, and each number opens the leads that it counted', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  await expect(heading(page, /^Good/)).toBeVisible()
  const funnel = page.getByRole('region', { name: 'Funnel' })
  await expect(funnel.getByRole('img', { name: /are valid and/ }).locator('svg')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInThemes(page)

  for (const card of ['Funnel', 'Validity by source', 'Top invalid reasons', 'Load per person']) {
    await page.goto('/')
    const region = page.getByRole('region', { name: card })
    await region.getByRole('button', { name: `${card}: show as table` }).click()
    await expectAccessible(page)
    const number = region.getByRole('link').last()
    const count = await number.innerText()
    await number.click()
    await expect(page.locator('.list-total')).toHaveText(`${count} total`)
  }
})

test('what is overdue or soon due is told first, and each tile opens as many rows as it tells @slow', async ({
  page,
}) => {
  test.slow()
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  const tiles = page.getByRole('list', { name: 'Do now' }).getByRole('link')
  await expect(tiles.first()).toBeVisible()
  const labels = await tiles.locator('.tile-label').allInnerTexts()
  expect(labels.slice(0, 4)).toEqual(['Overdue in QA', 'Overdue in sales', 'Due in QA', 'Due in sales'])
  expect(labels).toEqual(expect.arrayContaining(['Questions to QC', 'Mentions']))

  for (const at of labels.keys())
    await opensAsMany(page, async () => {
      await page.goto('/')
      await expect(tiles.nth(at).locator('.tile-number')).toHaveText(NUMBER)
      const told = await tiles.nth(at).locator('.tile-number').innerText()
      await tiles.nth(at).click()
      return told
    })
})

test('what came today and a week ago opens as many leads @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  const numbers = page.getByRole('region', { name: 'Received today' }).getByRole('link')
  await expect(numbers.first()).toBeVisible()

  const count = await numbers.count()
  for (let at = 0; at < count; at++)
    await opensAsMany(page, async () => {
      await page.goto('/')
      const told = await numbers.nth(at).innerText()
      await numbers.nth(at).click()
      return told
    })
})

const NUMBER = /^\d[\d,]*$/

/** Once more where the number has changed on the way: leads become overdue, and find their people, at any moment. */
const opensAsMany = (page: Page, open: () => Promise<string>) =>
  expect(async () => {
    const told = await open()
    if (page.url().includes('view=mentions')) await expect(page.locator('.notes > li')).toHaveCount(Number(told))
    else await expect(page.locator('.list-total, .qc-count')).toHaveText(new RegExp(`^${told} (total|questions?)$`))
  }).toPass({ timeout: 90_000 })

test('the days of the page are in its address, and say which leads are counted @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  const funnel = page.getByRole('region', { name: 'Funnel' })
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/from_date=.*to_date=/)
  await funnel.getByRole('button', { name: /show as table/ }).click()
  const received = funnel.getByRole('link', { name: /^Received/ })
  const count = await received.innerText()
  await received.click()
  await expect(page).toHaveURL(/from_date=/)
  await expect(page.locator('.list-total')).toHaveText(`${count} total`)
})

test('a rep sees their own figures and no others', async ({ page }) => {
  await signIn(page, 'rep@halden.example')
  await page.goto('/')
  const own = page.getByRole('region', { name: 'Your first response' })
  await expect(own.getByText('≈')).toHaveCount(2)
  await expect(page.locator('.panel')).toHaveCount(1)
  await expectAccessible(page)
  const won = own.getByRole('link', { name: /won/ })
  const count = await won.innerText()
  await won.click()
  await expect(page.locator('.list-total')).toHaveText(`${count} total`)
})
