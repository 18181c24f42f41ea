import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  rows,
  signIn,
  test,
} from '../fixtures.ts'
import { newMark } from '../leads-of.ts'
import { addCompany, addContact, contactOf, CONTACTS } from './directory.ts'

test('contacts are found by search and filters, and the one that is open shows what is known of them', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const company = await addCompany(page, { name: `Norrvik ${mark}`, domain: `${mark}.example`, country: 'NO' })
  await addContact(page, {
    name: `Ingrid ${mark}`,
    email: `ingrid@${mark}.example`,
    country: 'NO',
    company_id: company,
  })
  await addContact(page, { name: `Lars ${mark}`, phone: '+47 915 20 118' })

  await page.goto(CONTACTS)
  await expect(heading(page, 'Contacts')).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('link', { name: /^No company/ }).click()
  await page.goto(`${CONTACTS}?view=everyone&search=${mark}&without=email`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`Lars ${mark}`)

  await page.goto(`${CONTACTS}?view=everyone&search=${mark}&company_id=${company}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByText(`Ingrid ${mark}`).click()
  const drawer = page.getByRole('dialog', { name: `Ingrid ${mark}` })
  const facts = drawer.getByRole('region', { name: 'Facts' })
  await expect(facts).toContainText(`ingrid@${mark}.example`)
  await expect(facts).toContainText('Norway')
  await expect(drawer.getByRole('complementary')).toContainText(`Norrvik ${mark}`)
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await page.goto(`${CONTACTS}?view=everyone&search=nobody-${mark}`)
  await expect(page.getByRole('heading', { name: 'No contacts match this search' })).toBeVisible()
})

test('a contact is added, edited, pinned and taken back by keyboard alone', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  await page.goto(CONTACTS)
  await keepUndo(page)
  await expect(rows(page).first()).toBeVisible()

  await expect(page.getByRole('button', { name: 'Add contact' })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Add contact' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add contact' }).press('Enter')
  await expect(form.getByRole('alert').first()).toContainText('Enter a name, an email or a phone')
  await form.getByRole('textbox', { name: 'Name' }).fill(`Sunniva ${mark}`)
  await form.getByRole('textbox', { name: 'Email' }).fill(`sunniva@${mark}.example`)
  await form.getByRole('button', { name: 'Add contact' }).press('Enter')
  const drawer = page.getByRole('dialog', { name: `Sunniva ${mark}` })
  await expect(drawer).toBeVisible()
  const id = Number(new URL(page.url()).searchParams.get('contact'))

  await test.step('E edits, and Undo takes it back', async () => {
    await page.keyboard.press('e')
    const edit = page.getByRole('dialog', { name: `Edit Sunniva ${mark}` })
    await edit.getByRole('textbox', { name: 'City' }).fill('Bergen')
    await edit.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(drawer.getByRole('region', { name: 'Facts' })).toContainText('Bergen')
    expect((await contactOf(page, id)).fields.city.value).toBe('Bergen')
    await page.keyboard.press('z')
    await expect(drawer.getByRole('region', { name: 'Facts' })).not.toContainText('Bergen')
    expect((await contactOf(page, id)).fields.city.value).toBeNull()
  })

  await test.step('P pins the fact that has the focus, and lets it go again', async () => {
    await drawer.getByRole('button', { name: 'Pin email' }).focus()
    await page.keyboard.press('p')
    await expect(drawer.getByRole('button', { name: 'Unpin email' })).toBeVisible()
    await expect.poll(async () => (await contactOf(page, id)).fields.email.pinned).toBe(true)
    await drawer.getByRole('button', { name: 'Unpin email' }).focus()
    await page.keyboard.press('p')
    await expect(drawer.getByRole('button', { name: 'Pin email' })).toBeVisible()
    await expect.poll(async () => (await contactOf(page, id)).fields.email.pinned).toBe(false)
  })

  await test.step('who must not be contacted has no way to it', async () => {
    await expect(drawer.getByRole('link', { name: 'Email' })).toBeVisible()
    await drawer.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Do not contact' }).press('Enter')
    await expect(drawer.getByText('Do not contact', { exact: true })).toBeVisible()
    await expect(drawer.getByRole('link', { name: 'Email' })).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('who is forgotten is asked about first', async () => {
    await drawer.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Forget…' }).press('Enter')
    const question = page.getByRole('dialog', { name: `Forget Sunniva ${mark}?` })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Forget' }).press('Enter')
    await expect(question).toBeHidden()
    await expect(drawer).toBeHidden()
    await page.goto(`${CONTACTS}?view=everyone&search=${mark}`)
    await expect(page.getByRole('heading', { name: 'No contacts match this search' })).toBeVisible()
  })
})

test('on a phone contacts are cards that call and mail', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  await addContact(page, { name: `Amara ${mark}`, email: `amara@${mark}.example`, phone: '+234 803 555 0199' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${CONTACTS}?view=everyone&search=${mark}`)
  await expect(page.getByRole('link', { name: `Call Amara ${mark}` })).toHaveAttribute('href', /^tel:\+?234/)
  await expect(page.getByRole('link', { name: `Email Amara ${mark}` })).toHaveAttribute('href', /^mailto:/)
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(`Amara ${mark}`) }).click()
  await expect(page.getByRole('dialog', { name: `Amara ${mark}` })).toBeVisible()
  await expectAccessible(page)
})

test('people without the permission see neither the screen in the menu nor its list', async ({ page }) => {
  await signIn(page, 'rep@halden.example')
  await page.goto(CONTACTS)
  const menu = page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${CONTACTS}"]`)
  const denied = page.getByRole('heading', { name: 'You can’t see these contacts' })
  await expect(rows(page).first().or(denied)).toBeVisible()
  expect(await menu.count()).toBe((await denied.count()) === 0 ? 1 : 0)
})
