import type { Choice } from '#contract/company-words.ts'
import { INVALID_REASONS } from '#contract/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'

const GIVEN: ReadonlySet<string> = new Set(INVALID_REASONS)

/** Whether a reason is one of those that every company has. */
export const isGiven = (code: string) => GIVEN.has(code)

/** What the company says about reasons: its own ones, and the usual ones that it calls otherwise or does not offer. */
export const reasonsOf = async ({ db, companyId }: Tenant): Promise<Choice[]> => {
  const rows = await db
    .selectFrom('invalid_reasons')
    .select(['code', 'label', 'hidden', 'deleted_at'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows
    .map(({ deleted_at, ...row }) => ({ ...row, gone: deleted_at !== null }))
    .filter(({ code, gone }) => !(gone && isGiven(code)))
}

/** 400 unless it is among the reasons that the company's staff may give today. */
export const checkReason = async (tenant: Tenant, code: string) => {
  const said = (await reasonsOf(tenant)).find((each) => each.code === code)
  if (said ? said.gone : !isGiven(code)) throw badField('reason', 'Choose one of the reasons of your company')
  if (said?.hidden) throw badField('reason', 'This reason is switched off: choose another one')
}
