import { expect, expectAccessible, personAt, signIn, test } from './fixtures.ts'
import { addLeadsOf } from './leads-of.ts'

test('a lead is put on hold by a key until a day, taken off again, and given back with a reason', async ({
  page: manager,
  browser,
}) => {
  await signIn(manager, 'manager@meridian.example')
  const mark = await addLeadsOf(manager, 'qa@meridian', 1)
  const page = await personAt(browser, 'qa@meridian.example')
  await page.goto(`/marketing/assigned_leads?search=${mark}`)
  await page.locator('[data-row-key]').first().click()
  const drawer = page.getByRole('dialog').first()
  await expect(drawer.getByRole('button', { name: /Validate and next/ })).toBeVisible()
  const name = (await drawer.locator('.lead-name').innerText()).trim()

  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog').filter({ hasText: `Put ${name} on hold` })
  await expect(dialog.getByRole('button', { name: 'Put on hold' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/^Why/).fill('Back after the holidays')
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByText(`${name} is on hold until`)).toBeVisible()
  await expect(drawer.getByText(/^On hold until/)).toBeVisible()
  await page.goto(`/marketing/assigned_leads?status=on_hold&search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText('On hold')
  await page.getByRole('row').filter({ hasText: name }).first().click()
  await expect(drawer.getByText(/^On hold until/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('h')
  await expect(page.getByText('Off hold', { exact: true })).toBeVisible()
  await expect(drawer.getByRole('button', { name: /Validate and next/ })).toBeVisible()

  await page.keyboard.press('r')
  const release = page.getByRole('dialog').filter({ hasText: `Release ${name}` })
  await expect(release.getByLabel('Why')).toBeFocused()
  await release.getByRole('button', { name: 'Release' }).click()
  await expect(release.getByText('Say why you give it back').first()).toBeVisible()
  await expectAccessible(page)
  await release.getByLabel('Why').fill('They write in Japanese')
  await release.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('r')
  await release.getByRole('button', { name: 'Continue it' }).click()
  await expect(release.getByLabel('Why')).toHaveValue('They write in Japanese')
  await release.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText(`${name} is unassigned again`)).toBeVisible()
})
