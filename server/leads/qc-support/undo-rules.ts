import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { Row } from '#server/platform/changes/rows.ts'

/** Questions whose answers went or came back: one that has an answer is not open, and one that has none is not answered. */
export const answersPutBack = async (
  { db, companyId }: Tenant,
  answers: readonly { now: Row; values: Row }[],
): Promise<void> => {
  const questions = new Set(answers.map(({ now, values }) => now['question_id'] ?? values['question_id']))
  await sql`
    update qc_questions q set state = case state when 'open' then 'answered' else 'open' end
    where q.company_id = ${companyId} and q.id = any(${[...questions]}::bigint[]) and q.state in ('open', 'answered')
      and (q.state = 'answered') <> exists (select from qc_answers a where a.company_id = ${companyId} and a.question_id = q.id)`.execute(
    db,
  )
}
