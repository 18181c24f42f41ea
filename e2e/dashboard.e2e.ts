import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
} from './fixtures.ts'

test('home tells how leads do, in a picture and as a table, and each number opens the leads that it counted', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  await expect(heading(page, /^Good/)).toBeVisible()
  const funnel = page.getByRole('region', { name: 'How far leads have come' })
  await expect(funnel.getByRole('img', { name: /are valid by now/ }).locator('svg')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInThemes(page)

  for (const card of ['How far leads have come', 'Validity by source', 'Top invalid reasons', 'Load per person']) {
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

test('what is overdue or soon due is told first, and each number opens its leads', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  for (const tile of ['Overdue in QA', 'Overdue in sales', 'Due within the hour']) {
    await page.goto('/')
    const number = page.getByRole('link', { name: tile }).locator('.tile-number')
    await expect(number).toHaveText(/^[\d,]+$/)
    const count = await number.innerText()
    await number.click()
    await expect(page).toHaveURL(/view=(overdue|due-soon)/)
    await expect(page.locator('.list-total')).toHaveText(`${count} total`)
  }
})

test('the days of the page are in its address, and say which leads are counted', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/')
  const funnel = page.getByRole('region', { name: 'How far leads have come' })
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
