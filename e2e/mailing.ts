import type { Locator, Page } from '@playwright/test'
import { expect, rows, test } from './fixtures.ts'
import { startMailSink } from './mail-sink.ts'
import { startCopy } from './server.ts'

export type MailSink = Awaited<ReturnType<typeof startMailSink>>

/** The server by the name that mails have for it: their pictures are those of the page then. */
export const asInMails = (url: string) => url.replace('127.0.0.1', 'localhost')

/** Its server is its own and sends mail, as fast as it can; `mail` shows what came. */
export const mailing = test.extend<{ mail: MailSink }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture wants.
  mail: async ({}, use) => {
    const mail = await startMailSink()
    await use(mail)
    mail.stop()
  },
  server: [
    async ({ mail }, use) => {
      const settings = { SMTP_URL: mail.url, MAIL_FROM: 'news@halden.example', MAIL_PER_MINUTE: '100000' }
      const server = await startCopy(process.env['E2E_DEMO'] ?? '', settings)
      await use(asInMails(server.url))
      await server.stop()
    },
    { scope: 'test', timeout: 300_000 },
  ],
})

/** The post that is mailed. */
export const TITLE = 'When to replace a ball bearing'

/** Once it can be pressed. */
export const press = async (control: Locator) => {
  await expect(control).toBeEnabled()
  await control.press('Enter')
}

/** By keyboard, from the post in the list. */
export const openPanel = async (page: Page) => {
  await page.goto(`/marketing/blog_listing?view=all&search=${encodeURIComponent(TITLE)}`)
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  await expect(page.getByRole('radio', { name: /Everyone subscribed/ })).toBeVisible()
}
