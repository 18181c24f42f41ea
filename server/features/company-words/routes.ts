import { isDeepStrictEqual } from 'node:util'
import { ALWAYS_THERE, companyWords, MOST_OWN_REASONS, type Choice } from '#contract/company-words.ts'
import { ENQUIRY_STATUS_LABELS, INVALID_REASON_LABELS, SOURCE_LABELS, STATUS_LABELS } from '#contract/lead-labels.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { isGiven, reasonsOf } from '#server/domain/reasons.ts'
import { sourcesOf } from '#server/domain/sources.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as queries from './queries.ts'

export const companyWordRoutes = implement('company-words', companyWords, {
  async all({ tenant }) {
    const [statuses, sources, reasons] = await Promise.all([
      queries.statuses(tenant),
      sourcesOf(tenant),
      reasonsOf(tenant),
    ])
    return { data: { statuses, sources, reasons } }
  },

  async addReason({ tenant, body }) {
    await queries.lockWords(tenant)
    const there = await reasonsOf(tenant)
    const label = body.label.trim()
    checkFree(label, namesOf(INVALID_REASON_LABELS, there))
    if (there.filter(({ code }) => !isGiven(code)).length >= MOST_OWN_REASONS)
      throw conflict(`A company has at most ${MOST_OWN_REASONS} reasons of its own. Rename one that you switched off.`)
    const taken = new Set([...Object.keys(INVALID_REASON_LABELS), ...there.map(({ code }) => code)])
    const code = freeCode(label, taken)
    await queries.putReason(tenant, { code, label, hidden: false })
    return { data: await reasonOf(tenant, code) }
  },

  async changeReason({ tenant, params: { code }, body }) {
    await queries.lockWords(tenant)
    const before = await reasonOf(tenant, code)
    const { label = before.label, hidden = before.hidden } = body
    const name = label?.trim() ?? null
    if (name === null && !isGiven(code)) throw badField('label', 'Enter a name')
    if (hidden && code === 'other')
      throw badField('hidden', 'Other stays: a lead that is marked invalid without a reason has it')
    const others = (await reasonsOf(tenant)).filter((each) => each.code !== code)
    if (name !== null) checkFree(name, namesOf(INVALID_REASON_LABELS, others, code))
    if (name !== before.label || hidden !== before.hidden)
      await queries.putReason(tenant, { code, label: name, hidden })
    return { data: await reasonOf(tenant, code) }
  },

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

  async setSource({ tenant, body: { code, ...sent } }) {
    await queries.lockWords(tenant)
    const there = await sourcesOf(tenant)
    const before = there.find((each) => each.code === code) ?? { code, label: null, hidden: false, gone: false }
    const { label = before.label, hidden = before.hidden } = sent
    const after = { code, label: label?.trim() ?? null, hidden, gone: false }
    if (hidden && ALWAYS_THERE.includes(code))
      throw badField('hidden', 'This source stays: leads that are added or imported without one have it')
    if (after.label !== null) checkFree(after.label, namesOf(SOURCE_LABELS, there, code))
    if (!isDeepStrictEqual(after, { ...before })) await queries.putSource(tenant, after)
    return { data: after }
  },
})

/** As the company has it; 404 for what is neither given nor its own, or is its own no more. */
const reasonOf = async (tenant: Tenant, code: string): Promise<Choice> => {
  const said = (await reasonsOf(tenant)).find((each) => each.code === code && !each.gone)
  return found('Reason', said ?? (isGiven(code) ? { code, label: null, hidden: false, gone: false } : undefined))
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
    throw conflict('There is one of this name already. Choose another name.')
}

/** A code that reads like the name, as leads will carry it for good. */
const freeCode = (label: string, taken: ReadonlySet<string>) => {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 50)
  const base = words || 'reason'
  let code = base
  for (let next = 2; taken.has(code); next++) code = `${base}_${next}`
  return code
}
