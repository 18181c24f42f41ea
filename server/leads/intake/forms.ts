import type { EnquiryChecks } from '#contract/leads/enquiry-checks.ts'
import { formOfKey } from '#server/db/identity/forms.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { enquiryChecksOf } from '#server/leads/enquiry-checks/enquiry-checks.ts'
import { UserError } from '#server/kit/errors.ts'
import { openFresh } from '#server/kit/ttl-cache.ts'
import { pageOrigin } from '#server/kit/page-origin.ts'
import { keyedDigest } from '#server/kit/secrets.ts'

export interface Form {
  id: number
  companyId: number
  name: string
  /** Whose form it is, as its page shows it. */
  company: { name: string; logo_url: string | null }
  allowedOrigins: string[]
  /** What its enquiries came by; null: the website form. */
  source: string | null
  /** Where numbers without a country code are from: as the form says, or else the company. */
  phoneCountry: string | null
  /** How the company checks what comes in through it. */
  checks: EnquiryChecks
}

interface Doors {
  identity: Identity
  tenants: Tenants
  formKey: Buffer
}

/** The active forms, by their keys. */
export interface Forms {
  /** An unknown key and a paused form are told in the same words. */
  byKey(key: string): Promise<Form>
  /** A form or a key has changed: at once in force on this node, on the others within two seconds. */
  forgetAll(): void
}

export const openForms = ({ identity, tenants, formKey }: Doors): Forms => {
  const forms = openFresh(async (key) => {
    const place = await formOfKey(identity, keyedDigest(formKey, key))
    const form =
      place &&
      (await tenants.read(place.companyId, async (tenant) => {
        const [row, checks] = await Promise.all([formById(tenant, place.formId), enquiryChecksOf(tenant)])
        return row && { ...row, checks }
      }))
    if (!place || form?.status !== 'active') throw new UserError(404, 'This form does not exist')
    const { id, name, company, logo_url, allowedOrigins, source, phone_country, checks } = form
    // What was stored before they were read so may be written in another way.
    const origins = allowedOrigins.flatMap((text) => pageOrigin(text) ?? [])
    return {
      id,
      companyId: place.companyId,
      name,
      company: { name: company, logo_url },
      allowedOrigins: origins,
      source,
      phoneCountry: phone_country ?? checks.phone_country,
      checks,
    }
  })
  return { byKey: forms.get, forgetAll: forms.forgetAll }
}

const formById = ({ db, companyId }: Tenant, id: number) =>
  db
    .selectFrom('intake_forms as f')
    .innerJoin('company as c', 'c.company_id', 'f.company_id')
    .select(['f.id', 'f.name', 'f.status', 'f.allowed_origins as allowedOrigins', 'f.source', 'f.phone_country'])
    .select(['c.name as company', 'c.logo_url'])
    .where('f.company_id', '=', companyId)
    .where('f.id', '=', id)
    .executeTakeFirst()
