import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'

/** Stands for the number in a pattern: as many as it has digits at least. */
const NUMBER = /#+/

/** The next free code of the company's pattern, such as P-##### after P-00041; refused where the company has no pattern. */
export const nextCode = async ({ db, companyId }: Tenant): Promise<string> => {
  const settings = await sql<{ code_pattern: string | null }>`
    select code_pattern from catalogue_settings where company_id = ${companyId} for update`.execute(db)
  const pattern = settings.rows[0]?.code_pattern
  const digits = pattern?.match(NUMBER)?.[0].length
  if (!pattern || digits === undefined) throw badField('code', 'Enter the code.')
  const [before = '', after = ''] = pattern.split(NUMBER)
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(substr(code, ${before.length + 1}, length(code) - ${before.length + after.length})::numeric), 0) + 1 as n
    from products
    where company_id = ${companyId} and starts_with(code, ${before}) and right(code, ${after.length}) = ${after}
      and substr(code, ${before.length + 1}, length(code) - ${before.length + after.length}) ~ '^[0-9]{1,15}$'`.execute(
    db,
  )
  return `${before}${String(rows[0]?.n ?? 1).padStart(digits, '0')}${after}`
}
