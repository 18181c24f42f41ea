import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
  THEMES,
  useTheme,
} from './fixtures.ts'

test('a domain that valid leads came from is restricted only by its name, typed; one that none came from at once', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/valid_leads')
  const email = await page.locator('[data-row-key]').getByText(/@/).first().innerText()
  const domain = email.split('@')[1] ?? ''
  const type = async (name: string) => {
    await page.getByRole('textbox', { name: 'Domain to restrict' }).fill(name)
    await page.getByRole('button', { name: 'Add domain' }).click()
  }

  await page.goto('/marketing/restrict_domain')
  await expect(heading(page, 'Restrict Domain')).toBeVisible()
  await type(`https://${domain}/`)
  const dialog = page.getByRole('dialog', { name: `Restrict ${domain}?` })
  await expect(dialog.getByText(/(it was|of them were|of them was) valid/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Restrict ${domain}` }).click()
  await expect(dialog.getByText(`Type ${domain}`, { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: /Cancel/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: domain, exact: true })).toHaveCount(0)

  await type(domain)
  await dialog.getByRole('textbox').fill(domain)
  await dialog.getByRole('button', { name: `Restrict ${domain}` }).click()
  await expect(page.getByText(`${domain} is restricted`)).toBeVisible()

  const nobody = `nobody-${Date.now()}.example`
  await type(nobody)
  await expect(page.getByText(`${nobody} is restricted`)).toBeVisible()
  for (const theme of THEMES) {
    await useTheme(page, theme)
    await expect(page.getByText(nobody).first()).toBeVisible()
    await expectAccessible(page)
  }
})
