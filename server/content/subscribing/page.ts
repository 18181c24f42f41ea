import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SUBSCRIBER_LIMITS } from '#contract/content/subscribers.ts'
import { addressesOf } from '#server/content/subscribers/addresses.ts'
import type { MailSettings } from '#server/content/subscribers/confirmation.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { makeNonce, servePage } from '#server/kit/headers.ts'
import { escapeHtml, pageStyle } from '#server/kit/plain-page.ts'
import { contactFaults, serveForm, type FormPage, type FormPageServices } from '#server/leads/published.ts'
import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import { browserOf, networkOf } from './caps.ts'
import { openLinks, type Visitor } from './links.ts'
import { WORDING } from './receive.ts'

type Services = FormPageServices & { tenants: Tenants; config: MailSettings }
interface ByToken {
  Params: { token: string }
}

export const NEWSLETTER_PAGE: FormPage = {
  path: 'newsletter',
  title: () => 'Newsletter',
  lead: WORDING,
  button: 'Subscribe',
  namesItsPage: true,
  faults: contactFaults,
  rows: [
    {
      layout: 'two',
      fields: [
        { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', maxLength: 320 },
        { name: 'name', label: 'Name', autocomplete: 'name', maxLength: SUBSCRIBER_LIMITS.name, optional: true },
      ],
    },
  ],
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** A page says one thing and has one button, or none. */
interface Page {
  title: string
  lead: string
  button?: { label: string; does: 'confirm' | 'unsubscribe' | 'again' }
}

const UNSUBSCRIBED: Page = {
  title: 'You are unsubscribed',
  lead: 'You get no more newsletters from us.',
  button: { label: 'Subscribe again', does: 'again' },
}
const EXPIRED: Page = { title: 'This link has expired', lead: 'Enter your address again to get the newsletter.' }
const SUBSCRIBED: Page = { title: 'You are subscribed', lead: 'You can unsubscribe with one click in every mail.' }

/** What mail programs send to unsubscribe by one click (RFC 8058), as either kind of form. */
const ONE_CLICK =
  /(?:^|&)List-Unsubscribe=One-Click(?:&|$)|name="?List-Unsubscribe"?\r?\n(?:[^\r\n]{1,200}\r?\n){0,3}\r?\nOne-Click\r?\n/
const LARGEST_FORM = 4 * 1024

/** The form to subscribe by, and the plain pages behind the links of mails. Opening one changes nothing: scanners of mails do. */
export const serveNewsletterPages = async (app: FastifyInstance, services: Services) => {
  serveForm(app, services, NEWSLETTER_PAGE)
  const { tenants, config } = services
  const links = openLinks({ tenants, tokens: openMailTokens(config.secret), addresses: addressesOf(config) })
  const style = pageStyle('')
  const template = read('./page.html')

  const show = (reply: FastifyReply, { title, lead, button }: Page, status = 200) => {
    const nonce = makeNonce()
    servePage(reply, { nonce })
    const form = button
      ? `<form method="post"><button type="submit" name="act" value="${button.does}">${button.label}</button></form>`
      : ''
    const filled: Readonly<Record<string, string>> = {
      title: escapeHtml(title),
      lead: escapeHtml(lead),
      nonce,
      style,
      form,
    }
    return reply.code(status).send(template.replace(/__([a-z]+)__/g, (place, name: string) => filled[name] ?? place))
  }

  await app.register(async (pages) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      pages.addContentTypeParser(type, { parseAs: 'string', bodyLimit: LARGEST_FORM }, (_request, body, done) =>
        done(null, body),
      )
    const page = { config: { page: 'own' } } as const
    const formed = { config: { page: 'own', takesForm: true }, bodyLimit: LARGEST_FORM } as const
    const visitor = (request: { ip: string; id: string; headers: { 'user-agent'?: string | undefined } }): Visitor => ({
      requestId: request.id,
      network: networkOf(request.ip),
      browser: browserOf(request.headers['user-agent']),
    })

    pages.get<ByToken>('/newsletter/confirm/:token', page, async ({ params: { token } }, reply) => {
      const company = await links.toConfirm(token)
      return company === undefined
        ? show(reply, EXPIRED, 404)
        : show(reply, {
            title: 'Confirm your subscription',
            lead: `Press the button to get the newsletter of ${company}.`,
            button: { label: 'Confirm', does: 'confirm' },
          })
    })
    pages.post<ByToken>('/newsletter/confirm/:token', formed, async (request, reply) =>
      (await links.confirm(request.params.token, visitor(request)))
        ? show(reply, SUBSCRIBED)
        : show(reply, EXPIRED, 404),
    )

    pages.get<ByToken>('/newsletter/unsubscribe/:token', page, async ({ params: { token } }, reply) => {
      const place = await links.toUnsubscribe(token)
      if (place?.gone) return show(reply, UNSUBSCRIBED)
      return show(reply, {
        title: 'Unsubscribe',
        lead: `Press the button, and ${place?.masked ?? 'your address'} gets no more newsletters.`,
        button: { label: 'Unsubscribe', does: 'unsubscribe' },
      })
    })
    pages.post<ByToken>('/newsletter/unsubscribe/:token', formed, async (request, reply) => {
      const { token } = request.params
      const sent = typeof request.body === 'string' ? request.body : ''
      if (/(?:^|&)act=again(?:&|$)/.test(sent))
        return (await links.subscribeAgain(token, visitor(request)))
          ? show(reply, SUBSCRIBED)
          : show(reply, EXPIRED, 404)
      const byOneClick = ONE_CLICK.test(sent)
      await links.unsubscribe(token, byOneClick ? 'one_click' : 'page', visitor(request))
      // The same for every token, whosesoever it is or is not.
      return byOneClick ? reply.code(200).send() : show(reply, UNSUBSCRIBED)
    })
  })
}
