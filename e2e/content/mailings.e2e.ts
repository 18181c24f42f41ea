import type { Browser } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInThemes,
  expectNoSidewaysScroll,
  heading,
  rows,
  signIn,
  test,
} from '../fixtures.ts'
import { callerOf, newMark } from '../leads-of.ts'
import { asInMails, mailing, openPanel, press, TITLE, type MailSink } from '../mailing.ts'

const MARKETING = 'admin@halden.example'
const BLOGS = '/marketing/blog_listing'
const SUBSCRIBERS = '/marketing/news_letter_listing'

mailing(
  'a reader subscribes and confirms, gets the update that is sent at last, and leaves by one click',
  async ({ page, browser, mail }) => {
    const mark = newMark()
    const reader = `reader@${mark}.example`
    const doubtful = `doubtful@${mark}.example`
    const updatesTo = async (address: string) =>
      (await mail.mailsTo(address)).filter(({ subject }) => subject?.startsWith(TITLE))

    await test.step('readers subscribe on the public page and confirm by the link in a mail', async () => {
      for (const address of [reader, doubtful]) await subscribe(browser, mail, address)
      await signIn(page, MARKETING)
      await page.goto(`${SUBSCRIBERS}?view=subscribed&search=${mark}`)
      await expect(rows(page)).toHaveCount(2)
    })

    const panel = page.getByRole('dialog', { name: 'Send update' })
    await test.step('what keeps the update from being sent is said, and leads to where it is mended', async () => {
      await callerOf(page)('PUT', '/marketing/update_site', { postal_address: '' })
      await openPanel(page)
      await expect(panel.getByText('Enter the company’s postal address')).toBeVisible()
      await expect(panel.getByRole('button', { name: /^Send update to/ })).toBeDisabled()
      await expectAccessible(page, '.send-panel')
      await press(panel.getByRole('link', { name: 'Open Web site' }))
      await press(page.getByRole('button', { name: 'Edit web site' }))
      await page.getByLabel('Postal address').fill('Halden & Pryce Supply\nKajen 4, Bergen')
      await press(page.getByRole('button', { name: 'Save web site' }))
      await expect(page.getByText('Web site saved')).toBeVisible()
    })

    await test.step('the panel shows the mail and the audience, and sends a test', async () => {
      await openPanel(page)
      await expect(panel.frameLocator('iframe').getByText(TITLE).first()).toBeVisible()
      await expect(panel.getByText(/ will get it\./)).toContainText(/[1-9]/)
      await panel.getByLabel('Subject').fill(`${TITLE} ${mark}`)
      await expect(panel.frameLocator('iframe').getByText(TITLE).first()).toBeVisible()
      await press(panel.getByRole('button', { name: 'Send test to me' }))
      await expect(page.getByText(`Sent a test mail to ${MARKETING}`)).toBeVisible()
      await expect
        .poll(async () => (await updatesTo(MARKETING)).length + (await mail.mailsTo(MARKETING)).length)
        .not.toBe(0)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
    })

    const box = page.getByRole('region', { name: TITLE })
    await test.step('one that is cancelled while it is held sends nothing', async () => {
      await openPanel(page)
      await press(panel.getByRole('button', { name: /^Send update to/ }))
      await expect(box.getByText('On hold')).toBeVisible()
      await expectAccessibleInThemes(page)
      await expectNoSidewaysScroll(page)
      await press(box.getByRole('button', { name: 'Cancel mailing' }))
      await expect(page.getByText(`Cancelled ${TITLE}. Nothing was sent.`)).toBeVisible()
      await expect(box.getByText('Cancelled', { exact: true }).first()).toBeVisible()
      expect(await updatesTo(reader)).toEqual([])
    })

    await test.step('another is sent now, and is seen to its end', async () => {
      mail.dropNext(doubtful)
      await openPanel(page)
      await press(panel.getByRole('button', { name: /^Send update to/ }))
      await press(box.getByRole('button', { name: 'Send now' }))
      await expect(box.getByText('Done', { exact: true })).toBeVisible({ timeout: 300_000 })
      expect(await updatesTo(reader)).toHaveLength(1)
    })

    await test.step('of the one that nobody knows about, a person decides that it arrived', async () => {
      const doubt = box.getByRole('region', { name: 'In doubt 1' })
      await expect(doubt.getByText(doubtful)).toBeVisible()
      await expect(doubt.getByText(/^Send again from/)).toBeVisible()
      await expectAccessible(page)
      await press(doubt.getByRole('button', { name: 'Count as sent' }))
      await expect(doubt).toBeHidden()
      await expect(box).toBeFocused()
      expect(await updatesTo(doubtful)).toEqual([])
    })

    await test.step('the mail unsubscribes its reader by one click', async () => {
      const [update] = await updatesTo(reader)
      const header = (key: string) => update?.headers.find((each) => each.key === key)?.value ?? ''
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      const address = new URL(/<(http[^>]+)>/.exec(header('list-unsubscribe'))?.[1] ?? '')
      const left = await page.request.post(address.pathname, { form: { 'List-Unsubscribe': 'One-Click' } })
      expect(left.status()).toBe(200)
      await page.goto(`${SUBSCRIBERS}?view=all&search=${encodeURIComponent(reader)}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page).first()).toContainText('Unsubscribed')
    })

    await test.step('the tab of mailings has both, and leads to each', async () => {
      await press(page.getByRole('link', { name: /^Mailings/ }))
      await expect(heading(page, 'News Letter List')).toBeVisible()
      await expect(rows(page).filter({ hasText: TITLE })).toHaveCount(2)
      await expectAccessibleInThemes(page)
      await rows(page).filter({ hasText: 'Cancelled' }).first().focus()
      await page.keyboard.press('Enter')
      await expect(heading(page, TITLE)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(heading(page, 'News Letter List')).toBeVisible()
    })
  },
)

const local = test.extend({ baseURL: ({ server }, use) => use(asInMails(server)) })

local('publishing leads to the update mail, which says what a server without mail lacks @slow', async ({ page }) => {
  await signIn(page, MARKETING)
  await page.goto(`${BLOGS}?view=changes&search=${encodeURIComponent('peristaltic pump in')}`)
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible()
  await page.keyboard.press('Control+Shift+Enter')
  const drawer = page.getByRole('dialog', { name: 'Publish changes' })
  await expect(drawer.getByText('Everything is fine')).toBeVisible()
  await drawer.getByRole('switch', { name: 'Prepare the update mail' }).press('Space')
  await expectAccessible(page, '.publish')
  await page.keyboard.press('Control+Enter')
  const panel = page.getByRole('dialog', { name: 'Send update' })
  await expect(panel.getByText(/^No mail server is set up\./)).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Send update to/ })).toBeDisabled()
  await page.goto('/marketing/configuration?section=mail')
  await expect(page.getByText('No mail server is set up')).toBeVisible()
  await expectAccessibleInThemes(page)
  await expectNoSidewaysScroll(page)
  await press(page.getByRole('button', { name: 'Edit mail' }))
  await page.getByLabel('Sender’s name').fill('Halden news')
  await press(page.getByRole('button', { name: 'Save mail settings' }))
  await expect(page.getByText('Halden news', { exact: true })).toBeVisible()
})

/** In a profile of their own, as anybody on the way through the public page. */
const subscribe = async (browser: Browser, mail: MailSink, address: string) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto('/intake/halden-demo/newsletter')
  await page.getByLabel('Email').fill(address)
  // Quicker than anybody writes, it would be taken for a machine.
  await page.waitForTimeout(1_600)
  await press(page.getByRole('button', { name: 'Subscribe' }))
  await expect(page.getByText('Thank you. If the address is right')).toBeVisible()
  await expect.poll(async () => (await mail.mailsTo(address)).length).toBe(1)
  const [asked] = await mail.mailsTo(address)
  await page.goto(/\/newsletter\/confirm\/[\w.-]+/.exec(asked?.text ?? '')?.[0] ?? '')
  await press(page.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
  await context.close()
}
