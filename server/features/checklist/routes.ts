import { isDeepStrictEqual } from 'node:util'
import { checklist, type Question, type Questions } from '#contract/checklist.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { checklistNow, USUAL_QUESTIONS } from '#server/domain/checklist.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'

export const checklistRoutes = implement('checklist', checklist, {
  now: async ({ tenant }) => ({ data: await questions(tenant) }),

  async change({ tenant, body: { version, items } }) {
    await queries.lockChecklist(tenant)
    const before = await checklistNow(tenant)
    if (before.version !== version)
      throw conflict(
        'Somebody else has changed the checklist since you opened it. Look at it as it is now and try again.',
        { current: await questions(tenant) },
        'version_conflict',
      )
    const after = items && numbered(items, await queries.numbersUsed(tenant))
    if (after === null || isDeepStrictEqual(after, USUAL_QUESTIONS)) await queries.remove(tenant)
    else if (!isDeepStrictEqual(after, before.items)) await queries.put(tenant, after)
    return { data: await questions(tenant) }
  },
})

const questions = async (tenant: Tenant): Promise<Questions> => ({
  ...(await checklistNow(tenant)),
  usual: [...USUAL_QUESTIONS],
})

type Sent = NonNullable<BodyOf<typeof checklist.change>['items']>

/** New questions get the next numbers, which no question has ever had; 400 for what cannot be a list of questions. */
const numbered = (sent: Sent, used: readonly number[]): Question[] => {
  const known = new Set([...USUAL_QUESTIONS.map(({ item }) => item), ...used])
  let next = Math.max(...known)
  const seen = new Set<number | string>()
  return sent.map(({ item, question, blocking }, at) => {
    const text = question.trim()
    if (item !== undefined && !known.has(item)) throw badField(`items.${at}.item`, 'There is no such question')
    if ((item !== undefined && seen.has(item)) || seen.has(text.toLowerCase()))
      throw badField(`items.${at}.question`, `“${text}” is asked twice`)
    const number = item ?? ++next
    seen.add(number).add(text.toLowerCase())
    return { item: number, question: text, blocking }
  })
}
