import { sql } from 'kysely'
import { vendorIntake } from '#contract/catalogue/vendor-intake.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'
import { badField } from '#server/kit/errors.ts'
import { idempotencyKey, once } from '#server/kit/idempotency.ts'
import { implementOpen, type OpenRequest } from '#server/kit/implement.ts'
import { limited, openLimit } from '#server/kit/rate.ts'
import { receive, vendorOf } from '#server/catalogue/vendor-updates/receive.ts'
import { allowOrigin, tokenSignal, type Intake } from '#server/leads/published.ts'
import { answerLink } from './answer.ts'
import { noLink, placeOf } from './link.ts'

export interface VendorIntakeServices {
  intake: Intake
  tenants: Tenants
  identity: Identity
  clock: Pick<Clock, 'now'>
  /** Digests the tokens of links. */
  key: Buffer
}

export const vendorIntakeRoutes = ({ intake: door, tenants, identity, clock, key }: VendorIntakeServices) => {
  const byForm = openLimit(door.perMinute)

  return implementOpen('vendor-intake', vendorIntake, {
    async answer({ request, reply, params: { token }, body }) {
      limited(door.byAddress, addressBlock(request.ip), reply)
      const place = await placeOf({ identity, key }, token)
      if (!place) throw noLink()
      const reference = await write(request, 'answer', place.companyId, (tenant) => ({
        scope: `vendor-link:${place.hash.toString('base64url')}`,
        sent: body,
        work: () => answerLink(tenant, place.hash, body),
      }))
      void reply.code(202)
      return { message: body.withdraw ? WITHDRAWN : THANKS, data: { reference } }
    },

    async request({ request, reply, params: { form_key }, body }) {
      const { fax, form_token, ...sent } = body
      const address = addressBlock(request.ip)
      limited(door.byAddress, address, reply)
      const form = await door.forms.byKey(form_key)
      limited(byForm, `${form.companyId}:${form.id}:${address}`, reply)
      allowOrigin(request, reply, form, door.publicUrl)
      // Nothing of a machine is stored, and it learns nothing.
      const isMachine = fax || tokenSignal(door.tokenKey, form_token, clock.now(), form.checks.fill_seconds)
      const reference = isMachine
        ? `V-${clock.now()}`
        : await write(request, 'request', form.companyId, (tenant) => ({
            scope: `form:${form.id}:vendor-update`,
            sent,
            work: () => receiveForm(tenant, sent),
          }))
      void reply.code(202)
      return { message: THANKS, data: { reference } }
    },
  })

  /** In one transaction; a repeat under its key has the first answer. */
  async function write(
    { headers, id }: OpenRequest<typeof vendorIntake.answer>['request'],
    verb: keyof typeof vendorIntake,
    companyId: number,
    prepare: (tenant: Tenant) => { scope: string; sent: object; work(): Promise<string> },
  ): Promise<string> {
    const used = idempotencyKey(headers['idempotency-key'])
    const actor = { kind: 'system', channel: 'intake', act: `vendor-intake.${verb}`, requestId: id } as const
    return tenants.write(companyId, actor, async (tenant) => {
      const { scope, sent, work } = prepare(tenant)
      return used === undefined ? work() : (await once(tenant, { scope, key: used, request: sent }, work)).answer
    })
  }
}

/** The same whatever becomes of it. */
const THANKS = 'Thank you. We received your changes and will look at them.'
const WITHDRAWN = 'You withdrew your request. Nothing will be changed.'

type FormBody = Omit<OpenRequest<typeof vendorIntake.request>['body'], 'fax' | 'form_token'>

const receiveForm = async (tenant: Tenant, { vendor_name, product_code, fields, ...sender }: FormBody) => {
  // What is not shown is not spoken of: by its code nobody learns that it exists.
  const { rows } = await sql<{ id: number }>`
    select id from products where company_id = ${tenant.companyId} and id = product_by_code(${product_code}) and discoverable
      and deleted_at is null`.execute(tenant.db)
  const [product] = rows
  if (!product) throw badField('product_code', 'We don’t know this product code.')
  const vendor = await vendorOf(tenant, { vendor_name })
  const values = [...new Map(fields.map(({ field, text }) => [field, { field, sent: text }])).values()]
  const arrival = { ...sender, vendor: { id: vendor.id, name: vendor_name.trim() }, productId: product.id } as const
  return `V-${await receive(tenant, { ...arrival, channel: 'form', values })}`
}
