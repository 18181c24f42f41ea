import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { WorkingCopy, WorkingCopyRow, blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, UserError } from '#server/kit/errors.ts'
import { peek } from '#server/content/post/standing.ts'

const ROW = sql`w.key, w.post_id, w.base_version, coalesce(w.fields ->> 'title', '') as title, w.device, w.updated_at`

const MOST_COPIES = 100

/** The caller’s own, the newest first. */
export const copies = async ({ db, companyId }: Tenant, personId: number): Promise<Static<typeof WorkingCopyRow>[]> => {
  const { rows } = await sql<Static<typeof WorkingCopyRow>>`
    select ${ROW} from blog_working_copies w where w.company_id = ${companyId} and w.person_id = ${personId}
    order by w.updated_at desc, w.key limit ${MOST_COPIES}`.execute(db)
  return rows
}

export const copy = async (
  { db, companyId }: Tenant,
  personId: number,
  key: string,
): Promise<Static<typeof WorkingCopy>> => {
  const { rows } = await sql<Static<typeof WorkingCopy>>`
    select ${ROW}, w.fields::text as fields from blog_working_copies w
    where w.company_id = ${companyId} and w.person_id = ${personId} and w.key = ${key}`.execute(db)
  if (!rows[0]) throw new UserError(404, 'Working copy not found')
  return rows[0]
}

/** The last write of a person’s own tabs wins. */
export const keepCopy = async (
  tenant: Tenant,
  personId: number,
  key: string,
  { post_id = null, base_version = null, fields, device = '' }: BodyOf<typeof blogWorkingCopies.keep>,
): Promise<Static<typeof WorkingCopyRow>> => {
  const { db, companyId } = tenant
  if (post_id !== null) await peek(tenant, post_id)
  const { rows } = await sql<Static<typeof WorkingCopyRow>>`
    insert into blog_working_copies as w (company_id, person_id, key, post_id, base_version, fields, device)
    values (${companyId}, ${personId}, ${key}, ${post_id}, ${base_version}, ${storable(fields)}::jsonb, ${device})
    on conflict (company_id, person_id, key) do update set post_id = excluded.post_id, base_version = excluded.base_version,
      fields = excluded.fields, device = excluded.device, updated_at = now()
    returning ${ROW}`.execute(db)
  if (!rows[0]) throw new Error('a stored copy is missing')
  return rows[0]
}

const FORGOTTEN_AT_ONCE = 200

/** Takes away the next copies that nobody has changed for 30 days; true when there may be more. */
export const forgetCopies = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from blog_working_copies w using (
      select person_id, key from blog_working_copies
      where company_id = ${companyId} and updated_at < now() - interval '30 days'
      order by updated_at limit ${FORGOTTEN_AT_ONCE} for update skip locked) old
    where w.company_id = ${companyId} and w.person_id = old.person_id and w.key = old.key`.execute(db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
}

/** The database keeps neither a NUL nor half a surrogate pair, nor another value than an object. */
const storable = (sent: string): string => {
  const refused = () => badField('fields', 'Send the fields as a JSON object without characters that can’t be stored')
  const bad = (text: string) => text.includes('\0') || !text.isWellFormed()
  let depth: unknown
  try {
    depth = JSON.parse(sent, (name, value: unknown) => {
      if (bad(name) || (typeof value === 'string' && bad(value))) throw new SyntaxError('not storable')
      return value
    })
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw refused()
    throw error
  }
  if (typeof depth !== 'object' || depth === null || Array.isArray(depth)) throw refused()
  return sent
}
