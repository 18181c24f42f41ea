import { NEWER, type VendorField, type VendorUpdate } from '#contract/catalogue/vendor-request.ts'
import type { Decision } from '#contract/catalogue/vendor-updates.ts'

/** What a person has decided of one field and not sent. */
export interface Choice {
  decision: 'approved' | 'rejected'
  /** In place of what was asked for, as typed. */
  value?: string
  reason?: string
}
export type Choices = Readonly<Record<string, Choice>>

export const isOpenRow = ({ decision }: VendorField) => decision === 'pending'

/** Changed after the request, and not to what was asked for: a person has to look. */
export const isStaleRow = (row: VendorField) => isOpenRow(row) && row.changed && !row.already

/** What approves a field without a look: nothing changed, and it could be read. */
export const isUnchangedRow = (row: VendorField) => isOpenRow(row) && !isStaleRow(row) && row.problem === null

/** The current value stays; of a stale one the reason is known. */
export const keepCurrent = (row: VendorField): Choice => ({
  decision: 'rejected',
  ...(isStaleRow(row) ? { reason: NEWER } : {}),
})

export const countsOf = ({ rows }: Pick<VendorUpdate, 'rows'>, choices: Choices) => {
  const open = rows.filter(isOpenRow)
  const chosen = open.flatMap(({ field }) => choices[field]?.decision ?? [])
  const approve = chosen.filter((decision) => decision === 'approved').length
  return { approve, reject: chosen.length - approve, open: open.length - chosen.length }
}

/** What keeps the decisions from being sent: the sentence, and the field that it is about. */
export const problemOf = (
  request: Pick<VendorUpdate, 'rows'>,
  choices: Choices,
): { message: string; field?: string } | undefined => {
  const open = request.rows.filter(isOpenRow)
  const unexplained = open.find(
    ({ field }) => choices[field]?.decision === 'rejected' && !choices[field].reason?.trim(),
  )
  if (unexplained) return { field: unexplained.field, message: 'Say why, so that the vendor can answer.' }
  const unread = open.find(
    ({ field, problem }) =>
      problem !== null && choices[field]?.decision === 'approved' && choices[field].value === undefined,
  )
  if (unread) return { field: unread.field, message: 'This could not be read. Edit the value, or reject it.' }
  const counts = countsOf(request, choices)
  return counts.approve === 0 && (counts.reject === 0 || counts.open > 0)
    ? { message: 'Choose at least one field to approve.' }
    : undefined
}

/** The body of the call: a request all of whose fields are rejected is rejected. */
export const toDecisions = ({ rows }: Pick<VendorUpdate, 'rows'>, choices: Choices) => {
  const fields = rows.filter(isOpenRow).flatMap((row): Decision[] => {
    const choice = choices[row.field]
    if (!choice) return []
    const { decision, value, reason } = choice
    if (decision === 'rejected') return [{ field: row.field, decision, reason: reason?.trim() ?? '' }]
    return [{ field: row.field, decision, seen: row.now, ...(value === undefined ? {} : { value }) }]
  })
  const status = fields.some(({ decision }) => decision === 'approved') ? ('approved' as const) : ('rejected' as const)
  return { status, fields }
}
