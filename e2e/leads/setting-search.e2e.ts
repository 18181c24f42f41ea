import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

test('a setting is found by its words with the keyboard, and takes the focus', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/configuration')
  const search = page.getByRole('textbox', { name: 'Find a setting' })
  const found = page.getByRole('list', { name: 'Settings found' }).getByRole('link')
  await search.focus()
  await page.keyboard.type('too man')
  await expect(found).toHaveText([/^Too many at once/])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Too many at once' })).toBeFocused()
})

test('every setting that can be found has a heading in its section @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/marketing/configuration')
  const search = page.getByRole('textbox', { name: 'Find a setting' })
  const found = page.getByRole('list', { name: 'Settings found' }).getByRole('link')
  const sections = page.getByRole('navigation', { name: 'Configuration sections' }).getByRole('link')
  await expect(sections.first()).toBeVisible()
  for (const section of await sections.allInnerTexts()) {
    if (section === 'Permissions') continue
    await search.fill(section)
    await expect(found.first()).toBeVisible()
    const paths = await found.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const path of paths) {
      const name = new URLSearchParams(path.slice(path.indexOf('?'))).get('setting') ?? ''
      await search.fill(section)
      await found.and(page.locator(`[href="${path}"]`)).click()
      await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
    }
  }
})
