import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  pick,
  signIn,
  test,
} from '../fixtures.ts'

test('the structure of the catalogue is arranged by keyboard, and undone', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  await keepUndo(page)
  await page.goto('/marketing/configuration?section=catalogue')
  await expect(heading(page, 'Configuration')).toBeVisible()
  const tree = page.getByRole('tree', { name: 'Categories' })
  const item = (name: string) => tree.getByRole('treeitem', { name, exact: true })
  const history = page.getByRole('region', { name: 'History' })

  await test.step('arrows go through the tree, and close and open a branch', async () => {
    await item('Fluid handling').focus()
    await page.keyboard.press('ArrowDown')
    await expect(item('Hoses and fittings')).toBeFocused()
    await expect(item('Hoses and fittings')).toHaveAttribute('aria-level', '2')
    await page.keyboard.press('ArrowLeft')
    await expect(item('Couplings')).toBeHidden()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await expect(item('Measuring')).toBeFocused()
    await expect(page.getByRole('group', { name: 'Measuring' }).getByText('Accuracy, ± %')).toBeVisible()
  })
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await test.step('a category is added below, moved and edited', async () => {
    await page.keyboard.press('Insert')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Level sensors')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(item('Level sensors')).toHaveAttribute('aria-level', '3')
    await item('Level sensors').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(item('Level sensors')).toHaveAttribute('aria-level', '2')
    await expect(item('Level sensors')).toBeFocused()
    await page.keyboard.press('F2')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Level and flow')
    await page.keyboard.press('Enter')
    await expect(item('Level and flow')).toBeVisible()
  })

  await test.step('an attribute is made with its unit and required, which is asked about where products lack it', async () => {
    await item('Valves').click()
    const panel = page.getByRole('group', { name: 'Valves', exact: true })
    await panel.getByRole('button', { name: 'New attribute' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Torque')
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await pick(page, 'Quantity with a unit')
    await dialog.getByRole('combobox', { name: 'Measures' }).click()
    await page.keyboard.type('torq')
    await pick(page, 'Torque')
    await dialog.getByRole('combobox', { name: 'Default unit' }).click()
    await page.keyboard.type('newton metre')
    await pick(page, 'N·m (newton metre)')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add attribute' }).click()
    await expect(dialog).toBeHidden()
    const torque = panel.getByRole('switch', { name: 'Require Torque' })
    await expect(torque).not.toBeChecked()
    await expect(panel.getByText('required by Fluid handling').first()).toBeVisible()
    await torque.click()
    const question = page.getByRole('dialog', { name: 'Change the attributes of Valves?' })
    await expect(question.getByText('5 products become incomplete; 5 of them are shown.')).toBeVisible()
    await question.getByRole('button', { name: 'Change attributes' }).click()
    await expect(torque).toBeChecked()
  })

  await test.step('a column of options is pasted', async () => {
    await page.getByRole('button', { name: 'Options of Material' }).click()
    const dialog = page.getByRole('dialog', { name: 'Options of Material' })
    await dialog.getByRole('textbox', { name: 'Add options, one a line' }).fill('Bronze\nPTFE\nDuplex steel')
    await dialog.getByRole('button', { name: 'Add 3 options' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Label of Duplex steel' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the history tells what was done, and takes it back', async () => {
    await history.getByRole('button', { name: 'Undo: Changed the attributes of Valves' }).first().click()
    await expect(page.getByRole('switch', { name: 'Require Torque' })).not.toBeChecked()
  })
})
