import { sql } from 'kysely'
import type { Comment } from '#contract/leads/lead-details.ts'
import { acceptLeads } from '#server/leads/assignment/acceptance.ts'
import { leadToAddTo } from '#server/leads/lead/write.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { commentableBy, visibleToStaff } from '#server/leads/lists/scope.ts'
import { commentsOf, type CommentOn } from '#server/platform/comments/comments.ts'

/** A lead with more comments than are listed has become something else. */
export const leadComments = commentsOf({
  table: 'lead_comments',
  about: 'lead_id',
  noun: 'Lead',
  most: 500,
  find: (tenant, caller, id) => leadRow(tenant, id, commentableBy(caller)),
  hold: (tenant, caller, id) => leadToAddTo(tenant, id, commentableBy(caller)),
  after: (tenant, caller, id) => acceptLeads(tenant, [id], caller.personId),
  mentions: {
    entity: 'lead',
    async mayCommentOnAll({ db, companyId }, caller, ids) {
      const { rows } = await sql`
        select l.id from leads l
        where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null and ${commentableBy(caller)}`.execute(
        db,
      )
      return rows.length === ids.length
    },
    seenByStaff: ({ companyId }, ids) => sql<boolean>`not exists (
      select from leads l where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and ${visibleToStaff()} is not true)`,
  },
})

/** As the wire calls the row. */
export const onLead = ({ about, ...comment }: CommentOn): Comment => ({ ...comment, leadId: about })
