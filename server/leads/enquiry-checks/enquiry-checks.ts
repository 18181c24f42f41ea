import { sql } from 'kysely'
import type { EnquiryChecks } from '#contract/leads/enquiry-checks.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** Until a company says otherwise, and what a new row begins with. */
export const USUAL_CHECKS: EnquiryChecks = {
  person_days: 90,
  fill_seconds: 1.5,
  machine_effect: 'auto_invalid',
  max_links: null,
  words: [],
  text_effect: 'to_qa',
  phone_country: null,
}

export const enquiryChecksOf = async ({ db, companyId }: Pick<Tenant, 'db' | 'companyId'>): Promise<EnquiryChecks> => {
  const { rows } = await sql<EnquiryChecks>`
    select person_days, fill_seconds, machine_effect, max_links, words, text_effect, phone_country from enquiry_checks where company_id = ${companyId}`.execute(
    db,
  )
  return rows[0] ?? USUAL_CHECKS
}
