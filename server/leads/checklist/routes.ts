import { isDeepStrictEqual } from 'node:util'
import { checklist, type Question, type Questions } from '#contract/leads/checklist.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { readQuestions } from './checklist-change.ts'
import { checklistNow, excuseOf, USUAL_QUESTIONS } from './checklist.ts'
import { conflict } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'

export const checklistRoutes = implement('checklist', checklist, {
  now: async ({ tenant }) => ({ data: await questions(tenant) }),

  async change({ tenant, body: { version, items } }) {
    await queries.lockChecklist(tenant)
    const before = await checklistNow(tenant)
    if (before.version !== version)
      throw conflict(
        'Someone else has changed the checklist since you opened it. Review it and try again.',
        { current: await questions(tenant) },
        'version_conflict',
      )
    const after = items && (await readQuestions(tenant, items))
    if (after === null || isDeepStrictEqual(after, USUAL_QUESTIONS)) await queries.remove(tenant)
    else if (!isDeepStrictEqual(after, before.items)) await queries.put(tenant, after)
    return { data: await questions(tenant) }
  },
})

const questions = async (tenant: Tenant): Promise<Questions> => {
  const { version, items } = await checklistNow(tenant)
  return { version, items: items.map((each) => withExcuse(each, items)), usual: [...USUAL_QUESTIONS] }
}

const withExcuse = (question: Question, asked: readonly Question[]) => {
  const unless = excuseOf(question, asked)
  return unless === undefined ? question : { ...question, unless }
}
