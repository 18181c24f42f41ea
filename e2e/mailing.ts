import { test } from './fixtures.ts'
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
