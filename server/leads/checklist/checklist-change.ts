import { sql } from 'kysely'
import type { Question, QuestionsToAsk } from '#contract/leads/checklist.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { USUAL_QUESTIONS } from './checklist.ts'

/** New questions get the next numbers, which no question has ever had; 400 for what cannot be a list of questions. */
export const readQuestions = async (tenant: Tenant, sent: QuestionsToAsk): Promise<Question[]> => {
  const known = new Set([...USUAL_QUESTIONS.map(({ item }) => item), ...(await numbersUsed(tenant))])
  let next = Math.max(...known)
  const seen = new Set<number | string>()
  return sent.map(({ item, question, blocking }, at) => {
    const text = question.trim()
    if (item !== undefined && !known.has(item)) throw badField(`items.${at}.item`, 'This question does not exist')
    if ((item !== undefined && seen.has(item)) || seen.has(text.toLowerCase()))
      throw badField(`items.${at}.question`, `“${text}” is in the checklist twice`)
    const number = item ?? ++next
    seen.add(number).add(text.toLowerCase())
    return { item: number, question: text, blocking }
  })
}

/** All numbers that questions of the company's own have ever had. */
const numbersUsed = async ({ db, companyId }: Tenant): Promise<number[]> => {
  const { rows } = await sql<{ item: number }>`
    select distinct (each ->> 'item')::int as item
    from checklist_versions v cross join jsonb_array_elements(v.items) each where v.company_id = ${companyId}`.execute(
    db,
  )
  return rows.map(({ item }) => item)
}
