import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  signIn,
  test,
  untilSettled,
} from '../fixtures.ts'

const SCREEN = '/competitorInsight/PostListing'

test('posts are read, saved and marked by keyboard alone, and marks are undone', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(SCREEN)
  await keepUndo(page)
  const rows = page.getByRole('table', { name: 'posts' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  const unread = rows.filter({ has: page.getByRole('img', { name: 'Unread' }) })
  await expect(unread.first()).toBeVisible()
  const before = await unread.count()
  await page.keyboard.press('Shift+R')
  await expect(unread).toHaveCount(0)
  // The rows show it before the server has it; Undo stands there once it has.
  await expect(page.getByText(/^Marked \d+ posts? as read$/)).toBeVisible()
  await page.keyboard.press('z')
  await expect(unread).toHaveCount(before)

  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await expect(rows.first().getByText('Saved')).toBeVisible()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Nearest of ours' })).toBeVisible()
  await expectAccessible(page)
  const original = drawer.getByRole('link', { name: /Original/ })
  await expect(original).toHaveAttribute('target', '_blank')
  await expect(original).toHaveAttribute('rel', 'noopener noreferrer')
  await page.keyboard.press('t')
  await expect(drawer.getByRole('heading', { name: 'Topics' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(rows.first()).toBeFocused()
})

test('a gap is dismissed with a reason and comes back by undo @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto(`${SCREEN}?tab=summary`)
  await keepUndo(page)
  const gaps = page.getByRole('region', { name: 'They cover, we don’t' })
  const first = gaps.getByRole('link').first()
  await expect(first).toBeVisible()
  const topic = (await first.textContent()) ?? ''
  const gap = gaps.getByRole('link', { name: topic, exact: true })
  await untilSettled(page)
  await expectAccessibleInThemes(page)
  await gaps.getByRole('button', { name: `Dismiss ${topic}` }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('We do not sell sensors')
  await page.keyboard.press('Enter')
  await expect(gap).toBeHidden()
  await expect(gaps.getByText('1 dismissed gap')).toBeVisible()
  await expect(page.getByText(`Dismissed ${topic}`, { exact: true })).toBeVisible()
  await page.keyboard.press('z')
  await expect(gap).toBeVisible()
})

test('competitors, topics and alerts are accessible, and each figure of the summary opens its rows', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  for (const [tab, shown] of [
    ['competitors', 'Norden Pumps'],
    ['topics', 'Relief valves'],
    ['alerts', 'New posts about food grade'],
  ] as const) {
    await page.goto(`${SCREEN}?tab=${tab}`)
    await expect(page.getByText(shown).first()).toBeVisible()
    await untilSettled(page)
    await expectAccessibleInThemes(page)
    await expectNoSidewaysScroll(page)
  }
  await page.goto(`${SCREEN}?tab=summary`)
  const figures = page.getByRole('region', { name: 'Figures' }).getByRole('link')
  await expect(figures).toHaveCount(5)
  const posts = Number.parseInt((await figures.first().textContent()) ?? '', 10)
  await figures.first().click()
  await expect(page.getByText(`${posts} total`)).toBeVisible()
})

test('a company without competitors reads what to do first @slow', async ({ page }) => {
  await signIn(page, 'manager@meridian.example')
  await page.goto(SCREEN)
  await expect(page.getByText('Add a competitor’s site; its feed is found for you.')).toBeVisible()
  await page.getByRole('button', { name: 'Add competitor' }).click()
  await expect(page.getByRole('dialog', { name: 'Add competitor' })).toBeVisible()
})

test('on a phone posts are cards, and one opens over the whole screen', async ({ page }) => {
  const phone = { width: 390, height: 844 }
  await page.setViewportSize(phone)
  await signIn(page, 'manager@halden.example')
  for (const tab of ['', '?tab=competitors', '?tab=summary', '?tab=topics', '?tab=alerts']) {
    await page.goto(`${SCREEN}${tab}`)
    await expect(heading(page, 'Blog Post List')).toBeVisible()
    await untilSettled(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(phone)
  }
  await page.goto(SCREEN)
  await page.getByRole('list', { name: 'posts' }).getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(390)
})
