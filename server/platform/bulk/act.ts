import type { RawBuilder } from 'kysely'
import type { Example } from '#contract/platform/bulk.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { keepResults } from '#server/platform/jobs/start.ts'
import { nextOf, type Selectable } from '#server/platform/selections/select.ts'
import type { OutcomeCount } from './outcomes.ts'

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
  /** Does it to rows that are locked and were not refused; answers those that turned out to be impossible when it was their turn. */
  apply(rows: readonly Row[], names: Names): Promise<readonly Refused[] | void>
}

/** An act that finds out for many rows at once what becomes of each. */
export interface ActOnMany {
  title(count: number): string
  /** What became of a row to which it was done: `assigned`. */
  outcome: string
  /** What would become of each, by the same rule that the run follows; nothing is changed. */
  foresee(ids: readonly number[]): Promise<{ ends: OutcomeCount[]; examples?: Example[] }>
  /** Does it; answers why it was not done to some. */
  run(ids: readonly number[]): Promise<Refused[]>
}

export interface Refused {
  id: number
  message: string
}

export const SKIPPED = 'skipped'
/** So many rows are changed in one transaction: few enough that nobody waits long for one of them. */
const CHUNK = 1_000

/** An act that decides on each row alone, by its rule. */
export const byRule = <Row extends Standing & { id: number }, Standing extends object, Names>(
  tenant: Tenant,
  entity: BulkEntity<Row, Standing, Names>,
  { title, outcome, visible, refusal, apply }: PreparedAct<Row, Standing, Names>,
): ActOnMany => ({
  title,
  outcome,
  async foresee(ids) {
    const standings = await entity.standings(tenant, ids, visible)
    const names = await entity.names(tenant, standings)
    const ends = standings.map((standing) => {
      const message = refusal(standing, names) ?? null
      return { outcome: message === null ? outcome : SKIPPED, message, count: standing.rows }
    })
    const gone = ids.length - ends.reduce((sum, { count }) => sum + count, 0)
    return { ends: [...ends, { outcome: SKIPPED, message: entity.gone, count: gone }] }
  },
  async run(ids) {
    const rows = await entity.lock(tenant, ids, visible)
    const names = await entity.names(tenant, rows)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const able: Row[] = []
    const refused = ids.flatMap((id) => {
      const row = byId.get(id)
      const message = row ? refusal(row, names) : entity.gone
      if (message !== undefined) return { id, message }
      if (row) able.push(row)
      return []
    })
    const failed = able.length ? await apply(able, names) : undefined
    return [...refused, ...(failed ?? [])]
  },
})

/** What would become of the next rows of a selection. */
export const foreseeNext = async (
  tenant: Tenant,
  act: ActOnMany,
  { selectionId, cursor, most }: { selectionId: number; cursor: number; most: number },
) => {
  const { ids, place, last } = await nextOf(tenant, selectionId, cursor, most)
  const { ends, examples } = await act.foresee(ids)
  return { foreseen: ends, examples, cursor: place, done: ids.length, last }
}

/** Does the act to the next rows of a selection: those that refuse it are named with their reason. */
export const doNext = async (
  tenant: Tenant,
  entity: Selectable,
  act: ActOnMany,
  job: { id: number; selectionId: number; cursor: number },
) => {
  const chosen = await nextOf(tenant, job.selectionId, job.cursor, CHUNK)
  const refused = await act.run(chosen.ids)
  await keepResults(
    tenant,
    job.id,
    refused.map(({ id, message }) => ({ entity: entity.entity, subject: id, outcome: SKIPPED, message })),
  )
  return {
    cursor: chosen.place,
    done: chosen.ids.length,
    outcomes: { [act.outcome]: chosen.ids.length - refused.length, [SKIPPED]: refused.length },
    last: chosen.last,
  }
}
