import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  pick,
  rows,
  signIn,
  test,
  THEMES,
  workIn,
} from '../fixtures.ts'
import { addLeadsOf, callerOf } from '../leads-of.ts'

/** Chooses everything that a list shows, which is more than its page. */
const chooseAll = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^Select all [\d,]+ in this view$/ }).click()
  const told = await page.getByText(/^All [\d,]+ in this view selected$/).innerText()
  return Number(told.replaceAll(/\D/g, ''))
}

// First: the next test starts whatever can be started.
test('more leads than can be chosen one by one are checked by a job that shows its progress, and nobody begins before', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const count = await chooseAll(page, '/marketing/marketing_leads_list')
  expect(count).toBeGreaterThan(1_000)
  const told = Promise.withResolvers<void>()
  await page.route('**/marketing/bulk_foreseen/*', async (route) => {
    await told.promise
    await route.continue()
  })
  const dialog = page.getByRole('dialog', { name: /^Set [\d,]+ leads in progress$/ })
  const begin = dialog.getByRole('button', { name: /in progress$/ })

  const looked = page.waitForRequest(/bulk_foreseen\/\d+$/)
  await page.getByRole('button', { name: 'In progress' }).click()
  await expect(dialog.getByText('Checking each lead')).toBeVisible()
  await looked
  await expect(begin).toBeDisabled()
  const cancelled = page.waitForResponse(/jobs\/\d+\/cancel$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await cancelled).status()).toBe(200)
  await expect(dialog).toHaveCount(0)
  const late: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/cancel') && late.push(request.url())))

  await page.getByRole('button', { name: 'In progress' }).click()
  await expect(begin).toBeDisabled()
  told.resolve()
  await expect(dialog.getByText(/leads will be skipped:$/)).toBeVisible()
  await expect(begin).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(
    (await callerOf(page)('GET', '/marketing/jobs')).data.filter(({ kind }: { kind: string }) =>
      kind.startsWith('foresee'),
    ),
  ).toEqual([])
  // The check had ended, so there was nothing to cancel.
  expect(late).toEqual([])
})

test('everything in a view is acted on: foreseen first, done behind the page, told at the end, also after a reload', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const count = await chooseAll(page, '/marketing/marketing_leads_list?status=assigned&status=new')
  expect(count).toBeGreaterThan(20)

  await page.getByRole('button', { name: 'In progress' }).click()
  const dialog = page.getByRole('dialog', { name: `Set ${count} leads in progress` })
  await expect(dialog.getByText(/can’t be set in progress/)).toBeVisible()
  await expectAccessible(page)
  const begin = dialog.getByRole('button', { name: /^Set \d+ leads? in progress$/ })
  const able = Number((await begin.innerText()).replaceAll(/\D/g, ''))
  expect(able).toBeLessThan(count)
  await begin.click()

  const panel = page.getByRole('dialog', { name: 'Jobs' })
  await expect(panel.getByText(`${able} in progress, ${count - able} skipped`)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Jobs' }).click()
  await expect(panel.getByText(`${able} in progress, ${count - able} skipped`)).toBeVisible()
  await panel.getByRole('button', { name: /^Show \d+ skipped$/ }).click()
  await expect(panel.getByText(/^\d+ (are|is) new and can’t be set in progress/).first()).toBeVisible()
  await expect(panel.getByText(/This lead is new and can’t be set in progress/).first()).toBeVisible()
  await expectNoSidewaysScroll(page)

  await panel
    .getByRole('link', { name: /^No\. \d+$/ })
    .first()
    .click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/marketing\/all_leads\?lead=\d+$/)
  await expect(page.getByRole('dialog').locator('.lead-name').first()).toBeVisible()
})

test('the bar of the selected leads keeps one row, and holds what does not fit behind More @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/registration_leads?view=all')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('checkbox').first().check()
  const bar = page.getByRole('toolbar', { name: 'Selected leads' })
  const height = async () => (await bar.boundingBox())?.height ?? 0
  await expect(bar.getByText('20 selected')).toBeVisible()
  expect(await height()).toBeLessThan(60)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(bar.getByRole('button', { name: /^Select all \d+ in this view$/ })).toBeVisible()
  expect(await height()).toBeLessThan(110)
  await bar.getByRole('button', { name: 'More' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Put on hold' }).click()
  await expect(page.getByRole('dialog', { name: 'Put 20 leads on hold' })).toBeVisible()
})

test('leads are put on hold together until a day @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  await page.goto('/marketing/assigned_leads?view=all&status=in-progress')
  await expect(rows(page).first()).toBeVisible()
  for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put 2 leads on hold' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await pick(page, /in 5 days$/)
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Trade fair week')
  await expect(dialog.getByText('No lead will be skipped.')).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByRole('button', { name: 'Put 2 leads on hold' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Jobs' }).getByText('2 on hold')).toBeVisible()
})

test('an export is written behind the page and downloaded as the list was', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const count = await chooseAll(page, '/marketing/marketing_leads_list?status=invalid&sort=name&order=asc')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export [\d,]+ leads$/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Jobs' })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download' }).click()

  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.slice(0, 30)).toContain('"Lead no.","Received","Name"')
  expect(text.split('"Invalid"').length + text.split('"invalid"').length - 2).toBe(count)
})

test('a comment on several leads whose answer is lost goes on where it stopped, past a lead that refuses it: each has it once @slow', async ({
  page,
}) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 4)
  await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^Comment/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Comment on 4 leads' })
  await dialog.getByRole('textbox').fill('Seen at the fair')

  // The first is stored, the second is stored and its answer lost, the third is refused.
  const refusal = { success: false, message: 'This lead takes no comment now.', code: 'conflict' }
  let sent = 0
  await page.route('**/marketing/addComments', async (route) => {
    sent += 1
    if (sent === 2) {
      await route.fetch()
      return route.abort('connectionreset')
    }
    return sent === 4 ? route.fulfill({ status: 409, json: refusal }) : route.continue()
  })
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  await expect(dialog.getByText(/Unable to reach server/)).toBeVisible()
  await expect(dialog.getByText('1 of 4')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  await expect(
    page.getByText(/^Comment added to 3 leads, 1 left out\. .+: This lead takes no comment now\.$/),
  ).toBeVisible()
  await expect(dialog).toHaveCount(0)

  expect(sent).toBe(5)
  const call = callerOf(page)
  const { data: leads } = await call('GET', `/marketing/marketing_leads_list?search=${mark}`)
  const stored: number[] = []
  for (const { id } of leads) stored.push((await call('GET', `/marketing/lead_comments/${id}`)).data.length)
  expect(stored.toSorted()).toEqual([0, 1, 1, 1])
})

test('an act on many leads whose answer was lost, begun again, is the same job @slow', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'qa@halden', 2)
  await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('toolbar').getByRole('button', { name: 'In progress' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set 2 leads in progress' })
  await expect(dialog.getByText('No lead will be skipped.')).toBeVisible()
  const jobs = async () => (await callerOf(page)('GET', '/marketing/jobs')).data.length
  const before = await jobs()

  let lost = 0
  await page.route('**/marketing/bulk_inprogress', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  const begin = dialog.getByRole('button', { name: 'Set 2 leads in progress' })
  await begin.click()
  await expect(dialog.getByText(/Unable to reach server/)).toBeVisible()
  await begin.click()
  await expect(page.getByRole('dialog', { name: 'Jobs' }).getByText('2 in progress').first()).toBeVisible()
  expect(lost).toBe(1)
  expect(await jobs()).toBe(before + 1)
})

test('words for many leads that were not sent are offered the next time, to their author and in their company alone @slow', async ({
  page,
}) => {
  const comment = page.getByRole('dialog').getByRole('textbox', { name: 'Comment' })
  const open = async () => {
    // More than a page in each company, which no other test makes fewer.
    await chooseAll(page, '/marketing/marketing_leads_list?status=invalid')
    await page.getByRole('button', { name: /^Comment/ }).click()
    await expect(comment).toBeFocused()
  }
  const offer = page.getByRole('button', { name: 'Continue' })
  await signIn(page, 'admin@halden.example')
  await workIn(page, 'Halden & Pryce Supply')
  await open()
  await comment.fill('Closed over the holidays')
  await page.keyboard.press('Escape')
  await expect(comment).toHaveCount(0)

  await test.step('not in another company', async () => {
    await workIn(page, 'Meridian Instruments')
    await open()
    await expect(offer).toHaveCount(0)
    await workIn(page, 'Halden & Pryce Supply')
  })
  await test.step('not to whoever signs in after them', async () => {
    await signIn(page, 'manager@halden.example')
    await open()
    await expect(offer).toHaveCount(0)
    await signIn(page, 'admin@halden.example')
  })
  await test.step('offered, since the leads may be others; sent, it is forgotten', async () => {
    await open()
    await expect(comment).toHaveValue('')
    await expectAccessible(page)
    await offer.click()
    await expect(comment).toHaveValue('Closed over the holidays')
    await page.getByRole('button', { name: /^Comment on \d+ leads$/ }).click()
    await expect(page.getByRole('dialog', { name: 'Jobs' })).toBeVisible()
    await open()
    await expect(offer).toHaveCount(0)
  })
})

test('a lead is assigned by keyboard alone to somebody whose load is shown', async ({ page }) => {
  await signIn(page, 'manager@halden.example')
  const mark = await addLeadsOf(page, 'manager@halden', 1)
  await page.goto(`/marketing/marketing_leads_list?search=${mark}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().getByRole('checkbox').press('Space')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^Assign / })
  await expect(dialog.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
  const people = dialog.getByRole('option')
  await expect(people.first()).toContainText(/\d+ open/)
  const loads = (await people.allInnerTexts()).filter((text) => !/Away|Paused/.test(text))
  const open = loads.map((text) => Number(/([\d,]+)\+? open/.exec(text)?.[1]?.replaceAll(',', '')))
  expect(open).toEqual(open.toSorted((one, other) => one - other))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.keyboard.type('lucía')
  const confirm = dialog.getByRole('button', { name: 'Assign to Lucía Fernández' })
  await expect(confirm).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rows(page).first()).toContainText('Lucía')
})
