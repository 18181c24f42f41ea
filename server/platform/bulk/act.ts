import type { RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { keepResults } from '#server/platform/jobs/start.ts'
import { nextOf, type Selectable } from '#server/platform/selections/select.ts'

/**
 * What acts on many rows have to know of their table. `Standing` is all of a row that decides whether an act may be done to it;
 * `Names` is what refusals name beside it, looked up once for many rows.
 */
export interface BulkEntity<Row extends Standing & { id: number }, Standing extends object, Names> extends Selectable {
  /** Why a row is skipped that no longer exists, or that the caller can't see. */
  gone: string
  /** Locks those of the rows that exist and are visible, for this transaction. */
  lock(tenant: Tenant, ids: readonly number[], visible: RawBuilder<boolean>): Promise<Row[]>
  /** How many of them stand alike. By their ids, since the planner knows nothing yet of a selection just made. */
  standings(
    tenant: Tenant,
    ids: readonly number[],
    visible: RawBuilder<boolean>,
  ): Promise<(Standing & { rows: number })[]>
  names(tenant: Tenant, standings: readonly Standing[]): Promise<Names>
}

/** An act on many rows, made ready for one caller: what it may be done to, and how it is done to those. */
export interface PreparedAct<Row extends Standing, Standing, Names> {
  /** The rows that the caller may ask it for. */
  visible: RawBuilder<boolean>
  /** What the job is called: "Assign 49 leads to Priya Sharma". */
  title(count: number): string
  /** What became of a row to which it was done: `assigned`. */
  outcome: string
  /** Why it cannot be done to such a row, for the person who asks; undefined when it can. */
  refusal(row: Standing, names: Names): string | undefined
  /** Does it to rows that are locked and were not refused. */
  apply(rows: readonly Row[], names: Names): Promise<void>
}

const SKIPPED = 'skipped'
/** So many rows are changed in one transaction: few enough that nobody waits long for one of them. */
const CHUNK = 1_000

/** What would become of the next rows of a selection, by the same rule that the run follows; nothing is changed. */
export const foreseeNext = async <Row extends Standing & { id: number }, Standing extends object, Names>(
  tenant: Tenant,
  entity: BulkEntity<Row, Standing, Names>,
  act: PreparedAct<Row, Standing, Names>,
  { selectionId, cursor, most }: { selectionId: number; cursor: number; most: number },
) => {
  const { ids, place, last } = await nextOf(tenant, selectionId, cursor, most)
  const standings = await entity.standings(tenant, ids, act.visible)
  const names = await entity.names(tenant, standings)
  const each = standings.map((standing) => {
    const message = act.refusal(standing, names) ?? null
    return { outcome: message === null ? act.outcome : SKIPPED, message, count: standing.rows }
  })
  const gone = ids.length - each.reduce((sum, { count }) => sum + count, 0)
  return {
    foreseen: [...each, { outcome: SKIPPED, message: entity.gone, count: gone }],
    cursor: place,
    done: ids.length,
    last,
  }
}

/** Does the act to the next rows of a selection: those that refuse it are named with their reason. */
export const doNext = async <Row extends Standing & { id: number }, Standing extends object, Names>(
  tenant: Tenant,
  entity: BulkEntity<Row, Standing, Names>,
  act: PreparedAct<Row, Standing, Names>,
  job: { id: number; selectionId: number; cursor: number },
) => {
  const chosen = await nextOf(tenant, job.selectionId, job.cursor, CHUNK)
  const rows = await entity.lock(tenant, chosen.ids, act.visible)
  const names = await entity.names(tenant, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const able: Row[] = []
  const refused = chosen.ids.flatMap((subject) => {
    const row = byId.get(subject)
    const message = row ? act.refusal(row, names) : entity.gone
    if (message !== undefined) return { entity: entity.entity, subject, outcome: SKIPPED, message }
    if (row) able.push(row)
    return []
  })
  if (able.length) await act.apply(able, names)
  await keepResults(tenant, job.id, refused)
  return {
    cursor: chosen.place,
    done: chosen.ids.length,
    outcomes: { [act.outcome]: able.length, [SKIPPED]: refused.length },
    last: chosen.last,
  }
}
