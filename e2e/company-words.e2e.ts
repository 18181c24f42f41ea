import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  keepUndo,
  signIn,
  test,
  THEMES,
  useTheme,
} from './fixtures.ts'
import { addLeadsOf } from './leads-of.ts'

test('a company’s own reason is given at the desk and found by; taken back, it is offered no more', async ({
  page,
}) => {
  const name = `No budget ${Date.now()}`
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'manager', 1)
  await keepUndo(page)
  await page.goto('/marketing/configuration?section=reasons')

  await test.step('a name that is taken stays in the form, and says so', async () => {
    await page.getByRole('button', { name: 'Add reason' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add reason' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('duplicate')
    await dialog.getByRole('button', { name: 'Add reason' }).click()
    await expect(dialog.getByText('There is one of this name already. Choose another name.').first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Add reason' }).click()
    await expect(page.getByRole('switch', { name: `Offer ${name}` })).toBeChecked()
  })
  for (const theme of THEMES) {
    await useTheme(page, theme)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)

  await test.step('it is given at the desk', async () => {
    await page.goto(`/marketing/assigned_leads?search=${mark}&lead=next`)
    const desk = page.getByRole('dialog')
    await desk.getByRole('button', { name: /^Mark invalid/ }).click()
    await desk.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByTitle(name, { exact: true }).click()
    await desk.getByRole('button', { name: /^Mark invalid/ }).click()
    await expect(page.getByText(/^Marked invalid: /)).toBeVisible()
  })

  await test.step('the list is filtered by it', async () => {
    await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
    await page.getByRole('button', { name: 'Reason filter' }).click()
    await page.getByRole('checkbox', { name }).click()
    await expect(page).toHaveURL(/reason=no_budget_/)
    await page.keyboard.press('Escape')
    await page
      .getByText(/^Person /)
      .first()
      .click()
    await expect(page.getByText(`Invalid: ${name}`)).toBeVisible()
  })

  await test.step('its adding is undone: the lead still says why, nobody is offered it', async () => {
    await page.goto('/marketing/configuration?section=reasons')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: `Undo: Added the reason ${name}` }).click()
    await expect(page.getByRole('switch', { name: `Offer ${name}` })).toBeHidden()
    await expect(heading(page, 'Configuration')).toBeVisible()
    await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
    await page
      .getByText(/^Person /)
      .first()
      .click()
    await expect(page.getByText(`Invalid: ${name}`)).toBeVisible()
  })
})
