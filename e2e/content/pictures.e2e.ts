import sharp from 'sharp'
import { expect, expectAccessibleInThemes, expectNoSidewaysScroll, keepUndo, signIn, test } from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'

/** A drawing of its own. */
const drawing = async (name: string, colour: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="${colour}"/><circle cx="650" cy="200" r="120" fill="#ffffff"/></svg>`
  return { name, mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() }
}

test('pictures are added, described, cut, found, deleted and brought back, by keyboard alone once they are there', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  const call = callerOf(page)
  const mark = newMark()
  const stored = async () => (await call('GET', `/marketing/blog_images?search=${mark}`)).data
  await page.goto('/marketing/blog_listing')
  await keepUndo(page)
  await page.getByRole('button', { name: 'Pictures' }).click()
  const drawer = page.getByRole('dialog', { name: 'Pictures' })

  await drawer
    .locator('input[type=file]')
    .setInputFiles([
      await drawing(`pump-${mark}.png`, '#4b35a8'),
      await drawing(`valve-${mark}.png`, '#0f6b6a'),
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ])
  await expect(drawer.getByText('SVG pictures can’t be used')).toBeVisible()
  await drawer.getByRole('button', { name: 'Dismiss' }).click()
  await expect(drawer.getByRole('button', { name: `Edit valve-${mark}.png` })).toBeVisible()
  await expect(drawer.getByRole('button', { name: `Edit pump-${mark}.png` })).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)

  await drawer.getByRole('button', { name: `Edit valve-${mark}.png` }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const description = page.getByRole('textbox', { name: 'Description for people who can’t see it' })
  await expect(description).toBeFocused()
  await page.keyboard.type(`A pump ${mark}`)
  await page.getByRole('button', { name: 'Top right' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowLeft')
  await expectAccessibleInThemes(page)
  await description.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved the picture')).toBeVisible()
  await expect(drawer.getByRole('button', { name: `Edit A pump ${mark}` })).toBeFocused()
  await expect
    .poll(async () =>
      (await stored()).map(({ alt, focal_x, focal_y }: Record<string, unknown>) => [alt, focal_x, focal_y]),
    )
    .toEqual([
      ['', 0.5, 0.5],
      [`A pump ${mark}`, 0.813, 0.167],
    ])

  await drawer.getByText('Without description').click()
  await expect(drawer.getByRole('button', { name: `Edit A pump ${mark}` })).toBeHidden()
  const valve = drawer.getByRole('button', { name: `Edit valve-${mark}.png` })
  await valve.focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Deleted the picture')).toBeVisible()
  await expect(valve).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await stored()).length).toBe(2)
  await expect(valve).toBeVisible()
  await drawer.getByRole('searchbox', { name: 'Search pictures' }).fill(`no such ${mark}`)
  await expect(drawer.getByText('No pictures match')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pictures' })).toBeFocused()
})
