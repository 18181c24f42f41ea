import type { FastifyReply, FastifyRequest } from 'fastify'
import { intake } from '#contract/leads/intake.ts'
import { readEmail } from './enquiry.ts'
import { createLead, createLeadAlone, type Arrival } from './intake.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'
import { UserError } from '#server/kit/errors.ts'
import { idempotencyKey, once } from '#server/kit/idempotency.ts'
import { implementOpen, type OpenRequest } from '#server/kit/implement.ts'
import { limited, openLimit, type Limit } from '#server/kit/rate.ts'
import type { Form, Forms } from './forms.ts'
import { tokenSignal } from './form-token.ts'

export interface IntakeServices {
  tenants: Tenants
  forms: Forms
  clock: Pick<Clock, 'now'>
  /** Signs the tokens that the form page gives out. */
  tokenKey: Buffer
  /** Digests form keys. */
  formKey: Buffer
  publicUrl: string
  /** How many enquiries one address may send through one form in a minute. */
  perMinute: number
  /** Counts whatever an address asks of a form, whether or not there is one. */
  byAddress: Limit
}

const MINUTE = 60_000

export const intakeRoutes = (services: IntakeServices) => {
  const byForm = openLimit({ most: services.perMinute, windowMs: MINUTE })
  const byEmail = openLimit({ most: Math.max(10, services.perMinute / 10), windowMs: MINUTE })

  /** One form sent: who sends too often or from elsewhere is refused, a repeat under its key gets the first answer. */
  const take = async (
    form: keyof typeof intake,
    { request, reply, params: { form_key }, body }: Sending,
    arrival: (form: Form) => Pick<Arrival, 'kind' | 'source' | 'accountType'>,
  ) => {
    const { fax, form_token, ...enquiry } = body
    const address = addressBlock(request.ip)
    limited(services.byAddress, address, reply)
    const from = await services.forms.byKey(form_key)
    const { id: formId, companyId, checks } = from
    limited(byForm, `${companyId}:${formId}:${address}`, reply)
    allowOrigin(request, reply, from, services.publicUrl)
    // As it is stored: in another spelling it is the same address.
    const mailbox = readEmail(enquiry.email)
    if (mailbox) limited(byEmail, `${companyId}:${formId}:${mailbox.email}`, reply)

    const key = idempotencyKey(request.headers['idempotency-key'])
    const signals = [
      fax ? 'a hidden field was filled in' : undefined,
      tokenSignal(services.tokenKey, form_token, services.clock.now(), checks.fill_seconds),
    ]
    const spam = signals.filter((signal) => signal !== undefined)
    const arrived = { ...arrival(from), formId, spam, spamEffect: checks.machine_effect }
    const actor = { kind: 'system', channel: 'intake', act: `intake.${form}`, requestId: request.id } as const

    const write = <T>(work: (tenant: Tenant) => Promise<T>) => services.tenants.write(companyId, actor, work)
    const numberUnder = async (used: string) => {
      const request = { scope: `form:${formId}:${form}`, key: used, request: { ...enquiry, fax } }
      const work = async (tenant: Tenant) => (await createLead(tenant, enquiry, arrived)).lead_no
      return (await write((tenant) => once(tenant, request, () => work(tenant)))).answer
    }
    const reference =
      key === undefined ? (await createLeadAlone(write, enquiry, arrived)).lead_no : await numberUnder(key)
    void reply.code(202)
    return { message: THANKS[form], data: { reference: String(reference) } }
  }

  return implementOpen('intake', intake, {
    enquiry: (sent) => take('enquiry', sent, ({ source }) => ({ source: source ?? 'website_form' })),

    registration: (sent) =>
      take('registration', sent, () => ({
        kind: 'registration',
        source: 'registration',
        ...(sent.body.account_type && { accountType: sent.body.account_type }),
      })),
  })
}

type Sending = Pick<OpenRequest<typeof intake.enquiry>, 'request' | 'reply' | 'params' | 'body'>

/** The same whatever became of the enquiry: nobody learns here who is known, held back or taken for a machine. */
const THANKS = {
  enquiry: 'Thank you. We received your enquiry and will get back to you.',
  registration: 'Thank you. We received your registration and will get back to you.',
}

/** Pages of other sites may send the form only when the form lists them; callers that are no browser name no origin. */
const allowOrigin = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: Pick<Form, 'allowedOrigins'>,
  publicUrl: string,
) => {
  const { origin } = request.headers
  if (origin === undefined || isOwn(origin, request, publicUrl)) return
  if (!form.allowedOrigins.includes(origin)) throw new UserError(403, 'This form can’t be sent from this page.')
  allowCrossOrigin(reply, origin)
}

export const isOwn = (origin: string, request: FastifyRequest, publicUrl: string) =>
  origin === publicUrl || origin === `${request.protocol}://${request.headers.host}`

export const allowCrossOrigin = (reply: FastifyReply, origin: string) =>
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, idempotency-key',
    'access-control-max-age': '600',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Origin',
  })
