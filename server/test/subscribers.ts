import { subscribers, type Subscriber, type SubscriberStatus } from '#contract/content/subscribers.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import { startTestApp, type SignIn, type TestApp, type TestPerson } from './app.ts'
import { openForm } from './leads.ts'

export const NEWSLETTER_KEYS = [
  'newsletter_list',
  'newsletter_edit',
  'changes_undo_others',
] as const satisfies readonly PermissionKey[]

/** An app that sends mail, as far as nobody works its outbox off. */
export const startMailingApp = (env: Record<string, string> = {}) =>
  startTestApp({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'News <news@firm.example>',
    PUBLIC_URL: 'https://leads.firm.example',
    INTAKE_PER_MINUTE: '999999',
    ...env,
  })

let forms = 0
export const subscribersOf = (app: TestApp) => {
  const tokens = openMailTokens(app.services.config.secret)

  const put = async (
    { companyId }: Pick<TestPerson, 'companyId'>,
    email: string,
    fields: object = {},
  ): Promise<number> => {
    const all = Object.entries({ status_source: 'form', source: 'website_form', ...fields })
    const [{ id }] = await app.sql(
      companyId,
      `insert into newsletter_subscribers (company_id, email, ${all.map(([name]) => name).join()})
       values ($1, $2, ${all.map((_, at) => `$${at + 3}`).join()}) returning id`,
      [companyId, email, ...all.map(([, value]) => value)],
    )
    return Number(id)
  }

  return {
    tokens,
    put,
    /** One with this status, that has confirmed as far as its status says so. */
    putWith: (person: Pick<TestPerson, 'companyId'>, status: SubscriberStatus, email = `${status}@mill.example`) =>
      put(person, email, {
        status,
        ...(status === 'unconfirmed' ? {} : { confirmed_at: '2026-01-02T10:00:00Z' }),
        ...(status === 'blocked' ? { blocked_from: 'subscribed' } : {}),
      }),
    editor: (more: SignIn = {}) => app.signIn({ can: NEWSLETTER_KEYS, name: 'Meera Krishnan', ...more }),
    form: async (person: TestPerson) =>
      (await openForm(app, person, `news-${++forms}`, ['https://www.firm.example'])).replace('enquiry', 'newsletter'),
    send: async (url: string, body: object, ip = '203.0.113.7', headers: Record<string, string> = {}) => {
      const answer = await app.app.inject({
        method: 'POST',
        url,
        remoteAddress: ip,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
      })
      return { status: answer.statusCode, text: answer.body, headers: answer.headers }
    },
    /** Sends a page’s form, as browsers and mail programs do. */
    press: async (url: string, payload = '', type = 'application/x-www-form-urlencoded') => {
      const answer = await app.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
      return { status: answer.statusCode, text: withoutNonce(answer.body), headers: answer.headers }
    },
    open: async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
      const answer = await app.app.inject({ method, url, headers: { accept: 'text/html' } })
      return { status: answer.statusCode, text: withoutNonce(answer.body), headers: answer.headers }
    },
    statusOf: async ({ companyId }: Pick<TestPerson, 'companyId'>, id: number): Promise<string> =>
      (
        await app.sql(companyId, 'select status from newsletter_subscribers where company_id = $1 and id = $2', [
          companyId,
          id,
        ])
      )[0].status,
    /** The mails that ask to confirm, the newest first. */
    asked: async ({
      companyId,
    }: Pick<TestPerson, 'companyId'>): Promise<{ id: number; for_id: number; address: string }[]> =>
      (await app.sql(
        companyId,
        `select id::int, for_id::int, address from mails where company_id = $1 and kind = 'confirmation' order by id desc`,
        [companyId],
      )) as never,
    confirmLink: (companyId: number, { id, for_id }: { id: number; for_id: number }) =>
      `/newsletter/confirm/${tokens.sign('confirm', companyId, for_id, id)}`,
    leaveLink: (companyId: number, id: number, mailing = 0) =>
      `/newsletter/unsubscribe/${tokens.sign('unsubscribe', companyId, id, mailing)}`,
    details: async (person: TestPerson, id: number): Promise<Subscriber> =>
      (await person.call(subscribers.details, { params: { id } })).data,
  }
}

const withoutNonce = (html: string) => html.replace(/nonce="[^"]+"/, '')
