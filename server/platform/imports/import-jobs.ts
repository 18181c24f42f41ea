import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#contract/kit/endpoint.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { found, UserError } from '#server/kit/errors.ts'
import { personJob, type JobKind } from '#server/platform/jobs/kind.ts'
import { countedUpTo, note, notedRejections, sortNext, type Sorted } from './chunk.ts'
import { noteKeys, withKnown, withKnownAgain } from './known.ts'
import { notedDuplicates, noteRows, type NotedRow } from './noted-rows.ts'
import { dropParts } from './parts.ts'
import * as queries from './queries.ts'
import { BEGINNING } from './reader.ts'
import type { Became, Candidate, ImportSpec, Wanted } from './spec.ts'
import { withLeftOut, type LeftOut } from './warnings.ts'

const Which = Type.Object({ importId: Id })
const now = sql<string>`now()`
/** Of a file with something left out in most rows, so many are kept to be looked at; all are counted. */
const MOST_NOTED_KEPT = 200_000

export type ImportJobs = Readonly<Record<'check' | 'run' | 'revert', JobKind<typeof Which>>>

/** The jobs of an area's imports. Their names, `area.check` and so on, are those of the acts in the history. */
export const importJobs = <Options extends object, Item>(
  area: string,
  permission: PermissionKey,
  spec: ImportSpec<Options, Item>,
): ImportJobs => ({
  check: checkImport(area, permission, spec),
  run: runImport(area, permission, spec),
  revert: revertImport(area, permission, spec),
})

/** The import that a job is at, for reading on beside the chunk before; `ownImport` says later whether that was right. */
const importOf = async (tenant: Tenant, spec: queries.Of, importId: number) =>
  found('Import', await queries.get(tenant, spec, importId))

/** The import that a job is at, kept so; a job of which it knows nothing any more ends. */
const ownImport = async (tenant: Tenant, spec: queries.Of, importId: number, jobId: number) => {
  const stored = found('Import', await queries.lock(tenant, spec, importId))
  if (stored.job_id !== jobId) throw new UserError(409, 'Stopped: the import was restarted.')
  return stored
}

/** The dry run: what would become of each row, and nothing else. */
const checkImport = <Options extends object, Item>(
  area: string,
  permission: PermissionKey,
  spec: ImportSpec<Options, Item>,
) =>
  personJob({
    name: `${area}.check`,
    isStep: true,
    input: Which,
    permission,
    actor: { kind: 'import', channel: 'bulk' },
    async chunk({ tenant, caller, jobId, input: { importId }, cursor, mark, handOn, myTurn }) {
      const next = await sortNext(tenant, spec, await importOf(tenant, spec, importId), cursor, mark)
      const { ready, range, last } = next
      if (!last) handOn(next.cursor, range[1])
      // Rows before these in the file are known by what the chunks before have noted.
      await myTurn()
      const stored = await ownImport(tenant, spec, importId, jobId)
      const counted = countedUpTo(spec, stored, next)
      const how = { importId, options: spec.readOptions(stored.options), caller }
      if (ready.length) await noteKeys(tenant, spec, how, ready)
      const candidates = await withKnown(tenant, spec, how, ready)
      const sorted = sortKnown(spec, how.options, candidates, () => stored.duplicates)
      const became = await spec.preview(tenant, sorted.wanted, how)
      const { notes, warnings } = tally(spec, counted, next, sorted, became, stored)
      await noteRows(tenant, importId, range, notes)
      await queries.update(tenant, importId, {
        counts: counted,
        warnings,
        row_at: range[1],
        ...(last ? { state: 'ready' } : {}),
      })
      crashPoint('import.after_check')
      return { cursor: next.cursor, done: candidates.length + next.rejected.length, last }
    },
  })

/** Rows by what is to become of them. */
interface SortedKnown<Item> {
  wanted: Wanted<Item>[]
  /** Known rows that are left out. */
  left: Candidate<Item>[]
  /** Rows that repeat earlier ones of the file, where that is refused. */
  repeats: (Candidate<Item> & { message: string })[]
}

const sortKnown = <Options extends object, Item>(
  spec: ImportSpec<Options, Item>,
  options: Options,
  candidates: readonly Candidate<Item>[],
  choiceOf: (row: number) => string,
): SortedKnown<Item> => {
  const sorted: SortedKnown<Item> = { wanted: [], left: [], repeats: [] }
  for (const each of candidates) {
    const earlier = each.known?.row ?? null
    const choice = each.known && choiceOf(each.row)
    const message = earlier === null ? undefined : spec.refuseRepeat?.(each, earlier, options)
    if (message !== undefined) sorted.repeats.push({ ...each, message })
    else if (choice === 'skip') sorted.left.push(each)
    else sorted.wanted.push({ ...each, choice })
  }
  return sorted
}

/** Counts what became of the rows of a chunk, or would; answers what is noted of those that were not simply added, and which cells are left out. */
const tally = <Options extends object, Item>(
  spec: ImportSpec<Options, Item>,
  counted: queries.Counted,
  next: Sorted<Item>,
  { wanted, left, repeats }: SortedKnown<Item>,
  became: readonly Became[],
  { warnings }: Pick<queries.Stored, 'warnings'>,
): { notes: NotedRow[]; warnings: LeftOut[] } => {
  const notes = [
    ...left.map(({ row, cells, known, notes: reasons }) => note(row, cells, 'duplicate', { known, reasons })),
    ...repeats.map(({ row, cells, known, message }) =>
      note(row, cells, 'rejected', { known: known && { ...known, id: null }, reasons: [{ column: null, message }] }),
    ),
  ]
  counted.duplicates += left.length
  counted.rejected += repeats.length
  const added: Wanted<Item>[] = []
  for (const [at, one] of wanted.entries()) {
    const { row, cells, known, notes: own } = one
    const { outcome, ...more } = became[at] ?? {}
    const reasons = [...('reasons' in more ? more.reasons : 'notes' in more ? more.notes : []), ...own]
    if (outcome !== undefined) countOne(counted, outcome)
    if (outcome === 'rejected' || (outcome !== undefined && spec.leftOut?.includes(outcome)))
      notes.push(note(row, cells, outcome, { known: known?.id ? known : undefined, reasons }))
    else {
      counted.added++
      added.push(one)
      if (known) {
        counted.duplicates++
        counted.duplicates_added++
        notes.push(note(row, cells, 'duplicate', { known, reasons }))
      } else if (outcome !== undefined) notes.push(note(row, cells, outcome, { reasons }))
      else if (reasons.length > 0) {
        counted.noted++
        if (counted.noted <= MOST_NOTED_KEPT) notes.push(note(row, cells, 'noted', { reasons }))
      }
    }
  }
  return {
    notes: [...notedRejections(next, counted), ...notes],
    warnings: withLeftOut(next.range[0] === BEGINNING.row ? [] : warnings, added),
  }
}

const countOne = (counted: queries.Counted, outcome: string) => {
  counted[outcome] = (counted[outcome] ?? 0) + 1
}

/**
 * The import itself: each row through the area's own way in, a chunk at a time, a few of them beside each other. What a chunk needs of
 * the one before is its place in the file alone: which rows repeat others was noted by the dry run.
 */
const runImport = <Options extends object, Item>(
  area: string,
  permission: PermissionKey,
  spec: ImportSpec<Options, Item>,
) =>
  personJob({
    name: `${area}.run`,
    input: Which,
    permission,
    atOnce: 1,
    actor: { kind: 'import', channel: 'bulk' },
    async chunk({ tenant, caller, jobId, input: { importId }, cursor, mark, handOn, myTurn }) {
      const file = await importOf(tenant, spec, importId)
      const next = await sortNext(tenant, spec, file, cursor, mark)
      const { range, last } = next
      // Before the next chunk begins: it waits for its turn, and whoever waits for the lock must not stand in this one's way.
      await spec.lock?.(tenant)
      if (!last) handOn(next.cursor, range[1])
      const noted = await notedDuplicates(tenant, importId, range)
      const options = spec.readOptions(file.options)
      const candidates = await withKnownAgain(tenant, spec, { importId, options }, next.ready, (row) => noted.has(row))
      const sorted = sortKnown(spec, options, candidates, (row) => noted.get(row) ?? file.duplicates)
      const became = await spec.store(tenant, sorted.wanted, { importId, options, caller, myTurn })
      await tenant.setReason(undefined)

      await myTurn()
      const stored = await ownImport(tenant, spec, importId, jobId)
      const counted = countedUpTo(spec, stored, next)
      const before = { ...counted }
      const { notes, warnings } = tally(spec, counted, next, sorted, became, stored)
      await noteRows(tenant, importId, range, notes)
      await queries.update(tenant, importId, {
        counts: counted,
        warnings,
        row_at: range[1],
        ...(last ? { state: 'imported', finished_at: now } : {}),
      })
      if (last) await dropParts(tenant, importId)
      crashPoint('import.after_chunk')
      return {
        cursor: next.cursor,
        done: candidates.length + next.rejected.length,
        outcomes: {
          added: counted.added - before.added,
          duplicate: sorted.left.length,
          rejected: next.rejected.length + counted.rejected - before.rejected,
        },
        last,
      }
    },
  })

const REVERTED_AT_ONCE = 1_000

/** Undoes what an import did, except to what somebody has touched since. */
const revertImport = <Options extends object, Item>(
  area: string,
  permission: PermissionKey,
  spec: ImportSpec<Options, Item>,
) =>
  personJob({
    name: `${area}.revert`,
    input: Which,
    permission,
    actor: { kind: 'import', channel: 'bulk' },
    async chunk({ tenant, jobId, input: { importId }, cursor }) {
      const stored = await ownImport(tenant, spec, importId, jobId)
      await tenant.setReason(`The import of ${stored.file_name} was reverted`)
      const ids = await spec.lockImported(tenant, importId, cursor, REVERTED_AT_ONCE)
      // Only now: a statement that waited for an edit does not see the edit's own history.
      const kept = ids.length ? await spec.takeBack(tenant, ids, importId) : new Set()
      await tenant.setReason(undefined)
      const last = ids.length < REVERTED_AT_ONCE
      await queries.update(tenant, importId, {
        removed: stored.removed + ids.length - kept.size,
        kept: stored.kept + kept.size,
        ...(last ? { state: 'reverted', reverted_at: now } : {}),
      })
      if (last) await dropParts(tenant, importId)
      crashPoint('import.after_revert')
      return {
        cursor: ids.at(-1) ?? cursor,
        done: ids.length,
        outcomes: { removed: ids.length - kept.size, kept: kept.size },
        last,
      }
    },
  })
