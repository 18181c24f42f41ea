import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  keepUndo,
  pick,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf } from '../leads-of.ts'

test('categories are added, renamed, moved and deleted with their posts taken over, by keyboard alone, and each is undone', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto('/marketing/blog_listing')
  await keepUndo(page)
  const call = callerOf(page)
  const stored = async (): Promise<Record<string, number>> => {
    const { data } = await call('GET', '/marketing/blog_categories')
    return Object.fromEntries(data.map(({ name, posts }: { name: string; posts: number }) => [name, posts]))
  }
  const names = async () => Object.keys(await stored())
  const undo = () => page.getByRole('button', { name: /^Undo/ }).last().press('Enter')
  const before = await stored()
  const drawer = page.getByRole('dialog', { name: 'Categories' })
  const listed = drawer.getByRole('listitem')

  await page.getByRole('button', { name: 'Categories' }).press('Enter')
  await expect(listed).toHaveCount(10)
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await test.step('added, it is the last; its name is there only once', async () => {
    const name = drawer.getByRole('textbox', { name: 'Name of the new category' })
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('Enter the name').first()).toBeVisible()
    await name.focus()
    await page.keyboard.type('pumps')
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('There is a category “pumps” already').first()).toBeVisible()
    await expectAccessible(page)
    await name.fill('Dosing')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Added Dosing')).toBeVisible()
    await expect(name).toHaveValue('')
    await expect(name).toBeFocused()
    await expect(listed.last()).toContainText('Dosing0 posts')
  })

  await test.step('renamed', async () => {
    await drawer.getByRole('button', { name: 'Edit Dosing' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit category' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Dosing and mixing')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Saved Dosing and mixing')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Edit Dosing and mixing' })).toBeFocused()
    await undo()
    await expect.poll(names).toContain('Dosing')
  })

  await test.step('moved, with the focus on the way', async () => {
    const up = drawer.getByRole('button', { name: 'Move Pumps up' })
    await up.press('Enter')
    await expect(listed.first()).toContainText('Pumps')
    await expect(drawer.getByRole('button', { name: 'Move Pumps down' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(listed.nth(1)).toContainText('Pumps')
    await expect(drawer.getByRole('button', { name: 'Move Pumps down' })).toBeFocused()
    // Its list may come before its answer does, and with that its Undo.
    await Promise.all([page.waitForResponse(/blog_categories\/order/), page.keyboard.press('Enter')])
    await expect(listed.nth(2)).toContainText('Pumps')
    expect((await names()).slice(0, 3)).toEqual(['Guides', 'Valves', 'Pumps'])
    await undo()
    await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['Guides', 'Pumps', 'Valves'])
  })

  await test.step('deleted: its posts go to the one that is chosen, and come back', async () => {
    await drawer.getByRole('button', { name: 'Delete Pumps' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Which category takes over the \d+ posts\?$/ })
    await dialog.getByRole('button', { name: 'Delete category' }).press('Enter')
    await expect(dialog.getByText('Choose which takes over').first()).toBeVisible()
    const replacement = dialog.getByRole('combobox', { name: 'Replacement' })
    await replacement.focus()
    await page.keyboard.type('Seal')
    await pick(page, 'Sealing')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete category' }).press('Enter')
    await expect(page.getByText('Deleted Pumps')).toBeVisible()
    await expect(listed.filter({ hasText: 'Pumps' })).toHaveCount(0)
    await expect(drawer.getByRole('heading', { name: 'Categories' })).toBeFocused()
    const after = await stored()
    expect(after['Pumps']).toBeUndefined()
    expect(after['Sealing']).toBeGreaterThan(before['Sealing'] ?? 0)
    await undo()
    await expect.poll(stored).toMatchObject(before)
  })

  await drawer.getByRole('button', { name: 'Move Valves up' }).focus()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Categories' })).toBeFocused()
})
