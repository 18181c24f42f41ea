import { sql, type RawBuilder } from 'kysely'
import type { Comment } from '#contract/leads/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** Newest first, pinned ones before all; a lead with more than this many has become something else. */
const MOST = 500

export const commentsOf = (tenant: Tenant, leadId: number): Promise<Comment[]> =>
  select(tenant, sql`c.lead_id = ${leadId}`)

/** As it stays until it is changed: whoever takes it back, or moves it to another lead, comes before or after. */
export const lockComment = async (tenant: Tenant, id: number) => {
  await sql`select from lead_comments where company_id = ${tenant.companyId} and id = ${id} for update`.execute(
    tenant.db,
  )
  return commentById(tenant, id)
}

const commentById = async (tenant: Tenant, id: number) => (await select(tenant, sql`c.id = ${id}`))[0]

export const addComment = async (
  tenant: Tenant,
  { leadId, authorId, body, mentions }: { leadId: number; authorId: number; body: string; mentions: number[] },
): Promise<Comment> => {
  const { id } = await tenant.db
    .insertInto('lead_comments')
    .values({ company_id: tenant.companyId, lead_id: leadId, author_id: authorId, body, mentions })
    .returning('id')
    .executeTakeFirstOrThrow()
  return written(tenant, id)
}

export const changeComment = async (
  tenant: Tenant,
  id: number,
  { comment, mentions, pinned }: { comment?: string; mentions?: number[]; pinned?: boolean },
): Promise<Comment> => {
  await sql`
    update lead_comments set body = coalesce(${comment ?? null}, body), pinned = coalesce(${pinned ?? null}, pinned),
      mentions = coalesce(${mentions ?? null}, mentions),
      edited_at = case when ${comment ?? null}::text is null then edited_at else now() end
    where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.db)
  return written(tenant, id)
}

type CommentRow = Comment & { age_seconds: number }

const written = async (tenant: Tenant, id: number): Promise<Comment> => {
  const row = await commentById(tenant, id)
  if (!row) throw new Error(`Comment ${id} is gone within the transaction that wrote it`)
  return row
}

const select = async ({ db, companyId }: Tenant, which: RawBuilder<unknown>): Promise<CommentRow[]> => {
  const { rows } = await sql<CommentRow>`
    select c.id, c.lead_id as "leadId", c.body as comment, json_build_object('id', s.id, 'name', s.name) as author,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.name) from staff m where m.id = any(c.mentions)), '[]') as mentions,
      c.pinned, c.created_at, c.edited_at, extract(epoch from now() - c.created_at)::int as age_seconds
    from lead_comments c join staff s on s.id = c.author_id
    where c.company_id = ${companyId} and ${which}
    order by c.pinned desc, c.id desc limit ${MOST}`.execute(db)
  return rows
}
