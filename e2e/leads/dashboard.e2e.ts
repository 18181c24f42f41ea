import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  pick,
  signIn,
  test,
} from '../fixtures.ts'

test('a manager’s figures open the leads that they counted, as a chart and as a table', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  await expect(heading(page, /^Good/)).toBeVisible()
  const decisions = page.getByRole('region', { name: 'Decisions per day' })
  await expect(
    decisions
      .getByRole('img', { name: /are valid/ })
      .locator('svg')
      .first(),
  ).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInThemes(page)

  for (const card of ['Decisions per day', 'Funnel', 'Top invalid reasons']) {
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

test('the most urgent work comes first, and each number opens as many rows @slow', async ({ page }) => {
  test.slow()
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  const tasks = page.getByRole('region', { name: 'Do now' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  const tones = await tasks.locator('.task-number').evaluateAll((all) => all.map(({ className }) => className))
  const order = ['over', 'soon', 'plain']
  const places = tones.map((tone) => order.findIndex((each) => tone.endsWith(each)))
  expect(places).toEqual(places.toSorted())

  const words = await tasks.locator('strong').allInnerTexts()
  for (const each of words)
    await opensAsMany(page, async () => {
      await page.goto('/')
      const number = tasks.filter({ hasText: each }).locator('.task-number')
      const count = await number.innerText()
      await number.click()
      return count
    })
})

test('each number of the team and of the period opens as many leads @slow', async ({ page }) => {
  test.slow()
  await signIn(page, 'manager@halden.example')
  await page.goto('/?days=7')
  const numbers = page.getByRole('region', { name: 'Team today' }).getByRole('cell').getByRole('link')
  const figures = page
    .locator('.period-figures')
    .getByRole('link', { name: /^(Received|Decided|Won|Contacted first).*: / })
  await expect(figures).toHaveCount(4)
  const opens = async (number: ReturnType<typeof page.locator>) => {
    await page.goto('/?days=7')
    const name = (await number.getAttribute('aria-label')) ?? ''
    await number.click()
    return /([\d,]+) leads?$/.exec(name)?.[1] ?? name
  }
  for (let at = 0; at < 4; at++) await opensAsMany(page, () => opens(figures.nth(at)))
  await page.goto('/?days=7')
  await expect(numbers.first()).toBeVisible()
  const count = await numbers.count()
  for (let at = 0; at < count; at++) await opensAsMany(page, () => opens(numbers.nth(at)))
})

/** Once more where the number has changed on the way: leads become overdue, and find their people, at any moment. */
const opensAsMany = (page: Page, open: () => Promise<string>) =>
  expect(async () => {
    const told = await open()
    if (page.url().includes('view=mentions')) await expect(page.locator('.notes > li')).toHaveCount(Number(told))
    else await expect(page.locator('.list-total, .qc-count')).toHaveText(new RegExp(`^${told} (total|questions?)$`))
  }).toPass({ timeout: 90_000 })

test('the period of the page is in its address, and says which leads are counted @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  const funnel = page.getByRole('region', { name: 'Funnel' })
  await expect(page.getByText(/in the 30 days before/).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).click()
  await pick(page, 'Last 7 days')
  await expect(page).toHaveURL(/days=7/)
  await expect(page.getByText(/in the 7 days before/).first()).toBeVisible()
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
  const steps = page.getByRole('region', { name: 'Your open leads' })
  await expect(page.getByText('Your conversion')).toBeVisible()
  const names = await page.locator('.panel h2').allInnerTexts()
  expect(names).toEqual(['Contact now', 'Follow-ups', 'Your open leads'])
  await expectAccessible(page)
  const quoted = steps.getByRole('link', { name: /^Quoted: / })
  const count = await quoted.innerText()
  await quoted.click()
  await expect(page.locator('.list-total')).toHaveText(`${count} total`)
})
