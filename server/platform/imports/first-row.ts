import { LAST_FIRST_ROW } from '#contract/platform/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { FileRow } from './reader.ts'
import { looksLikeHeader } from './sniff.ts'
import type { ImportSpec } from './spec.ts'

/** So many rows are looked at: titles and notes above a table are few. */
const MOST_ABOVE = 20

/**
 * The number of the row where a table begins. Above it stand titles, dates and notes: narrower rows, until one whose cells name
 * fields, or that is as wide as the rows below it.
 */
export const firstRowOf = async (
  tenant: Tenant,
  spec: Pick<ImportSpec, 'guess'>,
  rows: readonly FileRow[],
): Promise<number> => {
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const usual = widths.toSorted((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 0
  const first = Math.min(rows[0]?.row ?? 1, LAST_FIRST_ROW)
  if (usual < 2 || (widths[0] ?? 0) >= usual) return first
  const near = rows.slice(0, MOST_ABOVE).filter(({ row }) => row <= LAST_FIRST_ROW)
  let best: { row: number; named: number } | undefined
  let widest = 0
  for (const [at, { row, cells }] of near.entries()) {
    const width = widths[at] ?? 0
    if (width <= widest) continue
    widest = width
    if (width < 2 || !looksLikeHeader(cells)) continue
    const named = (await spec.guess(tenant, cells, [])).filter((guess) => guess !== null).length
    if (named > (best?.named ?? 1)) best = { row, named }
  }
  return best?.row ?? near.find((_, at) => (widths[at] ?? 0) * 2 > usual)?.row ?? first
}
