import { expect, expectAccessibleInThemes, heading, signIn, test } from '../fixtures.ts'

const PATH = '/marketing/sales_member_dashboard'

test('each number of a member opens the leads that it counted; members are sorted by the server and told as a file', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(PATH)
  await expect(heading(page, 'Sales Member Dashboard')).toBeVisible()
  await expect(page.getByRole('row', { name: /^All members/ })).toBeVisible()
  await expectAccessibleInThemes(page)

  for (const column of ['received', 'open', 'won', 'lost']) {
    await page.goto(`${PATH}?sort=name&order=asc`)
    const number = page.getByRole('link', { name: new RegExp(`, ${column}: `) }).first()
    const count = await number.innerText()
    await number.click()
    await expect(page).toHaveURL(/valid_leads.*sales_person=/)
    await expect(page.locator('.list-total')).toHaveText(`${count} total`)
  }

  await page.goto(PATH)
  await page.getByRole('button', { name: 'Won' }).click()
  await expect(page).toHaveURL(/sort=won/)
  const won = async () =>
    (await page.getByRole('link', { name: /^(?!All members).*, won: / }).allInnerTexts()).map(Number)
  await expect.poll(async () => isFalling(await won())).toBe(true)

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await file).suggestedFilename()).toBe('Sales members.csv')
  await expect(page.getByText(/^\d+ members exported$/)).toBeVisible()
})

const isFalling = (counts: readonly number[]) =>
  counts.length > 1 && counts.every((count, at) => at === 0 || count <= (counts[at - 1] ?? 0))

test('each total opens the leads of all members that it counted @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(PATH)
  const totals = page.getByRole('row', { name: /^All members/ }).getByRole('link')
  await expect(totals.first()).toBeVisible()
  const count = await totals.count()
  expect(count).toBeGreaterThan(2)
  for (let at = 0; at < count; at++) {
    await page.goto(PATH)
    const told = await totals.nth(at).innerText()
    await totals.nth(at).click()
    await expect(page).toHaveURL(/valid_leads.*sales_person=/)
    await expect(page.locator('.list-total')).toHaveText(`${told} total`)
  }
})

test('a search leaves the members that it finds, and their totals', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(PATH)
  await page.getByPlaceholder('Search name or email').fill('Hana')
  await expect(page.locator('.list-total')).toHaveText('1 total')
  const [member, all] = await page
    .getByRole('row')
    .filter({ hasText: /Hana|All members/ })
    .allInnerTexts()
  const numbers = (text = '') => text.match(/\d[\d,]*/g)?.slice(0, 3)
  expect(numbers(all)).toEqual(numbers(member?.replace(/rep\S*/g, '')))
})
