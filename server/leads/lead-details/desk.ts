import { sql } from 'kysely'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { Duplicates } from '#contract/leads/duplicates.ts'
import type { Evidence, leadDetails } from '#contract/leads/lead-details.ts'
import type { Lead } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checklistFor, checklistNow } from '#server/leads/checklist/checklist.ts'
import type { Circumstances } from '#server/leads/checklist/checklist-grounds.ts'
import { callingCode } from '#server/platform/contact-details/countries.ts'
import { duplicatesOfLead } from '#server/leads/duplicates/find.ts'
import { knownCompanies } from '#server/leads/intake/known-companies.ts'
import { repeatsOf } from '#server/leads/intake/submissions.ts'
import { phoneCountryOf } from '#server/leads/enquiry-checks/phone-country.ts'
import { readPhone } from '#server/platform/contact-details/phone.ts'
import type { Caller } from '#server/kit/auth.ts'

type Desk = Reply<typeof leadDetails.open>['data']

/** A lead with everything that its verdict is based on. */
export const deskOf = async (tenant: Tenant, caller: Caller, lead: Lead): Promise<Desk> => {
  const [companies, others, catalogue, checklist, arrival, repeats, phoneCountry] = await Promise.all([
    knownCompanies(tenant, caller, [lead]),
    duplicatesOfLead(tenant, caller, lead.id),
    catalogueFacts(tenant, lead),
    checklistNow(tenant),
    arrivedBy(tenant, caller, lead.id),
    repeatsOf(tenant, lead.id),
    phoneCountryOf(tenant),
  ])
  const ours = lead.products.filter(({ product_id }) => catalogue.some((fact) => fact.product_id === product_id))
  const company_match = companies.get(lead.id) ?? null
  const evidence = [
    emailEvidence(lead),
    phoneEvidence(lead, phoneCountry),
    companyEvidence(lead, company_match),
    duplicateEvidence(others),
    // Who registers wants nothing yet.
    ...(lead.kind === 'registration' ? [] : productEvidence(lead, catalogue)),
    ...machineEvidence(lead),
  ]
  return {
    lead,
    products: lead.products,
    repeats,
    evidence,
    company_match,
    duplicates: others.leads.filter(({ different }) => !different),
    checklist: { version: checklist.version, items: checklistFor(checklist.items, lead, evidence, { arrival, ours }) },
  }
}

interface CatalogueFact {
  product_id: number
  name: string
  usual_min: number | null
  usual_max: number | null
}

const catalogueFacts = ({ db, companyId }: Tenant, { products }: Lead): Promise<CatalogueFact[]> =>
  db
    .selectFrom('products')
    .select(['id as product_id', 'name', 'usual_min', 'usual_max'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [0, ...products.flatMap(({ product_id }) => product_id ?? [])])
    .where('deleted_at', 'is', null)
    .execute()

type Arrival = Circumstances['arrival']

/** The form that the lead came through, and the day on which it did, where the caller is. */
const arrivedBy = async ({ db, companyId }: Tenant, { timeZone }: Caller, leadId: number): Promise<Arrival> => {
  const { rows } = await sql<NonNullable<Arrival>>`
    select f.name as form, to_char(l.created_at at time zone ${timeZone}, 'FMDD Mon YYYY') as day
    from leads l join intake_forms f on f.company_id = l.company_id and f.id = l.form_id
    where l.company_id = ${companyId} and l.id = ${leadId}`.execute(db)
  return rows[0]
}

const emailEvidence = ({ email, domain_state }: Lead): Evidence => {
  if (email === null) return { check: 'domain', verdict: 'unclear', message: 'No email address' }
  const fact = email.split('@')[1] ?? ''
  if (domain_state === 'restricted') return { check: 'domain', verdict: 'bad', message: 'Domain is restricted', fact }
  if (domain_state === 'disposable')
    return { check: 'domain', verdict: 'bad', message: 'Domain offers disposable addresses', fact }
  if (domain_state === 'free')
    return { check: 'domain', verdict: 'unclear', message: 'Free email: the domain doesn’t name a company', fact }
  return { check: 'domain', verdict: 'good', message: 'Domain is not restricted', fact }
}

const phoneEvidence = ({ phone, country }: Lead, phoneCountry: string | null): Evidence => {
  if (phone === null) return { check: 'phone', verdict: 'unclear', message: 'No phone number' }
  const read = readPhone(phone, country ?? phoneCountry ?? undefined)
  if (!read) return { check: 'phone', verdict: 'bad', message: 'Phone number is invalid', fact: phone }
  if (country === null)
    return {
      check: 'phone',
      verdict: 'good',
      message: 'Phone number is valid, but there is no country',
      fact: read.e164,
    }
  if (read.country === undefined || read.country === country)
    return { check: 'phone', verdict: 'good', message: 'Phone number fits the country', fact: read.e164 }
  return {
    check: 'phone',
    verdict: 'unclear',
    message: `Phone is from ${read.country}, country is ${country} (${callingCode(country) ?? 'no code'})`,
    fact: read.e164,
  }
}

const machineEvidence = ({ spam_signals }: Lead): Evidence[] =>
  spam_signals.length === 0
    ? []
    : [{ check: 'machine', verdict: 'unclear', message: 'Possible spam', fact: spam_signals.join(', ') }]

const companyEvidence = ({ company }: Lead, match: Desk['company_match']): Evidence => {
  if (!match) return { check: 'company', verdict: 'unclear', message: 'We don’t know this domain’s company' }
  const same = company !== null && company.trim().toLowerCase() === match.company.trim().toLowerCase()
  return {
    check: 'company',
    verdict: same ? 'good' : 'unclear',
    message: 'Company found by domain',
    fact: match.company,
  }
}

/** Only a lead that is still open can be worked twice; a customer who asks again is welcome. */
const duplicateEvidence = ({ total, at_least, elsewhere, leads }: Duplicates): Evidence => {
  const same = leads.filter(({ different }) => !different)
  const open = same.filter(({ status }) => status !== 'valid' && status !== 'invalid')
  const [newest] = open.length ? open : same
  if (!newest)
    return elsewhere
      ? {
          check: 'duplicates',
          verdict: 'unclear',
          message: 'Other leads from this person are on lists you can’t open',
        }
      : { check: 'duplicates', verdict: 'good', message: 'No other leads from this person' }
  const count = open.length || total
  const message = `${!open.length && at_least ? 'At least ' : ''}${count} other ${open.length ? 'open' : 'decided'} lead${count === 1 ? '' : 's'} from this person`
  return { check: 'duplicates', verdict: open.length ? 'unclear' : 'good', message, fact: `No. ${newest.lead_no}` }
}

const productEvidence = ({ products }: Lead, facts: readonly CatalogueFact[]): Evidence[] => {
  if (products.length === 0) return [{ check: 'products', verdict: 'bad', message: 'No product requested' }]
  const unknown = products.filter(({ product_id }) => !facts.some((fact) => fact.product_id === product_id))
  const unmeasured = products.find(
    ({ product_id }) =>
      !facts.some((fact) => fact.product_id === product_id && (fact.usual_min ?? fact.usual_max) !== null),
  )
  const unusual = products.find(({ product_id, quantity }) =>
    facts.some(
      (fact) =>
        fact.product_id === product_id && (quantity < (fact.usual_min ?? 1) || quantity > (fact.usual_max ?? quantity)),
    ),
  )
  return [
    unknown.length
      ? {
          check: 'products',
          verdict: 'unclear',
          message: 'Not in the catalogue',
          fact: unknown.map(({ product_name }) => product_name).join(', '),
        }
      : { check: 'products', verdict: 'good', message: 'All products are in the catalogue' },
    !unusual && unmeasured
      ? {
          check: 'quantity',
          verdict: 'unclear',
          message: 'The normal quantity is unknown',
          fact: unmeasured.product_name,
        }
      : unusual
        ? {
            check: 'quantity',
            verdict: 'unclear',
            message: 'Quantity is outside the normal range',
            fact: `${unusual.quantity} × ${unusual.product_name}`,
          }
        : { check: 'quantity', verdict: 'good', message: 'Quantities look normal' },
  ]
}
