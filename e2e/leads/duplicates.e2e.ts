import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInThemes,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  signIn,
  test,
} from '../fixtures.ts'

const EMAIL = `noor.${Date.now()}@twice-asked.example`

const addLead = async (page: Page, name: string, company: string, quantity: string) => {
  await page.goto('/marketing/add_leads')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.getByRole('textbox', { name: 'Company' }).fill(company)
  await page.getByRole('combobox', { name: 'Product 1' }).fill('Hydraulic pump')
  await page.getByRole('spinbutton', { name: 'Quantity of product 1', exact: true }).fill(quantity)
}
const saved = async (page: Page) => {
  await page.getByRole('button', { name: 'Add lead' }).click()
  const told = page.getByText(/added, no\. \d+/)
  await expect(told).toBeVisible()
  return Number(/no\. (\d+)/.exec((await told.textContent()) ?? '')?.[1])
}

test('a lead that repeats another is shown while it is typed, waits in the queue, is merged after a preview, and taken apart again', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await addLead(page, 'Noor Twice', 'Twice Asked', '3')
  const first = await saved(page)

  await addLead(page, 'Noor T.', 'Twice Asked GmbH', '5')
  await expect(page.getByText('1 lead from this person already')).toBeVisible()
  await expect(page.getByText(`No. ${first} Noor Twice`)).toBeVisible()
  await expectAccessible(page)
  const second = await saved(page)

  const group = page.getByRole('region', { name: '2 leads, same email' }).filter({ hasText: EMAIL })
  await test.step('the queue shows both side by side', async () => {
    await expect(async () => {
      await page.goto('/marketing/duplicates')
      await expect(heading(page, 'Duplicates')).toBeVisible()
      await expect(group).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(group.getByRole('listitem')).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await expectAccessibleInThemes(page)
  })

  const dialog = page.getByRole('dialog')
  await test.step('the preview tells what would be, and follows each choice', async () => {
    await page.route('**/marketing/merge_preview', async (route) => {
      const response = await route.fetch()
      const { data, ...answer } = await response.json()
      const restricted_by = { domainName: 'spam.example', becomes: 'held' }
      await route.fulfill({ response, json: { ...answer, data: { ...data, restricted_by } } })
    })
    await group.getByRole('button', { name: 'Merge' }).click()
    await expect(dialog.getByText(`Merge no. ${second} into no. ${first}`)).toBeVisible()
    await expect(dialog.getByText('with a total quantity of 8')).toBeVisible()
    await expect(dialog.getByText(`No. ${first} will be quarantined`)).toBeVisible()
    await expect(dialog.getByText('spam.example is a restricted domain')).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.unroute('**/marketing/merge_preview')
    await dialog.getByRole('radiogroup', { name: 'Products' }).getByText('3 × Hydraulic pump').click()
    await expect(dialog.getByText('with a total quantity of 3')).toBeVisible()
    await expect(dialog.getByText('will be quarantined')).toHaveCount(0)
    await dialog.getByRole('radiogroup', { name: 'Company' }).getByText('Twice Asked GmbH').click()
    await expect(dialog.getByRole('radio', { name: /Twice Asked GmbH/ })).toBeChecked()
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expectAccessible(page)
    }
    await dialog.getByRole('button', { name: `Merge into no. ${first}` }).click()
    await expect(page.getByText(`No. ${second} was merged into no. ${first}`)).toBeVisible()
    await expect(group).toHaveCount(0)
  })

  await test.step('the lead tells of it, and unmerging brings both back', async () => {
    await page.goto(`/marketing/marketing_leads_list?search=${encodeURIComponent(EMAIL)}`)
    await page.getByRole('row', { name: /Noor/ }).click()
    const drawer = page.getByRole('dialog', { name: /Noor Twice/ })
    await expect(drawer.getByText('merged two leads')).toBeVisible()
    await expect(drawer.getByText(`No. ${second} Noor T. was merged into this lead`)).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: `Unmerge no. ${second}` }).click()
    await expect(page.getByText(`Unmerged no. ${second} from no. ${first}`)).toBeVisible()
    await expect(drawer.getByRole('button', { name: `No. ${second} Noor T.` })).toBeVisible()
  })

  await test.step('what is different is remembered, until Undo', async () => {
    await page.goto('/marketing/duplicates')
    await group.getByRole('button', { name: 'Not duplicates' }).click()
    await expect(group).toHaveCount(0)
    await page.getByRole('button', { name: /Undo/ }).click()
    await expect(group).toBeVisible()
  })
})
