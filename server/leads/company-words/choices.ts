import type { Choice } from '#contract/leads/company-words.ts'
import { INVALID_REASON_LABELS, SOURCE_LABELS } from '#contract/leads/lead-labels.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'

/** What staff choose from a list that is partly the company's: the usual codes, and where its say is kept. */
export const CHOICES = {
  reason: { table: 'invalid_reasons', usual: INVALID_REASON_LABELS },
  source: { table: 'lead_sources', usual: SOURCE_LABELS },
} as const satisfies Record<string, { table: string; usual: Readonly<Record<string, string>> }>
export type ChoiceKind = keyof typeof CHOICES

/** Whether a code is one of those that every company has. */
export const isGiven = (kind: ChoiceKind, code: string) => Object.hasOwn(CHOICES[kind].usual, code)

/** What the company says of them: its own ones, and the usual ones that it calls otherwise or does not offer. */
export const choicesOf = async ({ db, companyId }: Tenant, kind: ChoiceKind): Promise<Choice[]> => {
  const rows = await db
    .selectFrom(CHOICES[kind].table)
    .select(['code', 'label', 'hidden', 'deleted_at'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows
    .map(({ deleted_at, ...row }) => ({ ...row, gone: deleted_at !== null }))
    .filter(({ code, gone }) => !(gone && isGiven(kind, code)))
}

/** What the company calls each of them today. */
export const labelsOf = async (tenant: Tenant, kind: ChoiceKind): Promise<(code: string) => string> => {
  const own = new Map((await choicesOf(tenant, kind)).map(({ code, label }) => [code, label]))
  const usual: Readonly<Record<string, string>> = CHOICES[kind].usual
  return (code) => own.get(code) ?? usual[code] ?? code.replaceAll('_', ' ')
}

/** 400 unless it is among those that the company's staff may choose today. */
export const checkOffered = async (tenant: Tenant, kind: ChoiceKind, code: string) => {
  const said = (await choicesOf(tenant, kind)).find((each) => each.code === code)
  if (said ? said.gone : !isGiven(kind, code)) throw notOneOf(kind, kind)
  if (said?.hidden) throw badField(kind, `This ${kind} is switched off. Choose another one`)
}

/** 400 naming the field unless leads of the company may have them, whatever is offered today. */
export const checkKnown = async (tenant: Tenant, kind: ChoiceKind, codes: readonly string[], field: string) => {
  const own = codes.filter((code) => !isGiven(kind, code))
  if (own.length === 0) return
  const known = new Set((await choicesOf(tenant, kind)).map(({ code }) => code))
  if (own.some((code) => !known.has(code))) throw notOneOf(kind, field)
}

const notOneOf = (kind: ChoiceKind, field: string) => badField(field, `Choose one of your company’s ${kind}s`)
