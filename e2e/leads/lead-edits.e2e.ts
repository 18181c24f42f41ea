import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, keepUndo, signIn, test } from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

test('what was sent is corrected in the drawer, and a lead is deleted and comes back without being asked twice', async ({
  page,
}) => {
  await signIn(page, 'manager@meridian.example')
  await keepUndo(page)
  await page.goto('/marketing/marketing_leads_list?status=valid')
  const row = page.locator('[data-row-key]').first()
  await expect(row).toBeVisible()
  const id = await row.getAttribute('data-row-key')
  await row.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: /Edit original details/ }).click()

  const city = drawer.getByLabel(/^City/)
  await expect(city).toBeVisible()
  const before = await city.inputValue()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await drawer.getByLabel(/^Name/).fill('')
  await drawer.getByRole('button', { name: /^Save/ }).click()
  await expect(drawer.getByRole('alert')).toContainText('Enter the name')
  await drawer.getByLabel(/^Name/).fill('Corrected Name')
  await city.fill('Tromsø')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Corrected Name saved')).toBeVisible()
  await expect(drawer.getByText('Tromsø').first()).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Undid “Corrected Name saved”', { exact: true })).toBeVisible()
  await page.goto(`/marketing/marketing_leads_list?lead=${id}`)
  await expect(drawer.getByText('Tromsø')).toHaveCount(0)
  expect(before).not.toBe('Tromsø')

  const heading = drawer.getByRole('heading', { level: 2 }).locator('.lead-name')
  await expect(heading).not.toHaveText('Lead')
  const name = (await heading.innerText()).trim()
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} deleted`)).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByText(`Restored ${name}`)).toBeVisible()
  await page.goto(`/marketing/marketing_leads_list?lead=${id}`)
  await expect(drawer.getByRole('heading', { level: 2 })).toContainText(name)
})

/** The first such call waits until it is let go. */
const hold = async (page: Page, url: string) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      await promise
      await route.continue()
    },
    { times: 1 },
  )
  return resolve
}

/** Opens the lead again, as whoever has left it comes back to it. */
const comeBack = async (page: Page, drawer: Locator) => {
  await page.reload()
  await expect(drawer.locator('.lead-name')).not.toHaveText('Lead')
}

test('what was begun about a lead waits for whoever comes back: a comment, a correction, why it is invalid @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@meridian.example')
  const mark = await addLeadsOf(page, 'manager@meridian', 1)
  await page.goto(`/marketing/assigned_leads?search=${mark}`)
  await page.locator('[data-row-key]').first().click()
  const drawer = page.getByRole('dialog').first()
  const note = drawer.getByRole('textbox', { name: /^Note/ })
  const comment = drawer.getByRole('textbox', { name: 'Comment', exact: true })
  const city = drawer.getByLabel(/^City/)
  const id = Number(new URL(page.url()).searchParams.get('lead'))

  await test.step('a note leaves with Escape and comes back with the key', async () => {
    await expect(drawer.getByRole('button', { name: /Validate and next/ })).toBeVisible()
    await page.keyboard.press('i')
    await note.fill('They sell')
    await note.press('Escape')
    await expect(note).toHaveCount(0)
    await comment.fill('Ask @Adri')
    await comeBack(page, drawer)
    await expect(comment).toHaveValue('Ask @Adri')
    await drawer.locator('.lead-name').click()
    await page.keyboard.press('i')
    await expect(note).toHaveValue('They sell')
    await note.press('Escape')
  })

  await test.step('a comment that was sent is begun no more, and what is typed meanwhile is the next one', async () => {
    const letGo = await hold(page, '**/marketing/addComments')
    await comment.press('Control+Enter')
    await comment.press('End')
    await comment.pressSequentially(' on Monday')
    letGo()
    await expect(drawer.locator('.comment-said').filter({ hasText: 'Ask @Adri' })).toBeVisible()
    await expect(comment).toHaveValue('Ask @Adri on Monday')
    await comeBack(page, drawer)
    await expect(comment).toHaveValue('Ask @Adri on Monday')
    await comment.fill('')
    await comeBack(page, drawer)
    await expect(comment).toHaveValue('')
  })

  await test.step('a change of a comment stays open until it is saved, or given up, which Undo takes back', async () => {
    const said = (text: string) => drawer.locator('.comment-said').filter({ hasText: text })
    const editor = drawer.getByRole('textbox', { name: 'Edit comment' })
    await said('Ask @Adri').getByRole('button', { name: 'Edit' }).click()
    await editor.fill('Ask @Adri tomorrow')
    await comeBack(page, drawer)
    await expect(editor).toHaveValue('Ask @Adri tomorrow')
    await expect(editor).not.toBeFocused()
    await expectAccessible(page)
    await editor.press('Escape')
    await expect(said('Ask @Adri')).toBeVisible()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(editor).toHaveValue('Ask @Adri tomorrow')

    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(said('Ask @Adri tomorrow')).toBeVisible()
    await comeBack(page, drawer)
    await expect(said('Ask @Adri tomorrow')).toBeVisible()
    await expect(editor).toHaveCount(0)
  })

  await test.step('a change of a comment that was changed elsewhere since is forgotten', async () => {
    const editor = drawer.getByRole('textbox', { name: 'Edit comment' })
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
    await editor.fill('Ask nobody')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Edit', exact: true }).click()
    await other.getByRole('textbox', { name: 'Edit comment' }).fill('Ask @Adri on Friday')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.locator('.comment-said').filter({ hasText: 'on Friday' })).toBeVisible()
    await other.close()
    await comeBack(page, drawer)
    await expect(drawer.locator('.comment-said').filter({ hasText: 'on Friday' })).toBeVisible()
    await expect(editor).toHaveCount(0)
  })

  await test.step('a correction is told what others have changed since it was begun', async () => {
    const call = callerOf(page)
    const edit = () => page.keyboard.press('Shift+E')
    await drawer.locator('.lead-name').click()
    await edit()
    await city.fill('Kiel')
    await drawer.getByRole('button', { name: /^Cancel/ }).click()
    const { data: sent } = await call('GET', `/marketing/lead/${id}`)
    await call('POST', '/marketing/update_enquiry_leads_with_products', {
      enquiryId: id,
      city: 'Bremen',
      message: 'Twelve of them, by Friday',
      products: [{ ...sent.products[0], quantity: 12, total_quantity: 12 }],
    })
    await comeBack(page, drawer)
    await drawer.locator('.lead-name').click()
    await edit()
    await expect(city).toHaveValue('Bremen')
    await drawer.getByRole('button', { name: 'Continue' }).click()
    await expect(city).toHaveValue('Kiel')
    await expectAccessible(page)
    await drawer.getByRole('button', { name: /^Save/ }).click()
    await expect(drawer.getByRole('row').filter({ hasText: 'Bremen' })).toBeVisible()
    await expect(drawer.getByRole('row').filter({ hasText: 'Twelve of them' })).toBeVisible()
    const { data: kept } = await call('GET', `/marketing/lead/${id}`)
    expect([kept.city, kept.message, kept.total_quantity]).toEqual(['Bremen', 'Twelve of them, by Friday', 12])

    await drawer.getByRole('button', { name: 'Keep mine' }).click()
    await drawer.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText(/ saved$/)).toBeVisible()
    const { data: saved } = await call('GET', `/marketing/lead/${id}`)
    expect([saved.city, saved.message, saved.total_quantity]).toEqual(['Kiel', 'Twelve of them, by Friday', 12])
    await drawer.locator('.lead-name').click()
    await edit()
    await expect(city).toHaveValue('Kiel')
    await expect(drawer.getByRole('button', { name: 'Continue' })).toHaveCount(0)

    // As long as nothing is typed the form follows what others do.
    await call('POST', '/marketing/update_enquiry_leads', { enquiryId: id, city: 'Ulm' })
    await expect(city).toHaveValue('Ulm')
    await city.fill('Jena')
    await drawer.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText(/ saved$/).first()).toBeVisible()
    await expect.poll(async () => (await call('GET', `/marketing/lead/${id}`)).data.city).toBe('Jena')
  })

  await test.step('so is a verdict, and what is then compared is told no more', async () => {
    const call = callerOf(page)
    const comments = drawer.getByLabel(/^Comments/)
    const changed = drawer.getByText(/^Changed since you opened it/)
    await comments.fill('Calls back on Friday')
    await call('POST', '/marketing/update_enquiry_leads', { enquiryId: id, city: 'Celle' })
    await comeBack(page, drawer)
    await expect(city).toHaveValue('Celle')
    await drawer.getByRole('button', { name: 'Continue' }).click()
    await expect(comments).toHaveValue('Calls back on Friday')
    await expect(changed).toHaveText('Changed since you opened it: City')
    await drawer.getByRole('button', { name: 'Show', exact: true }).click()
    await drawer.getByRole('button', { name: 'Decide on the current version' }).click()
    await expect(city).toHaveValue('Celle')
    await comeBack(page, drawer)
    await drawer.getByRole('button', { name: 'Continue' }).click()
    await expect(comments).toHaveValue('Calls back on Friday')
    await expect(city).toHaveValue('Celle')
    await expect(changed).toHaveCount(0)
  })
})
