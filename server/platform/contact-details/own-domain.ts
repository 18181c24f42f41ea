import type { Tenant } from '#server/db/tenant.ts'
import { normaliseDomain } from './email-address.ts'

/** The company's own domain; undefined when it has none. */
export const ownDomain = async ({ db }: Tenant): Promise<string | undefined> => {
  const company = await db.selectFrom('company').select('domain').executeTakeFirst()
  return normaliseDomain(company?.domain ?? '')
}
