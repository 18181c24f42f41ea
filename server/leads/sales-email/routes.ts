import { sql } from 'kysely'
import {
  FIRST_SALES_EMAIL,
  PLACEHOLDERS,
  salesEmail,
  unknownPlaceholders,
  type SalesEmail,
} from '#contract/leads/sales-email.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'

export const salesEmailRoutes = implement('sales-email', salesEmail, {
  now: async ({ tenant }) => ({ data: await salesEmailOf(tenant) }),

  // What is so already leaves no row behind: nothing was decided.
  async change({ tenant, body }) {
    for (const field of ['subject', 'body'] as const) {
      const [unknown] = unknownPlaceholders(body[field])
      if (unknown !== undefined)
        throw badField(
          field,
          `{${unknown}} is not filled in. Use ${PLACEHOLDERS.map((word) => `{${word}}`).join(', ')}`,
        )
    }
    await lock(tenant)
    const before = await salesEmailOf(tenant)
    if (before.subject !== body.subject || before.body !== body.body) await put(tenant, body)
    return { data: body }
  },
})

const salesEmailOf = async ({ db, companyId }: Tenant): Promise<SalesEmail> => {
  const { rows } = await sql<SalesEmail>`
    select subject, body from sales_email_settings where company_id = ${companyId}`.execute(db)
  return rows[0] ?? FIRST_SALES_EMAIL
}

/** One change at a time. */
const lock = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('sales_email_settings'), ${companyId})`.execute(db)
}

const put = async ({ db, companyId }: Tenant, { subject, body }: SalesEmail) => {
  await db
    .insertInto('sales_email_settings')
    .values({ company_id: companyId, subject, body })
    .onConflict((row) => row.column('company_id').doUpdateSet({ subject, body }))
    .execute()
}
