import sharp from 'sharp'
import { expect, expectAccessibleInThemes, expectNoSidewaysScroll, keepUndo, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'

/** A picture of one colour. */
const picture = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })

test('pictures are added, described, ordered, removed and brought back beside the list', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const call = callerOf(page)
  const mark = newMark()
  const { data: product } = await call('POST', '/marketing/add_master_product', {
    name: `Ball valve ${mark}`,
    code: `PI-${mark}`,
  })
  const stored = async () => {
    const { data } = await call('GET', `/marketing/product_images/${product.id}`)
    return data.images.map(({ name, alt }: { name: string; alt: string }) => [name, alt])
  }
  await page.goto(`/marketing/masterproduct_properties?search=${mark}&product=${product.id}`)
  await keepUndo(page)
  const drawer = page.getByRole('dialog', { name: `Ball valve ${mark}` })
  await drawer.getByRole('tab', { name: 'Properties' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const pictures = drawer.getByRole('region', { name: 'Pictures' })
  const shown = pictures.getByRole('listitem')

  await pictures.locator('input[type=file]').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await picture('#c85028', 1200, 900).jpeg().toBuffer() },
    { name: 'side.jpg', mimeType: 'image/jpeg', buffer: await picture('#14b45a', 800, 1200).jpeg().toBuffer() },
    { name: 'scheme.png', mimeType: 'image/png', buffer: await picture('#1450be', 600, 600).png().toBuffer() },
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ])
  await expect(pictures.getByText('SVG pictures can’t be used')).toBeVisible()
  await expect.poll(stored).toHaveLength(3)
  await pictures.getByRole('button', { name: 'Dismiss' }).click()
  await expect(shown).toHaveCount(3)

  await pictures.getByLabel('Description of front.jpg').fill('Ball valve from the front')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved the description')).toBeVisible()
  const up = pictures.getByRole('button', { name: 'Move scheme.png up' })
  const place = async () => (await stored()).findIndex(([name]: [string]) => name === 'scheme.png')
  for (let at = await place(); at > 0; at--) {
    await up.focus()
    await page.keyboard.press('Enter')
    await expect(shown.nth(at - 1)).toContainText('scheme.png')
    await expect(up).toBeFocused()
  }
  await expect(shown.first()).toContainText('Cover')
  await expect.poll(place).toBe(0)
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await pictures.locator('.picture-handle').nth(2).dragTo(shown.first())
  await expect.poll(place).toBe(1)
  const before = await stored()
  await pictures.getByRole('button', { name: 'Remove scheme.png' }).focus()
  await page.keyboard.press('Enter')
  await expect(shown).toHaveCount(2)
  await expect(shown.nth(1).getByRole('button', { name: /^Remove/ })).toBeFocused()
  await page.keyboard.press('z')
  await expect(shown).toHaveCount(3)
  expect(await stored()).toEqual(before)
})
