import type { LeadRow } from '#contract/leads/lead.ts'
import { session } from '#web/kit/data/session.ts'
import { isOpen } from '#web/leads/desk/lead-desk.ts'

export type QueueLead = Pick<LeadRow, 'id' | 'status' | 'assigned_qa'> & { kind?: LeadRow['kind'] }

/** Whose leads follow: one's own; and everybody's once a lead of somebody else was the one judged. */
export interface Whose {
  me: number
  everybodys: boolean
}

const follows = (lead: QueueLead, { me, everybodys }: Whose) =>
  isOpen(lead) && (everybodys || lead.assigned_qa === null || lead.assigned_qa.id === me)

/** The lead that follows in the rows, past those decided already. Undefined at the end. */
export const nextLead = <Row extends QueueLead>(
  rows: readonly Row[],
  current: number,
  decided: ReadonlySet<number>,
  whose: Whose,
): Row | undefined =>
  rows.slice(rows.findIndex(({ id }) => id === current) + 1).find((row) => !decided.has(row.id) && follows(row, whose))

/** The next of rows that were fetched again: the decided have gone from them, others may have moved up. `seen` are those that were passed. */
export const nextOfFresh = <Row extends QueueLead>(
  rows: readonly Row[],
  seen: ReadonlySet<number>,
  whose: Whose,
): Row | undefined => rows.find((row) => !seen.has(row.id) && follows(row, whose))

/** Where work on a list begins: with what one may judge, or where there is nothing of it with what stands first and is not on hold. */
export const firstLead = (rows: readonly QueueLead[], me = session.get().user?.id ?? 0): number | undefined =>
  (nextOfFresh(rows, new Set(), { me, everybodys: false }) ?? rows.find(({ status }) => status !== 'on_hold'))?.id

/** The row a step away, whatever its status. */
export const neighbour = <Row extends { id: number }>(
  rows: readonly Row[],
  current: number,
  step: 1 | -1,
): Row | undefined => {
  const index = rows.findIndex(({ id }) => id === current)
  return index < 0 ? undefined : rows[index + step]
}
