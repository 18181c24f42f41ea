import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  heading,
  keepUndo,
  pick,
  rows,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf } from '../leads-of.ts'

const SCREEN = '/marketing/blog_author_listing'
/** One pixel, which is a picture all the same. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an author is added with a photo, changed beside a colleague, and deleted, by keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(SCREEN)
  await expect(heading(page, 'Blog Author List')).toBeVisible()
  await expect(rows(page)).toHaveCount(5)
  await keepUndo(page)
  await expectAccessibleInThemes(page)
  const drawer = page.getByRole('dialog', { name: /author|Ida Berg/ })
  const name = drawer.getByRole('textbox', { name: 'Name' })
  const toast = page.getByRole('status')

  await test.step('what is wrong is said over the form and at its field', async () => {
    await expect(page.getByRole('button', { name: 'New author' })).toBeVisible()
    await page.keyboard.press('n')
    await expect(drawer).toBeVisible()
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(drawer.getByRole('alert').first()).toContainText('Fix 1 field')
    await name.focus()
    await page.keyboard.type('Ida Berg')
    await drawer.getByRole('textbox', { name: 'Address' }).focus()
    await page.keyboard.type('grace-whitfield')
    await page.keyboard.press('Enter')
    await expect(drawer.getByRole('alert').first()).toContainText('Invalid data provided')
    await expect(drawer.getByText('is the address of Grace Whitfield. Choose another.').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('added with a photo, it is the first of the list', async () => {
    await drawer.getByRole('textbox', { name: 'Address' }).fill('')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      drawer.getByRole('button', { name: 'Choose photo' }).press('Enter'),
    ])
    await chooser.setFiles({ name: 'ida.png', mimeType: 'image/png', buffer: PIXEL })
    await drawer.getByRole('button', { name: 'Focal point' }).press('Enter')
    await page.getByRole('button', { name: 'Centre' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Left', exact: true, pressed: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: 'Add author' }).press('Enter')
    await expect(drawer).toBeHidden()
    await expect(toast.getByText('Added Ida Berg')).toBeVisible()
    await expect(rows(page)).toHaveCount(6)
    await expect(rows(page).first()).toContainText('Ida Berg')
    await expect(rows(page).first().locator('img.author-photo')).toBeVisible()
  })

  await test.step('what a colleague changed meanwhile is shown, and mine is kept', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const role = drawer.getByRole('textbox', { name: 'Role' })
    await expect(role).toBeVisible()
    const call = callerOf(page)
    const id = new URL(page.url()).searchParams.get('author')
    await call('PUT', `/marketing/authors/${id}`, { role: 'Guest' })
    await role.focus()
    await page.keyboard.type('Editor')
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('Someone else changed this author too')).toBeVisible()
    await expect(drawer.getByText('role: Guest')).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await expect(drawer).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(role).toHaveValue('Editor')
  })

  await test.step('deleted, and undone', async () => {
    await drawer.getByRole('button', { name: 'Delete author' }).press('Enter')
    const ask = page.getByRole('dialog', { name: 'Delete Ida Berg?' })
    await ask.getByRole('button', { name: 'Delete author' }).press('Enter')
    await expect(rows(page)).toHaveCount(5)
    await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect(rows(page)).toHaveCount(6)
  })
})

test('an author of posts is deleted for a colleague who takes them over, by keyboard alone, and comes back @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(`${SCREEN}?search=Grace`)
  await keepUndo(page)
  const call = callerOf(page)
  const byAuthor = async (): Promise<Record<string, number>> => {
    const { data } = await call('GET', '/marketing/authors')
    return Object.fromEntries(data.map(({ name, posts }: { name: string; posts: number }) => [name, posts]))
  }
  const before = await byAuthor()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Grace Whitfield' })

  await drawer.getByRole('button', { name: 'Delete author' }).press('Enter')
  const ask = page.getByRole('dialog', { name: `Who takes over the ${before['Grace Whitfield']} posts?` })
  await ask.getByRole('button', { name: 'Delete author' }).press('Enter')
  await expect(ask.getByText('Choose who takes over').first()).toBeVisible()
  await ask.getByRole('combobox', { name: 'Replacement' }).focus()
  await page.keyboard.type('Noor')
  await pick(page, 'Noor Haddad')
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Delete author' }).press('Enter')
  await expect(page.getByText('Deleted Grace Whitfield')).toBeVisible()
  await expect(drawer).toBeHidden()
  await expect(rows(page)).toHaveCount(0)
  const after = await byAuthor()
  expect(after['Grace Whitfield']).toBeUndefined()
  expect(after['Noor Haddad']).toBeGreaterThan(before['Noor Haddad'] ?? 0)

  await page.keyboard.press('z')
  await expect(page.getByText('Undid “Deleted Grace Whitfield”')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(await byAuthor()).toEqual(before)
})
