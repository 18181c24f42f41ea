import type { Tenant } from '#server/db/tenant.ts'

/** What a person has typed is done with: it was saved, or thrown away. */
export const discardCopy = async ({ db, companyId }: Tenant, personId: number, key: string) => {
  await db
    .deleteFrom('blog_working_copies')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute()
}
