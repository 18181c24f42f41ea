import { duplicates } from '#contract/leads/duplicates.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { TestApp, TestPerson } from './app.ts'
import { putLead } from './journey.ts'

export const MERGE_KEYS = [
  'leads_merge',
  'marketing_leads_list',
  'registration_leads_list',
  'marketing_leads_comments',
  'marketing_leads_history',
] as const satisfies readonly PermissionKey[]

export const merge = (who: TestPerson, winnerId: number, loserId: number, more = {}) =>
  who.call(duplicates.merge, { body: { winnerId, loserId, ...more } })
export const unmerge = (who: TestPerson, mergeId: number) => who.call(duplicates.unmerge, { body: { mergeId } })
export const comment = (who: TestPerson, leadId: number, text: string) =>
  who.call(leadDetails.comment, { body: { leadId, comment: text } })

/** A new lead that waits for QA, as intake leaves one. */
export const arrive = async (app: TestApp, person: TestPerson, lead = {}) => {
  const id = await putLead(app, person, lead)
  await app.sql(person.companyId, `insert into assignment_queue (company_id, list, lead_id) values ($1, 'qa', $2)`, [
    person.companyId,
    id,
  ])
  return id
}

/** What hangs on leads, and what they are: all that a merge may touch, but for what counts writes. */
export const everything = async ({ owner }: TestApp, ids: readonly number[]) => {
  const { rows } = await owner.query(
    `select 'leads' as of, to_jsonb(t) - 'version' - 'updated_at' - 'products_version' as row from leads t where id = any($1)
    union all select 'lead_items', to_jsonb(t) from lead_items t where lead_id = any($1)
    union all select 'lead_comments', to_jsonb(t) from lead_comments t where lead_id = any($1)
    union all select 'lead_verdicts', to_jsonb(t) from lead_verdicts t where lead_id = any($1)
    union all select 'assignment_queue', to_jsonb(t) from assignment_queue t where lead_id = any($1)
    union all select 'duplicate_keys', to_jsonb(t) from duplicate_keys t where lead_id = any($1)
    order by 1, 2`,
    [ids],
  )
  return rows
}
