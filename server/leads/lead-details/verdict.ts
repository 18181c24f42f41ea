import { sql } from 'kysely'
import type { Checklist } from '#contract/leads/assigned-leads.ts'
import type { Verdict } from '#contract/leads/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { questionsOf } from '#server/leads/checklist/checklist.ts'

/** The verdict that stands for a lead now. */
export const verdictById = async (tenant: Tenant, leadId: number): Promise<Verdict | undefined> => {
  const { db, companyId } = tenant
  const { rows } = await sql<Omit<Verdict, 'checklist'> & { checklist: Checklist | null }>`
    select v.id, v.verdict, case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as by, v.at,
      v.company, v.country, v.zip_code as "zipCode", v.city, v.state, v.address, v.email, v.phone, v.website, v.comments, v.products,
      v.reason_code, v.reason_note,
      case when v.checklist is not null then json_build_object('version', v.checklist_version, 'answers', v.checklist) end as checklist
    from leads l
    join lead_verdicts v on v.company_id = ${companyId} and v.id = l.verdict_id
    left join staff s on s.id = v.by_person
    where l.company_id = ${companyId} and l.id = ${leadId}`.execute(db)
  const [verdict] = rows
  if (!verdict) return undefined
  const { checklist } = verdict
  return { ...verdict, checklist: checklist && (await withQuestions(tenant, checklist)) }
}

const withQuestions = async (tenant: Tenant, { version, answers }: Checklist) => {
  const asked = new Map((await questionsOf(tenant, version))?.map(({ item, question }) => [item, question]))
  return { version, answers: answers.map((answer) => ({ ...answer, question: asked.get(answer.item) ?? '' })) }
}
