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
import type { Page } from '@playwright/test'
import { newMark } from '../leads-of.ts'
import { addValves } from './valves.ts'

/** A category whose products need an option and a quantity, and one of them that has neither. */
const addProductThatLacks = async (page: Page, mark: string) => {
  const { call, category } = await addValves(page, mark)
  const { data: product } = await call('POST', '/marketing/add_master_product', {
    name: `Ball valve ${mark}`,
    code: `BV-${mark}`,
    category_id: category,
  })
  return { id: product.id as number, call }
}

test('a product is found, filled, shown, restored and undone by keyboard alone', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const { id, call } = await addProductThatLacks(page, mark)
  const name = `Ball valve ${mark}`
  const stored = async () => (await call('GET', `/marketing/product_details/${id}`)).data
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const drawer = page.getByRole('dialog', { name })

  await page.goto('/')
  await expect(heading(page, /^Good/)).toBeVisible()
  await keepUndo(page)
  await expect(heading(page, /^Good/)).toBeVisible()
  await press('g', 'p')
  await expect(heading(page, 'Product Properties')).toBeVisible()
  await page.getByRole('link', { name: /^Incomplete/ }).focus()
  await press('Enter')
  await expect(page).toHaveURL(/state=incomplete/)
  await press('/')
  await page.keyboard.type(mark)
  await press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  // It cannot be shown yet, and the message leads to what is missing.
  await page.getByRole('switch', { name: `${name} is shown` }).focus()
  await press('Space')
  await expect(page.getByText(`${name} cannot be shown yet`)).toBeVisible()
  await expect(page.getByRole('switch', { name: `${name} is shown` })).not.toBeChecked()
  await page.getByRole('button', { name: /Open and fill/ }).focus()
  await expect(page.getByRole('tooltip')).toContainText(`Material ${mark}, Pressure ${mark}`)
  await press('Enter')

  const material = drawer.getByRole('combobox', { name: `Material ${mark}` })
  await expect(material).toBeFocused()
  await expectAccessible(page)
  await press('ArrowDown')
  await page.keyboard.type('stain')
  await expect(page.getByTitle('Stainless steel')).toBeVisible()
  await press('Enter')
  await expect(drawer.getByText('1 change', { exact: true })).toBeVisible()
  // An open list of options would take the first Escape.
  await expect(material).toHaveAttribute('aria-expanded', 'false')
  await press('Escape')
  await expect(material).not.toBeFocused()
  await press('m')
  const pressure = drawer.getByRole('textbox', { name: `Pressure ${mark}`, exact: true })
  await expect(pressure).toBeFocused()
  await page.keyboard.type('much')
  await press('Control+s')
  await expect(drawer.getByRole('alert')).toContainText(`Pressure ${mark} takes a number and a unit`)
  await expect(pressure).toBeFocused()
  await press('Control+a')
  await page.keyboard.type('16')
  await expect(drawer.getByText('= 232.06 psi')).toBeVisible()

  // What is typed stays when the drawer is closed.
  await press('Escape', 'Escape')
  await expect(drawer).toBeHidden()
  await press('Enter')
  await expect(drawer.getByText('2 changes', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await press('Control+s')
  await expect(page.getByText(`${name} saved`)).toBeVisible()
  expect(await stored()).toMatchObject({ missing_count: 0, completeness: 100 })

  await drawer.getByRole('switch', { name: `${name} is discoverable` }).focus()
  await press('Space')
  await expect(page.getByText(`Showed ${name}`)).toBeVisible()
  await expect(drawer.getByText(/^Shown since/)).toBeVisible()
  expect(await stored()).toMatchObject({ discoverable: true })

  // Somebody else changes the field that is being changed here.
  await pressure.focus()
  await press('Control+a')
  await page.keyboard.type('40')
  await call('PUT', `/marketing/master_products/${id}`, {
    attributes: { [`pressure_${mark}`]: { value: '25', unit: 'bar' } },
  })
  await press('Control+s')
  const choice = drawer.getByRole('radiogroup', { name: `Which Pressure ${mark} stays` })
  await expect(choice.getByRole('radio', { name: /^Yours/ })).toBeChecked()
  await expect(choice).toContainText('25 bar')
  await expectAccessible(page)
  await choice.getByRole('radio', { name: /^Yours/ }).focus()
  await press('ArrowLeft')
  await expect(choice.getByRole('radio', { name: /^Now/ })).toBeChecked()
  await press('Control+s')
  await expect(choice).toBeHidden()
  await expect(pressure).toHaveValue('25')

  await drawer.getByRole('tab', { name: 'Properties' }).focus()
  await press('End', 'Enter')
  const restore = drawer.getByRole('button', { name: `Restore Pressure ${mark}, 16 bar` })
  await expect(restore).toBeVisible()
  await expectAccessible(page)
  await restore.focus()
  await press('r')
  await expect(page.getByText(`Restored a value of ${name}`)).toBeVisible()
  expect((await stored()).attributes).toContainEqual(expect.objectContaining({ text: '16 bar' }))
  await press('z')
  await expect.poll(async () => (await stored()).attributes).toContainEqual(expect.objectContaining({ text: '25 bar' }))

  await drawer
    .getByRole('button', { name: /^Compare/ })
    .last()
    .focus()
  await press('Enter')
  const versions = page.getByRole('dialog', { name: `Versions of ${name}` })
  await expect(versions.getByRole('row', { name: new RegExp(`^Pressure ${mark}`) })).toContainText('25 bar')
  await expectAccessible(page)
  await press('Escape')
  await expect(versions).toBeHidden()
})

test('a product is added by its name, and deleted with a way back @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const name = `Peristaltic pump ${newMark()}`

  await page.goto(`/marketing/masterproduct_properties?add=${encodeURIComponent(name)}`)
  const form = page.getByRole('dialog', { name: 'Add product' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await form.getByRole('textbox', { name: /^Code/ }).fill(name.slice(-12))
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add product' }).click()
  const drawer = page.getByRole('dialog', { name })
  await expect(drawer.getByText('Missing 1')).toBeVisible()
  await expect(drawer.getByRole('combobox', { name: 'Category' })).toBeFocused()

  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete product' }).click()
  await expect(page.getByText(`Deleted ${name}`)).toBeVisible()
  await expect(drawer).toBeHidden()
  await page.keyboard.press('z')
  await expect(rows(page).filter({ hasText: name })).toBeVisible()
})

test('the values of an attribute are a column that is chosen, sorted by, and stays @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const { id, call } = await addProductThatLacks(page, mark)
  const valve = { category_id: (await call('GET', `/marketing/product_details/${id}`)).data.category_id }
  const pressure = (value: string, unit: string) => ({ attributes: { [`pressure_${mark}`]: { value, unit } } })
  await call('POST', '/marketing/add_master_product', {
    name: `Low ${mark}`,
    code: `L-${mark}`,
    ...valve,
    ...pressure('90', '[psi]'),
  })
  await call('POST', '/marketing/add_master_product', {
    name: `High ${mark}`,
    code: `H-${mark}`,
    ...valve,
    ...pressure('16', 'bar'),
  })

  await page.goto(`/marketing/masterproduct_properties?view=all&search=${mark}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Columns and page size' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: `Pressure ${mark}` }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  const head = page.getByRole('columnheader', { name: `Pressure ${mark}` })
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page)).toContainText(['90 psi', '16 bar', `Ball valve ${mark}`])
  await page.keyboard.press('Enter')
  await expect(rows(page)).toContainText(['16 bar', '90 psi', `Ball valve ${mark}`])
  await expectAccessible(page)

  await page.reload()
  await expect(rows(page)).toContainText(['16 bar', '90 psi', `Ball valve ${mark}`])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('listitem').filter({ hasText: `High ${mark}` })).toContainText(`Pressure ${mark}16 bar`)
  await expectNoSidewaysScroll(page)
})
