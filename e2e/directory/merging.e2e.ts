import { expect, expectAccessible, expectAccessibleInThemes, keepUndo, rows, signIn, test } from '../fixtures.ts'
import { newMark } from '../leads-of.ts'
import { addCompany, addContact, companyOf, contactOf, CONTACTS } from './directory.ts'

test('two companies are merged by keyboard, keep the chosen value, and are taken apart again', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const first = await addCompany(page, { name: `Norrvik ${mark}`, domain: `norrvik-${mark}.example`, city: 'Oslo' })
  const second = await addCompany(page, { name: `Norrvik Energi ${mark}`, domain: `energi-${mark}.example` })
  const person = await addContact(page, {
    name: `Lars ${mark}`,
    email: `lars@energi-${mark}.example`,
    company_id: second,
  })
  const shown = async () => (await companyOf(page, first)).all_domains.map(({ domain }: { domain: string }) => domain)

  await page.goto(`${CONTACTS}?tab=companies&view=all&search=${mark}`)
  await keepUndo(page)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select the page' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Merge Norrvik.* into Norrvik`) })
  await expect(dialog.getByRole('radiogroup', { name: 'Name' })).toBeVisible()
  await expectAccessibleInThemes(page)
  const keep = dialog.getByRole('button', { name: `Keep Norrvik ${mark} instead` })
  if ((await keep.count()) > 0) await keep.press('Enter')
  await expect(page.getByRole('dialog', { name: `Merge Norrvik Energi ${mark} into Norrvik ${mark}` })).toBeVisible()
  await page.getByRole('radio', { name: new RegExp(`^Norrvik Energi ${mark}`) }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: new RegExp(`^Norrvik Energi ${mark}`) })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Merged Norrvik/)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(new Set(await shown())).toEqual(new Set([`norrvik-${mark}.example`, `energi-${mark}.example`]))
  expect((await companyOf(page, second)).id).toBe(first)
  expect((await contactOf(page, person)).company.id).toBe(first)

  await test.step('U takes them apart, with the domain and the people that came with it', async () => {
    await page.goto(`${CONTACTS}?tab=companies&view=all&search=${mark}&company=${first}`)
    const drawer = page.getByRole('dialog', { name: new RegExp(`^Norrvik.*${mark}`) })
    await expect(drawer.getByRole('region', { name: 'Merged into this' })).toContainText('Merged by')
    await expectAccessibleInThemes(page)
    await page.keyboard.press('u')
    await expect(page.getByText(/^Unmerged/)).toBeVisible()
    await expect(drawer.getByRole('region', { name: 'Merged into this' })).toBeHidden()
    expect(await shown()).toEqual([`norrvik-${mark}.example`])
    expect((await companyOf(page, second)).id).toBe(second)
    expect((await contactOf(page, person)).company.id).toBe(second)
  })
})

test('a possible duplicate is compared and merged from the open contact, or marked as different', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const digits = String(Date.now()).slice(-8)
  const phone = `+47 ${digits}`
  const first = await addContact(page, { name: `Ingrid ${mark}`, email: `ingrid@${mark}.example`, phone })
  const second = await addContact(page, { name: `I. ${mark}`, email: `i@${mark}.example`, phone })

  await page.goto(`${CONTACTS}?view=everyone&search=${mark}&contact=${first}`)
  await keepUndo(page)
  const banner = page.getByRole('region', { name: 'Possible duplicate' })
  await expect(banner).toContainText(`I. ${mark}`)
  await banner.getByRole('button', { name: 'Not the same' }).press('Enter')
  await expect(banner).toBeHidden()
  await page.keyboard.press('z')
  await expect(banner).toBeVisible()

  await page.getByRole('dialog').getByRole('heading', { level: 2 }).focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: `Merge I. ${mark} into Ingrid ${mark}` })
  await expect(dialog.getByRole('radiogroup', { name: 'Name' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Merged I. ${mark} into Ingrid ${mark}`)).toBeVisible()
  expect((await contactOf(page, second)).id).toBe(first)
  await page.keyboard.press('z')
  await expect(page.getByText(/^Unmerged/)).toBeVisible()
  expect((await contactOf(page, second)).id).toBe(second)
})

test('a domain is split off a company to a new one @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const first = await addCompany(page, { name: `Umbra ${mark}`, domain: `umbra-${mark}.example` })
  const second = await addCompany(page, { name: `Okoye ${mark}`, domain: `okoye-${mark}.example` })

  await page.goto(`${CONTACTS}?tab=companies&view=all&search=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select the page' }).press('Space')
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: /^Merge companies/ })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(rows(page)).toHaveCount(1)

  const winner = (await companyOf(page, second)).id
  await page.goto(`${CONTACTS}?tab=companies&view=all&search=${mark}&company=${winner}`)
  const domains = page.getByRole('region', { name: 'Domains' })
  await domains.getByRole('button', { name: new RegExp(`okoye-${mark}`) }).press('Enter')
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Split okoye-${mark}`) })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Okoye Agro ${mark}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Split off' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(new RegExp(`^Split okoye-${mark}.* to Okoye Agro ${mark}`))).toBeVisible()
  expect((await companyOf(page, first)).all_domains).toHaveLength(1)
})

test('the duplicates of people and of companies have a list each @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(`${CONTACTS}?tab=duplicates`)
  const screens = page.getByRole('navigation', { name: 'Directory' })
  await expect(screens.getByRole('link', { name: /^Duplicates/ })).toHaveAttribute('aria-current', 'page')
  const kinds = page.getByRole('navigation', { name: 'Duplicates of' })
  await expect(kinds.getByRole('link', { name: /^People \d/ })).toBeVisible()
  await expectAccessibleInThemes(page)
  await kinds.getByRole('link', { name: /^Companies/ }).press('Enter')
  await expect(page).toHaveURL(/kind=company/)
  await expect(kinds.getByRole('link', { name: /^Companies/ })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
})
