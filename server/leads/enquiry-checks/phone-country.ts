import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { callingCode } from '#server/platform/contact-details/countries.ts'
import { enquiryChecksOf } from './enquiry-checks.ts'

/**
 * Where a number without a country code is from, in a lead that names no country: as the form or the file says it came in by, or
 * else the company. Null: nobody says it, and the number is stored as it was sent.
 */
export const phoneCountryOf = async (tenant: Tenant, said: string | null = null): Promise<string | null> =>
  said ?? (await enquiryChecksOf(tenant)).phone_country

/** The same of what came in through a form of the company. */
export const phoneCountryOfForm = async (tenant: Tenant, formId: number): Promise<string | null> => {
  const { rows } = await sql<{ phone_country: string | null }>`
    select phone_country from intake_forms where company_id = ${tenant.companyId} and id = ${formId}`.execute(tenant.db)
  return phoneCountryOf(tenant, rows[0]?.phone_country)
}

/** 400 where it is no country with a calling code. */
export const checkPhoneCountry = (code: string | null | undefined) => {
  if (code && callingCode(code) === undefined) throw badField('phone_country', 'Choose a country from the list')
}
