import { intake } from '#contract/leads/intake.ts'
import { readSentEmails } from './further.ts'
import { createLead, createLeadAlone, type Arrival } from './intake.ts'
import type { Clock } from '#server/db/clock.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'
import { idempotencyKey, once } from '#server/kit/idempotency.ts'
import { refuseAll } from '#server/kit/errors.ts'
import { implementOpen, withPages, type OpenRequest } from '#server/kit/implement.ts'
import { limited, openLimit } from '#server/kit/rate.ts'
import { allowOrigin } from './cross-origin.ts'
import { enquiryFaults } from './enquiry-faults.ts'
import { ENQUIRY_PAGE, REGISTRATION_PAGE } from './form-pages.ts'
import type { Form } from './forms.ts'
import { tokenSignal } from './form-token.ts'
import type { Intake } from './open.ts'
import { formPages } from './page.ts'
import { suspicionOf } from '#server/leads/enquiry-checks/suspicion.ts'

export interface IntakeServices {
  intake: Intake
  tenants: Tenants
  clock: Pick<Clock, 'now'>
}

export const intakeRoutes = (services: IntakeServices) => {
  const { intake: door, tenants, clock } = services
  const byForm = openLimit(door.perMinute)
  const byEmail = openLimit(Math.max(10, door.perMinute / 10))

  /** One form sent: who sends too often or from elsewhere is refused, a repeat under its key gets the first answer. */
  const take = async (
    form: keyof typeof intake,
    { request, reply, params: { form_key }, body }: Sending,
    arrival: (form: Form) => Pick<Arrival, 'kind' | 'source' | 'accountType'>,
  ) => {
    const { fax, form_token, ...enquiry } = body
    const address = addressBlock(request.ip)
    limited(door.byAddress, address, reply)
    const from = await door.forms.byKey(form_key)
    const { id: formId, companyId, phoneCountry, checks } = from
    limited(byForm, `${companyId}:${formId}:${address}`, reply)
    allowOrigin(request, reply, from, door.publicUrl)
    refuseAll(enquiryFaults(enquiry, phoneCountry))
    // As it is stored: in another spelling it is the same address.
    const [mailbox] = readSentEmails(enquiry.email)
    if (mailbox) limited(byEmail, `${companyId}:${formId}:${mailbox.email}`, reply)

    const key = idempotencyKey(request.headers['idempotency-key'])
    const signals = [
      fax ? 'a hidden field was filled in' : undefined,
      tokenSignal(door.tokenKey, form_token, clock.now(), checks.fill_seconds),
    ]
    const machine = signals.filter((signal) => signal !== undefined)
    const products = enquiry.products?.map(({ product_name }) => product_name) ?? []
    const suspicion = suspicionOf(machine, { ...enquiry, products }, checks)
    const arrived = { ...arrival(from), formId, phoneCountry, suspicion, countsRepeats: true as const }
    const actor = { kind: 'system', channel: 'intake', act: `intake.${form}`, requestId: request.id } as const

    const write = <T>(work: (tenant: Tenant) => Promise<T>) => tenants.write(companyId, actor, work)
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

  const routes = implementOpen('intake', intake, {
    enquiry: (sent) => take('enquiry', sent, ({ source }) => ({ source: source ?? 'website_form' })),

    registration: (sent) =>
      take('registration', sent, () => ({
        kind: 'registration',
        source: 'registration',
        ...(sent.body.account_type && { accountType: sent.body.account_type }),
      })),
  })
  return withPages(routes, {
    enquiry: formPages(services, ENQUIRY_PAGE),
    registration: formPages(services, REGISTRATION_PAGE),
  })
}

type Sending = Pick<OpenRequest<typeof intake.enquiry>, 'request' | 'reply' | 'params' | 'body'>

/** The same whatever became of the enquiry: nobody learns here who is known, held back or taken for a machine. */
const THANKS = {
  enquiry: 'Thank you. We received your enquiry and will get back to you.',
  registration: 'Thank you. We received your registration and will get back to you.',
}
