import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ProductLine } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Suspicion } from '#server/leads/enquiry-checks/suspicion.ts'
import type { NormalEnquiry } from './enquiry.ts'

interface Arrived {
  kind?: string
  formId?: number
  suspicion?: Suspicion
  countsRepeats?: true
}

/** Stands for a form, a sender and what they say; undefined where each is another lead. A machine repeats no person. */
export const submissionOf = (
  { email, phone, phone_sent, message }: NormalEnquiry,
  products: readonly ProductLine[] = [],
  { kind = 'enquiry', formId, suspicion, countsRepeats }: Arrived,
): Buffer | undefined => {
  if (!countsRepeats || formId === undefined) return undefined
  const lines = products.map(({ product_id, product_name, quantity, total_quantity }) => [
    product_id,
    product_name,
    quantity,
    total_quantity,
  ])
  const said = [
    kind,
    formId,
    (suspicion?.signals.length ?? 0) > 0,
    email ?? phone ?? phone_sent,
    message?.trim(),
    lines,
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest()
}

/** Counts a repeat of a submission, and answers the lead that it is of; undefined for one that is no repeat. */
export const countRepeat = async ({ db, companyId }: Tenant, digest: Buffer) => {
  const { rows } = await sql<{ id: number; lead_no: number; became: 'new' | 'held' | 'invalid' }>`
    update lead_submissions s set times = s.times + 1, last_at = greatest(s.last_at, now())
    from leads l
    where s.company_id = ${companyId} and s.lead_id = (select repeated_submission(${digest}))
      and l.company_id = s.company_id and l.id = s.lead_id
    returning l.id, l.lead_no,
      case when l.quarantined_by is not null then 'held' when l.status = 'invalid' then 'invalid' else 'new' end as became`.execute(
    db,
  )
  return rows[0]
}

/** How often a lead was sent and when last; null where that was once. */
export const repeatsOf = async ({ db, companyId }: Tenant, leadId: number) =>
  (await db
    .selectFrom('lead_submissions')
    .select(['times', 'last_at'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('times', '>', 1)
    .executeTakeFirst()) ?? null

const FORGOTTEN_AT_ONCE = 1_000

/** Forgets what was said an hour ago: what was sent once leaves nothing, of the rest the number stays. True when there may be more. */
export const forgetSubmissions = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { rows } = await sql<{ old: number }>`
    with old as (
      select lead_id from lead_submissions
      where company_id = ${companyId} and digest is not null and last_at < now() - interval '1 hour'
      limit ${FORGOTTEN_AT_ONCE} for update skip locked
    ), gone as (
      delete from lead_submissions s using old where s.company_id = ${companyId} and s.lead_id = old.lead_id and s.times = 1
    ), counted as (
      update lead_submissions s set digest = null from old
      where s.company_id = ${companyId} and s.lead_id = old.lead_id and s.times > 1
    )
    select count(*)::int as old from old`.execute(db)
  return rows[0]?.old === FORGOTTEN_AT_ONCE
}
