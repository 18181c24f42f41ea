import { CONTACT_THANKS, contactForm } from '#contract/content/contact-form.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'
import { idempotencyKey, once } from '#server/kit/idempotency.ts'
import { refuseAll } from '#server/kit/errors.ts'
import { implementOpen, withPages } from '#server/kit/implement.ts'
import { limited, openLimit } from '#server/kit/rate.ts'
import { allowOrigin, contactFaults, formPages, tokenSignal, type Intake } from '#server/leads/published.ts'
import { addressesOf } from '#server/content/subscribers/addresses.ts'
import type { MailSettings } from '#server/content/subscribers/confirmation.ts'
import { browserOf, networkOf } from '#server/content/subscribing/caps.ts'
import { subscribe } from '#server/content/subscribing/receive.ts'
import { CONTACT_PAGE, WORDING } from './page.ts'
import { readMessage, receive } from './receive.ts'
import { spamIn } from './spam.ts'

export interface ContactFormServices {
  config: MailSettings
  intake: Intake
  tenants: Tenants
  clock: Pick<Clock, 'now'>
}

export const contactFormRoutes = (services: ContactFormServices) => {
  const { config, intake: door, tenants, clock } = services
  const to = { addresses: addressesOf(config), config }
  const byForm = openLimit(door.perMinute)
  const byEmail = openLimit(Math.max(10, door.perMinute / 10))

  const routes = implementOpen('contact-form', contactForm, {
    async send({ request, reply, params: { form_key }, body }) {
      const { fax, form_token, newsletter, ...sent } = body
      const address = addressBlock(request.ip)
      limited(door.byAddress, address, reply)
      const form = await door.forms.byKey(form_key)
      limited(byForm, `${form.companyId}:${form.id}:${address}`, reply)
      allowOrigin(request, reply, form, door.publicUrl)
      refuseAll(contactFaults(sent))
      const message = readMessage(sent, form.phoneCountry)
      limited(byEmail, `${form.companyId}:${form.id}:${message.email}`, reply)
      const speed = tokenSignal(door.tokenKey, form_token, clock.now(), form.checks.fill_seconds)
      const spam = [
        ...(fax ? ['a hidden field was filled in'] : []),
        ...(speed === undefined ? [] : [speed]),
        ...spamIn(`${message.name}\n${message.company}\n${message.subject}\n${message.message}`),
      ]
      const byBrowser = form_token !== undefined || request.headers.origin !== undefined
      const arrival = { formId: form.id, source: byBrowser ? 'website_form' : 'api', spam } as const

      const work = (tenant: Tenant) => receive(tenant, message, arrival)
      const used = idempotencyKey(request.headers['idempotency-key'])
      const actor = { kind: 'system', channel: 'intake', act: 'contact-form.send', requestId: request.id } as const
      const number = await tenants.write(form.companyId, actor, async (tenant) => {
        if (used === undefined) return work(tenant)
        const asked = { scope: `form:${form.id}:contact-us`, key: used, request: { ...sent, newsletter, fax } }
        return (await once(tenant, asked, () => work(tenant))).answer
      })
      if (newsletter && spam.length === 0) {
        // An act of its own: the message can be undone, and what somebody agreed to can’t.
        const asked = { ...actor, act: 'subscribing.subscribe' } as const
        const wish = { email: message.email, name: sent.name, page_url: sent.page_url, utm: sent.utm, wording: WORDING }
        const from = {
          formId: form.id,
          source: 'contact_us',
          network: networkOf(request.ip),
          browser: browserOf(request.headers['user-agent']),
        } as const
        await tenants.write(form.companyId, asked, (tenant) => subscribe(tenant, to, wish, from))
      }
      void reply.code(202)
      return { message: CONTACT_THANKS, data: { reference: `C-${number}` } }
    },
  })
  return withPages(routes, { send: formPages(services, CONTACT_PAGE) })
}
