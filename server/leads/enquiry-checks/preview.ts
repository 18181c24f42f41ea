import { sql } from 'kysely'
import { MOST_PREVIEWED, PREVIEW_DAYS, type TextRules } from '#contract/leads/enquiry-checks.ts'
import type { LeadStatus } from '#contract/leads/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { textSignals } from './suspicion.ts'

/** So few that other calls are answered between them, however long the texts are. */
const AT_ONCE = 100
const EXAMPLES = 5

interface Submission {
  id: number
  lead_no: number
  name: string
  company: string | null
  message: string | null
  products: string[]
  kind: 'enquiry' | 'registration'
  status: LeadStatus
  created_at: string
  /** Whether the caller may see it. */
  visible: boolean
}

interface Found extends Pick<Submission, 'id' | 'lead_no' | 'name' | 'kind' | 'status' | 'created_at'> {
  signals: string[]
}

/** What the rules would have found in the form submissions of late, by the function that checks the new ones. */
export const previewOf = async (tenant: Tenant, caller: Caller, rules: TextRules) => {
  const sum = { checked: 0, found: 0, valid: 0 }
  const valid: Found[] = []
  const others: Found[] = []
  let last: Submission | undefined
  while (sum.checked < MOST_PREVIEWED) {
    const submissions = await submissionsBefore(tenant, caller, last)
    for (const { company, message, products, visible, ...lead } of submissions) {
      const signals = textSignals({ name: lead.name, company, message, products }, rules)
      if (signals.length === 0) continue
      sum.found += 1
      if (lead.status === 'valid') sum.valid += 1
      const shown = lead.status === 'valid' ? valid : others
      if (visible && shown.length < EXAMPLES) shown.push({ ...lead, signals })
    }
    sum.checked += submissions.length
    last = submissions.at(-1)
    if (submissions.length < AT_ONCE) break
  }
  return { ...sum, examples: [...valid, ...others].slice(0, EXAMPLES) }
}

const submissionsBefore = async ({ db, companyId }: Tenant, caller: Caller, last: Submission | undefined) => {
  const { rows } = await sql<Submission>`
    select l.id, l.lead_no, l.name, l.company, l.message, l.kind, l.status, l.created_at, ${visibleTo(caller)} as visible,
      array(select i.product_name from lead_items i where i.company_id = l.company_id and i.lead_id = l.id) as products
    from leads l
    where l.company_id = ${companyId} and l.form_id is not null and l.deleted_at is null
      and l.created_at > now() - make_interval(days => ${PREVIEW_DAYS})
      ${last ? sql`and (l.created_at, l.id) < (${last.created_at}::timestamptz, ${last.id})` : sql``}
    order by l.created_at desc, l.id desc limit ${AT_ONCE}`.execute(db)
  return rows
}
