import { SUBSCRIBE_THANKS, subscribing } from '#contract/content/subscribing.ts'
import { addressesOf } from '#server/content/subscribers/addresses.ts'
import type { MailSettings } from '#server/content/subscribers/confirmation.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'
import { implementOpen, withPages } from '#server/kit/implement.ts'
import { limited, openLimit } from '#server/kit/rate.ts'
import { allowOrigin, formPages, tokenSignal, type Intake } from '#server/leads/published.ts'
import { browserOf, networkOf } from './caps.ts'
import { NEWSLETTER_PAGE } from './page.ts'
import { subscribe } from './receive.ts'

export interface SubscribingServices {
  config: MailSettings
  intake: Intake
  tenants: Tenants
  clock: Pick<Clock, 'now'>
}

export const subscribingRoutes = (services: SubscribingServices) => {
  const { config, intake: door, tenants, clock } = services
  const byForm = openLimit(door.perMinute)
  const to = { addresses: addressesOf(config), config }

  const routes = implementOpen('subscribing', subscribing, {
    async subscribe({ request, reply, params: { form_key }, body }) {
      const { fax, form_token, consent_text, ...sent } = body
      const address = addressBlock(request.ip)
      limited(door.byAddress, address, reply)
      const form = await door.forms.byKey(form_key)
      limited(byForm, `${form.companyId}:${form.id}:${address}`, reply)
      allowOrigin(request, reply, form, door.publicUrl)
      // Nothing of a machine is stored, and it learns nothing.
      const isMachine = fax || tokenSignal(door.tokenKey, form_token, clock.now(), form.checks.fill_seconds)
      if (!isMachine) {
        const byBrowser = form_token !== undefined || request.headers.origin !== undefined
        const actor = {
          kind: 'system',
          channel: 'intake',
          act: 'subscribing.subscribe',
          requestId: request.id,
        } as const
        await tenants.write(form.companyId, actor, (tenant) =>
          subscribe(
            tenant,
            to,
            { ...sent, wording: consent_text },
            {
              formId: form.id,
              source: byBrowser ? 'website_form' : 'api',
              network: networkOf(request.ip),
              browser: browserOf(request.headers['user-agent']),
            },
          ),
        )
      }
      void reply.code(202)
      return { message: SUBSCRIBE_THANKS }
    },
  })
  return withPages(routes, { subscribe: formPages(services, NEWSLETTER_PAGE) })
}
