import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
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
import { callerOf, newMark } from '../leads-of.ts'
import { mailing } from '../mailing.ts'

const SCREEN = '/marketing/news_letter_listing'
const DECLARATION = 'These people agreed on 3 May 2026 through the list at our stand.'

const fileOf = (mark: string, count: number) =>
  Buffer.from(
    ['Email,Name', ...Array.from({ length: count }, (_, at) => `reader${at}@${mark}.example,Reader ${at}`)].join('\n'),
  )

/** Subscribers that no other test knows, by an import with a declaration, which is done with the keyboard. */
const importReaders = async (page: Page, count: number, look: () => Promise<unknown>) => {
  const mark = newMark()
  await page.goto('/marketing/import_subscribers')
  const file = { name: `${mark}.csv`, mimeType: 'text/csv', buffer: fileOf(mark, count) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('2 of 2 columns will be imported')).toBeVisible()
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('or declare how these people agreed')
  await look()
  await page.getByRole('textbox', { name: 'Consent' }).focus()
  await page.keyboard.type(DECLARATION)
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter')
  await page.getByRole('button', { name: `Import ${count} subscribers` }).press('Enter')
  await expect(page.getByRole('button', { name: 'Revert import' })).toBeVisible({ timeout: 120_000 })
  return mark
}

/** The same without a file, and not confirmed yet. */
const addReaders = async (page: Page, count: number) => {
  const mark = newMark()
  for (let at = 0; at < count; at++)
    await callerOf(page)('POST', '/marketing/newsletter_subscribers', {
      email: `reader${at}@${mark}.example`,
      name: `Reader ${at}`,
    })
  return mark
}

const searchFor = async (page: Page, words: string) => {
  await page.keyboard.press('/')
  await page.keyboard.type(words)
  await page.keyboard.press('Escape')
}

/** How many of them have each status. */
const statusesOf = async (page: Page, mark: string): Promise<Record<string, number>> => {
  const { data } = await callerOf(page)('GET', `/marketing/newsletter-list?searchText=${mark}&pageSize=100`)
  const counts: Record<string, number> = {}
  for (const { status } of data) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

mailing(
  'whoever is added by hand gets one mail, and is subscribed once they confirm by it, by keyboard alone',
  async ({ page, browser, mail }) => {
    await signIn(page, 'admin@halden.example')
    await page.goto(SCREEN)
    await expect(heading(page, 'News Letter List')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('have not confirmed')
    await expect(rows(page).first()).toBeVisible()
    const email = `ingrid@${newMark()}.example`

    await expect(page.getByRole('button', { name: 'Add subscriber' })).toBeVisible()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add subscriber' })
    await expect(dialog.getByText('They get a mail and are on the list once they confirm.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('ingrid')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter an email address like name@example.com').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.type('Ingrid Solheim')
    await page.keyboard.press('Enter')

    const drawer = page.getByRole('dialog', { name: 'Ingrid Solheim' })
    await expect(drawer.getByText('Unconfirmed', { exact: true })).toBeVisible()
    await expect(drawer.getByText('Not confirmed yet')).toBeVisible()
    await expect
      .poll(async () => (await mail.mailsTo(email)).map(({ subject }) => subject))
      .toEqual(['Confirm your subscription'])
    await page.keyboard.press('r')
    await expect(page.getByText('No mail was sent: this mailbox got one in the last 24 hours.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()

    await page.keyboard.press('n')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^This address is on the list already: unconfirmed since/)).toBeVisible()
    expect(await mail.mailsTo(email)).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    const outside = await browser.newContext()
    const reader = await outside.newPage()
    const [link = ''] = /http\S+\/newsletter\/confirm\/\S+/.exec((await mail.mailsTo(email))[0]?.text ?? '') ?? []
    await reader.goto(new URL(new URL(link).pathname, page.url()).href)
    await expectAccessible(reader)
    await expectNoSidewaysScroll(reader)
    await reader.getByRole('button', { name: 'Confirm' }).press('Enter')
    await expect(heading(reader, 'You are subscribed')).toBeVisible()
    await expectAccessible(reader)
    await outside.close()

    await page.goto(`${SCREEN}?view=subscribed&status=subscribed&search=${email}`)
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('confirmed by link')).toBeVisible()
    await expect(drawer.getByText(/^Confirmed .* by the link in the mail/)).toBeVisible()
  },
)

test('the pages for readers are accessible and narrow, whatever is wrong with their link', async ({ page }) => {
  for (const [path, title] of [
    ['/intake/halden-demo/newsletter', 'Newsletter'],
    ['/newsletter/confirm/forged', 'This link has expired'],
    ['/newsletter/unsubscribe/forged', 'Unsubscribe'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(heading(page, 'You are unsubscribed')).toBeVisible()
  await expectAccessible(page)
})

test('a file is imported with a declaration; one of them is noted, unsubscribed, and comes back by no undo', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  await page.goto(SCREEN)
  await keepUndo(page)
  const mark = await importReaders(page, 3, () => expectAccessibleInThemes(page))
  await page.getByRole('button', { name: 'See the subscribers' }).press('Enter')
  await expect(heading(page, 'News Letter List')).toBeVisible()
  await searchFor(page, mark)
  await expect(rows(page)).toHaveCount(3)
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^Reader \d/ })

  await test.step('what they agreed to stands in its exact words, with where it is proven', async () => {
    await expect(drawer.getByText(`“${DECLARATION}”`)).toBeVisible()
    await expect(drawer.getByText(`${mark}.csv, row`).first()).toBeVisible()
    await expect(drawer.getByText('1 of 3')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await expect(drawer.getByText('2 of 3')).toBeVisible()
  })

  await test.step('a note is written where it stands', async () => {
    await drawer.getByRole('button', { name: 'Add a note' }).press('Enter')
    await page.keyboard.type('Met at the fair')
    await page.keyboard.press('Control+Enter')
    await expect(drawer.getByRole('button', { name: 'Edit note' })).toBeFocused()
    await expect(drawer.getByText('Met at the fair')).toBeVisible()
  })

  await test.step('unsubscribing asks, and has no undo', async () => {
    await page.keyboard.press('u')
    const ask = page.getByRole('dialog', { name: /^Unsubscribe Reader/ })
    await expect(ask).toContainText('Only they can subscribe again')
    await expectAccessible(page)
    await expect(ask.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await page.keyboard.type('Asked by phone')
    await page.keyboard.press('Enter')
    await expect(drawer.getByText('Unsubscribed', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^Unsubscribed Reader/)).toBeVisible()
    expect(await statusesOf(page, mark)).toEqual({ subscribed: 2, unsubscribed: 1 })
    await page.keyboard.press('Escape')
    await page.goto('/marketing/recent_changes')
    await page
      .getByRole('button', { name: /^Changed reader/ })
      .first()
      .press('Enter')
    await page.getByRole('button', { name: /^Undo/ }).first().press('Enter')
    await expect(page.getByText(/An undo subscribes nobody: only its owner can subscribe again/).first()).toBeVisible()
    expect(await statusesOf(page, mark)).toEqual({ subscribed: 2, unsubscribed: 1 })
  })
})

test('many are blocked at once, one is unblocked and one erased for good, by keyboard alone @slow', async ({
  page,
}) => {
  await signIn(page, 'admin@halden.example')
  const mark = await addReaders(page, 4)
  await page.goto(`${SCREEN}?view=all&search=${mark}`)
  await expect(rows(page)).toHaveCount(4)

  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const begin = page.getByRole('dialog').getByRole('button', { name: 'Export 4 subscribers' })
  // By then the dialog has taken the focus.
  await expect(begin).toBeEnabled()
  await begin.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Jobs' })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download' }).press('Enter')
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`reader0@${mark}.example`)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Block 3 subscribers' })
  await expect(dialog).toContainText('no form or import brings them back')
  await dialog.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.type('Competitor')
  await expect(dialog.getByText('No subscriber will be skipped.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => statusesOf(page, mark)).toEqual({ blocked: 3, unconfirmed: 1 })

  await page.goto(`${SCREEN}?view=all&status=blocked&search=${mark}`)
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^Reader \d/ })
  await expect(drawer.getByText('Competitor', { exact: true })).toBeVisible()
  await page.keyboard.press('b')
  await page.keyboard.type('Was a mistake')
  await page.keyboard.press('Enter')
  await expect.poll(() => statusesOf(page, mark)).toEqual({ blocked: 2, unconfirmed: 2 })

  await page.goto(`${SCREEN}?view=all&status=blocked&search=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('heading', { name: 'Consent' })).toBeVisible()
  await page.keyboard.press('e')
  const ask = page.getByRole('dialog', { name: /^Erase Reader/ })
  await expect(ask).toContainText('You can’t undo this.')
  await ask.getByRole('button', { name: 'Erase subscriber' }).press('Enter')
  await expect(drawer).toBeHidden()
  await expect(page.getByText('Erased the subscriber')).toBeVisible()
  expect(await statusesOf(page, mark)).toEqual({ blocked: 1, unconfirmed: 2 })
})

test('on a phone a subscriber is a card, and all of one fills the screen @slow', async ({ page }) => {
  await signIn(page, 'admin@halden.example')
  const mark = await addReaders(page, 2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${SCREEN}?view=all&search=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)
  await rows(page).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog', { name: /^Reader \d/ })
  await expect(drawer.getByText('Not confirmed yet')).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Block…' }).click()
  const ask = page.getByRole('dialog', { name: /^Block Reader/ })
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Competitor')
  await ask.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(drawer.getByText('Blocked', { exact: true }).first()).toBeVisible()
  expect(await statusesOf(page, mark)).toEqual({ blocked: 1, unconfirmed: 1 })
})
