import { expect, personAt, signIn, test } from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

test('home, the list and “next” have one order, the most urgent first', async ({ page }) => {
  await signIn(page, 'qa@halden.example')
  await page.goto('/')
  const queue = page.getByRole('region', { name: 'Next in your queue' })
  const first = await queue.locator('.queue-row strong').first().innerText()
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  const name = page.getByRole('dialog').locator('.lead-name').first()
  await expect(name).toHaveText(first)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-row-key]').first()).toContainText(first)
  await expect(page.getByText('Most urgent first')).toBeVisible()
})

test('a lead that was started and validated by one chord is open again after one Undo, as it was', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@halden.example')
  const mark = await addLeadsOf(manager, 'qa@halden', 2)
  const page = await personAt(browser, 'qa@halden.example')
  await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
  const desk = page.getByRole('dialog').first()
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  const name = await desk.locator('.lead-name').first().innerText()
  const id = Number(new URL(page.url()).searchParams.get('lead'))
  const lead = async () => (await callerOf(manager)('GET', `/marketing/lead/${id}`)).data
  const { clock } = await lead()

  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Validated ${name}`, { exact: true })).toBeVisible()
  expect((await lead()).status).toBe('valid')
  await page.keyboard.press('z')

  await expect(page).toHaveURL(new RegExp(`lead=${id}`))
  await expect(desk.locator('.lead-name').first()).toHaveText(name)
  await expect(desk.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  expect(await lead()).toMatchObject({ status: 'assigned', clock: { state: 'running', due_at: clock.due_at } })
})

test('a card of Assigned Leads has three lines and ends with its time left', async ({ page }) => {
  await signIn(page, 'qa@halden.example')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/marketing/assigned_leads?view=all')
  const card = page.locator('.card-row[data-row-key]').first()
  await expect(card.locator('.card-end')).toHaveText(/over$|left$/)
  await expect(card.locator('.card-line')).toHaveCount(2)
  await expect(card.locator('.card-facts')).toHaveCount(0)
})
