import { isDeepStrictEqual } from 'node:util'
import { ALWAYS_THERE, companyWords, MOST_OWN, type Choice } from '#contract/leads/company-words.ts'
import { ENQUIRY_STATUS_LABELS, STATUS_LABELS } from '#contract/leads/lead-labels.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { CHOICES, choicesOf, isGiven, type ChoiceKind } from './choices.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'

export const companyWordRoutes = implement('company-words', companyWords, {
  async all({ tenant }) {
    const [statuses, sources, reasons] = await Promise.all([
      queries.statuses(tenant),
      choicesOf(tenant, 'source'),
      choicesOf(tenant, 'reason'),
    ])
    return { data: { statuses, sources, reasons } }
  },

  addReason: async ({ tenant, body }) => ({ data: await addChoice(tenant, 'reason', body.label.trim()) }),
  changeReason: async ({ tenant, params: { code }, body }) => ({
    data: await changeChoice(tenant, 'reason', code, body),
  }),
  addSource: async ({ tenant, body }) => ({ data: await addChoice(tenant, 'source', body.label.trim()) }),
  setSource: async ({ tenant, body: { code, ...sent } }) => ({
    data: await changeChoice(tenant, 'source', code, sent),
  }),

  // What is so already leaves no row behind: nothing was decided.
  async setStatus({ tenant, body: { code, ...sent } }) {
    await queries.lockWords(tenant)
    const there = await queries.statuses(tenant)
    const before = there.find((each) => each.code === code) ?? { code, label: null, colour: null }
    const { label = before.label, colour = before.colour } = sent
    const after = { code, label: label?.trim() ?? null, colour }
    const usual = code in STATUS_LABELS ? STATUS_LABELS : ENQUIRY_STATUS_LABELS
    if (after.label !== null)
      checkFree(
        after.label,
        namesOf(
          usual,
          there.filter((each) => each.code in usual),
          code,
        ),
      )
    if (!isDeepStrictEqual(after, { ...before })) await queries.putStatus(tenant, after)
    return { data: after }
  },
})

const addChoice = async (tenant: Tenant, kind: ChoiceKind, label: string) => {
  await queries.lockWords(tenant)
  const there = await choicesOf(tenant, kind)
  checkFree(label, namesOf(CHOICES[kind].usual, there))
  if (there.filter(({ code }) => !isGiven(kind, code)).length >= MOST_OWN)
    throw conflict(`A company can have at most ${MOST_OWN} custom ${kind}s. Rename one that is switched off.`)
  const taken = new Set([...Object.keys(CHOICES[kind].usual), ...there.map(({ code }) => code)])
  const code = freeCode(label, kind, taken)
  await queries.putChoice(tenant, kind, { code, label, hidden: false })
  return choiceOf(tenant, kind, code)
}

const changeChoice = async (
  tenant: Tenant,
  kind: ChoiceKind,
  code: string,
  sent: Partial<Pick<Choice, 'label' | 'hidden'>>,
) => {
  await queries.lockWords(tenant)
  const before = await choiceOf(tenant, kind, code)
  const { label = before.label, hidden = before.hidden } = sent
  const name = label?.trim() ?? null
  if (name === null && !isGiven(kind, code)) throw badField('label', 'Enter a name')
  if (hidden && ALWAYS_THERE[kind].includes(code)) throw badField('hidden', WHY_THERE[kind])
  const others = (await choicesOf(tenant, kind)).filter((each) => each.code !== code)
  if (name !== null) checkFree(name, namesOf(CHOICES[kind].usual, others, code))
  if (name !== before.label || hidden !== before.hidden)
    await queries.putChoice(tenant, kind, { code, label: name, hidden })
  return choiceOf(tenant, kind, code)
}

const WHY_THERE: Readonly<Record<ChoiceKind, string>> = {
  reason: 'Other can’t be switched off: leads marked invalid without a reason use it',
  source: 'This source can’t be switched off: leads added or imported without one use it',
}

/** As the company has it; 404 for what is neither given nor its own, or is its own no more. */
const choiceOf = async (tenant: Tenant, kind: ChoiceKind, code: string): Promise<Choice> => {
  const said = (await choicesOf(tenant, kind)).find((each) => each.code === code && !each.gone)
  const usual = isGiven(kind, code) ? { code, label: null, hidden: false, gone: false } : undefined
  return found(kind === 'reason' ? 'Reason' : 'Source', said ?? usual)
}

type Named = Pick<Choice, 'code' | 'label'> & Partial<Pick<Choice, 'gone'>>

/** What things are called now, but for one of them. */
const namesOf = (usual: Readonly<Record<string, string>>, said: readonly Named[], but?: string) => {
  const own = new Map(said.filter(({ gone }) => !gone).map(({ code, label }) => [code, label]))
  return [...new Set([...Object.keys(usual), ...own.keys()])].flatMap((code) =>
    code === but ? [] : (own.get(code) ?? usual[code] ?? []),
  )
}

const checkFree = (label: string, names: readonly string[]) => {
  if (names.some((name) => name.toLowerCase() === label.toLowerCase()))
    throw conflict('That name is already taken. Choose another.')
}

/** A code that reads like the name, as leads will carry it for good. */
const freeCode = (label: string, kind: ChoiceKind, taken: ReadonlySet<string>) => {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_$/g, '')
    .slice(0, 50)
  const base = words || kind
  let code = base
  for (let next = 2; taken.has(code); next++) code = `${base}_${next}`
  return code
}
