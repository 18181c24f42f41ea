import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, rows, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'

/** Three products of one brand in a category that needs a pressure, which none of them has. */
const addProducts = async (page: Page, mark: string) => {
  const call = callerOf(page)
  const { data: category } = await call('POST', '/marketing/product_category', { name: `Hoses ${mark}` })
  const { data: pressure } = await call('POST', '/marketing/product_attribute', {
    code: `pressure_${mark}`,
    label: `Pressure ${mark}`,
    type: 'quantity',
    family: 'pressure',
    units: ['bar', '[psi]'],
    default_unit: 'bar',
  })
  await call('PUT', `/marketing/category_attributes/${category.id}`, {
    attributes: [{ attribute_id: pressure.id, required: true }],
  })
  for (const no of [1, 2, 3])
    await call('POST', '/marketing/add_master_product', {
      name: `Hose ${mark} ${no}`,
      code: `HO-${mark}-${no}`,
      category_id: category.id,
    })
  return call
}

test('products are selected, given a quantity, shown, exported and undone by keyboard alone', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = newMark()
  const call = await addProducts(page, mark)
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const stored = async () => {
    const { data } = await call('GET', `/marketing/master_products?search=${mark}&sort=code`)
    return data.map(({ discoverable, missing_count }: { discoverable: boolean; missing_count: number }) => ({
      discoverable,
      missing_count,
    }))
  }
  const panel = page.getByRole('dialog', { name: 'Jobs' })

  await page.goto(`/marketing/masterproduct_properties?search=${mark}`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('checkbox').first().focus()
  await press('Space')
  await expect(page.getByText('3 selected')).toBeVisible()
  await expectAccessible(page)

  await press('e')
  const dialog = page.getByRole('dialog', { name: 'Change 3 products' })
  await expect(dialog.getByRole('combobox', { name: 'Field 1', exact: true })).toBeFocused()
  await page.keyboard.type(`Pressure ${mark}`)
  await press('Enter')
  await dialog.getByRole('textbox', { name: `Set to: Pressure ${mark}` }).focus()
  await page.keyboard.type('16')
  await expect(dialog.getByText('No product will be skipped.')).toBeVisible()
  await expect(dialog.getByRole('cell', { name: '16 bar' })).toHaveCount(3)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await press('Enter')
  await expect(panel.getByText('3 changed')).toBeVisible()
  await expect.poll(stored).toEqual(Array.from({ length: 3 }, () => ({ discoverable: false, missing_count: 0 })))
  await press('Escape')

  const act = async (name: string, title: string) => {
    await page.getByRole('checkbox').first().focus()
    await press('Space')
    await page.getByRole('toolbar').getByRole('button', { name, exact: true }).focus()
    await press('Enter')
    const begin = page.getByRole('dialog', { name: title }).getByRole('button', { name: title })
    await expect(begin).toBeEnabled()
    await begin.focus()
    await press('Enter')
  }
  await act('Show', 'Show 3 products')
  await expect(panel.getByText('3 shown')).toBeVisible()
  await expect.poll(stored).toEqual(Array.from({ length: 3 }, () => ({ discoverable: true, missing_count: 0 })))
  await press('Escape')
  await act('Hide', 'Hide 3 products')
  await expect(panel.getByText('3 hidden')).toBeVisible()
  await expect.poll(stored).toEqual(Array.from({ length: 3 }, () => ({ discoverable: false, missing_count: 0 })))
  await press('Escape')
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(3)
  await act('Export', 'Export 3 products')
  await expect(panel.getByRole('button', { name: /Download/ }).first()).toBeVisible()
  await press('Escape')

  // What has no room in the bar waits in a menu.
  await page.setViewportSize({ width: 860, height: 900 })
  await page.getByRole('checkbox').first().focus()
  await press('Space')
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).focus()
  await press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Hide' })).toBeFocused()
  await press('ArrowDown')
  // The menu moves the focus with the next frame.
  await expect(page.getByRole('menuitem', { name: 'Export' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('dialog', { name: 'Export 3 products' })).toBeVisible()

  const undo = async () => {
    const { data } = await call('GET', '/marketing/recent_changes?limit=1')
    await call('POST', '/marketing/undo_changes', { changeSet: data[0].change_set })
  }
  await undo()
  await expect.poll(stored).toEqual(Array.from({ length: 3 }, () => ({ discoverable: true, missing_count: 0 })))
})
