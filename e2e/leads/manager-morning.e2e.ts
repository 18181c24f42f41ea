import { expect, expectAccessible, heading, rows, signIn, test } from '../fixtures.ts'

test('a manager opens the most urgent leads, reads one and comes home in 6 keys and no click', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await page.goto('/')
  const now = page.getByRole('region', { name: 'Do now' })
  const first = now.getByRole('listitem').first()
  await expect(first.getByRole('button')).toBeEnabled()
  await expect(page.getByText(/\d+ leads? waits?/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Team today' }).getByRole('rowheader').first()).toBeVisible()
  await expect(page.getByText(/Working time, targets? /)).toBeVisible()
  await expectAccessible(page)
  const number = await first.getByRole('link').innerText()

  await press('1')
  await expect(page.locator('.list-total')).toHaveText(new RegExp(`^${number} total$`))
  await press('j')
  await press('Enter')
  const name = page.getByRole('dialog').locator('.lead-name').first()
  await expect(name).toHaveText(/\w/)
  await expect(rows(page).first()).toContainText(await name.innerText())
  await press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press('g')
  await press('d')
  await expect(heading(page, /^Good/)).toBeVisible()
  await expect(first.getByRole('button')).toBeEnabled()
  expect(keys).toBeLessThanOrEqual(6)
})
