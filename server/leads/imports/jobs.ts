import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#contract/kit/endpoint.ts'
import { leadImports } from '#contract/leads/imports.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { createLeads } from '#server/leads/intake/intake.ts'
import { removeLeads } from '#server/leads/lead/remove.ts'
import { matchProducts } from '#server/leads/lead/product-lines.ts'
import { becomesBy } from '#server/leads/restricted-domains/restriction-effect.ts'
import { lockRestrictions, newThrowAways, restrictionsOf } from '#server/leads/restricted-domains/restriction.ts'
import { found, UserError } from '#server/kit/errors.ts'
import { personJob, type JobKind } from '#server/platform/jobs/kind.ts'
import { countedUpTo, note, notedRejections, sortNext, type Candidate } from './chunk.ts'
import { noteKeys, withKnown, withKnownAgain } from './known.ts'
import { notedDuplicates, noteRows } from './noted-rows.ts'
import { dropParts } from '#server/platform/imports/parts.ts'
import * as queries from './queries.ts'
import { touchedByPeople } from './touched.ts'

const Which = Type.Object({ importId: Id })
const { permission } = leadImports.start
const now = sql<string>`now()`

/** The import that a job is at, for reading on beside the chunk before; `ownImport` says later whether that was right. */
const importOf = async (tenant: Tenant, importId: number) => found('Import', await queries.get(tenant, importId))

/** The import that a job is at, kept so; a job of which it knows nothing any more ends. */
const ownImport = async (tenant: Tenant, importId: number, jobId: number) => {
  const stored = found('Import', await queries.lock(tenant, importId))
  if (stored.job_id !== jobId) throw new UserError(409, 'Stopped: the import was restarted.')
  return stored
}

/** The dry run: what would become of each row, and nothing else. */
export const checkImport = personJob({
  name: 'imports.check',
  input: Which,
  permission,
  actor: { kind: 'import', channel: 'bulk' },
  async chunk({ tenant, jobId, input: { importId }, cursor, mark, handOn, myTurn }) {
    const next = await sortNext(tenant, await importOf(tenant, importId), cursor, mark)
    const { ready, range, last } = next
    if (!last) handOn(next.cursor, range[1])
    // Rows before these in the file are known by what the chunks before have noted.
    await myTurn()
    const stored = await ownImport(tenant, importId, jobId)
    const counted = countedUpTo(stored, next)
    if (ready.length) await noteKeys(tenant, importId, ready)
    const candidates = await withKnown(tenant, importId, ready)
    const domains = candidates.flatMap(({ lead }) => lead.normal.emailDomain ?? [])
    const restrictions = await restrictionsOf(tenant, domains)
    const throwAways = await newThrowAways(tenant, domains)
    const notes = notedRejections(next, counted)
    for (const { row, cells, lead, notes: reasons, known } of candidates) {
      const domain = lead.normal.emailDomain ?? ''
      const restriction = restrictions.get(domain) ?? heldAs(throwAways.get(domain))
      if (known) {
        counted.duplicates++
        if (stored.duplicates === 'add') {
          counted.added++
          counted.duplicates_added++
        }
        notes.push(note(row, cells, 'duplicate', { known, reasons }))
      } else {
        counted.added++
        if (restriction) {
          const outcome = becomesBy(restriction)
          counted[outcome]++
          notes.push(note(row, cells, outcome, { reasons: [...restrictedBy(restriction.domainName), ...reasons] }))
        } else if (reasons.length > 0) {
          counted.noted++
          notes.push(note(row, cells, 'noted', { reasons }))
        }
      }
    }
    await noteRows(tenant, importId, range, notes)
    await queries.update(tenant, importId, { counts: counted, row_at: range[1], ...(last ? { state: 'ready' } : {}) })
    crashPoint('import.after_check')
    return { cursor: next.cursor, done: candidates.length + next.rejected.length, last }
  },
})

/** A throw-away domain goes on the list with its first lead, and holds it. */
const heldAs = (domainName: string | undefined) => domainName && ({ domainName, effect: 'quarantine' } as const)

const restrictedBy = (domain: string) => [{ column: null, message: `${domain} is a restricted domain` }]

/**
 * The import itself: each row through the one way in, a chunk at a time, a few of them beside each other. What a chunk needs of the
 * one before is its place in the file alone: which rows repeat others was noted by the dry run.
 */
export const runImport = personJob({
  name: 'imports.run',
  input: Which,
  permission,
  atOnce: 1,
  actor: { kind: 'import', channel: 'bulk' },
  async chunk({ tenant, caller, jobId, input: { importId }, cursor, mark, handOn, myTurn }) {
    const file = await importOf(tenant, importId)
    const next = await sortNext(tenant, file, cursor, mark)
    const { range, last } = next
    // Before the next chunk begins: it waits for its turn, and whoever waits for it to change the list must not stand in this one's way.
    await lockRestrictions(tenant, 'shared')
    if (!last) handOn(next.cursor, range[1])
    const noted = await notedDuplicates(tenant, importId, range)
    const candidates = await withKnownAgain(tenant, importId, next.ready, (row) => noted.has(row))
    const wanted = ({ row, known }: Candidate) => !known || (noted.get(row) ?? file.duplicates) === 'add'
    const [adding, left] = [candidates.filter(wanted), candidates.filter((each) => !wanted(each))]

    // Entries of throw-away domains are made in turn: one of a later chunk would hold up this one, for which that chunk waits.
    const domains = adding.flatMap(({ lead }) => lead.normal.emailDomain ?? [])
    if ((await newThrowAways(tenant, domains)).size > 0) await myTurn()
    const adds = await withProducts(tenant, adding)
    const leads = await createLeads(tenant, adds, { source: file.source, createdBy: caller.personId, importId })
    await tenant.setReason(undefined)
    crashPoint('import.after_leads')

    await myTurn()
    const counted = countedUpTo(await ownImport(tenant, importId, jobId), next)
    const notes = [
      ...notedRejections(next, counted),
      ...left.map(({ row, cells, known, notes: reasons }) => note(row, cells, 'duplicate', { known, reasons })),
    ]
    adding.forEach(({ row, cells, known, notes: reasons }, at) => {
      const became = leads[at]?.became
      if (became === 'held' || became === 'invalid') counted[became]++
      if (known) notes.push(note(row, cells, 'duplicate', { known, reasons }))
      else if (became === 'held' || became === 'invalid') notes.push(note(row, cells, became, { reasons }))
      else if (reasons.length > 0) {
        counted.noted++
        notes.push(note(row, cells, 'noted', { reasons }))
      }
    })
    counted.added += adding.length
    counted.duplicates += adding.filter(({ known }) => known).length + left.length
    counted.duplicates_added += adding.filter(({ known }) => known).length
    await noteRows(tenant, importId, range, notes)
    await queries.update(tenant, importId, {
      counts: counted,
      row_at: range[1],
      ...(last ? { state: 'imported', finished_at: now } : {}),
    })
    if (last) await dropParts(tenant, importId)
    crashPoint('import.after_chunk')
    return {
      cursor: next.cursor,
      done: candidates.length + next.rejected.length,
      outcomes: { added: adding.length, duplicate: left.length, rejected: next.rejected.length },
      last,
    }
  },
})

const withProducts = async (tenant: Tenant, candidates: readonly Candidate[]) => {
  const lines = await matchProducts(
    tenant,
    candidates.map(({ lead }) => lead.products),
  )
  return candidates.map(({ lead }, at) => ({ normal: lead.normal, lines: lines[at] ?? [] }))
}

const REVERTED_AT_ONCE = 1_000

/** Takes away what an import added, but for what somebody has touched since. */
export const revertImport = personJob({
  name: 'imports.revert',
  input: Which,
  permission,
  actor: { kind: 'import', channel: 'bulk' },
  async chunk({ tenant, jobId, input: { importId }, cursor }) {
    const stored = await ownImport(tenant, importId, jobId)
    await tenant.setReason(`The import of ${stored.file_name} was reverted`)
    const ids = await lockImported(tenant, importId, cursor)
    // Only now: a statement that waited for an edit does not see the edit's own history.
    const touched = await touchedByPeople(tenant, ids)
    const untouched = ids.filter((id) => !touched.has(id))
    if (untouched.length) await removeLeads(tenant, untouched)
    await tenant.setReason(undefined)
    const last = ids.length < REVERTED_AT_ONCE
    await queries.update(tenant, importId, {
      removed: stored.removed + untouched.length,
      kept: stored.kept + touched.size,
      ...(last ? { state: 'reverted', reverted_at: now } : {}),
    })
    if (last) await dropParts(tenant, importId)
    crashPoint('import.after_revert')
    return {
      cursor: ids.at(-1) ?? cursor,
      done: ids.length,
      outcomes: { removed: untouched.length, kept: touched.size },
      last,
    }
  },
})

/** The next leads that are there: whoever has deleted one of them has done it themselves. */
const lockImported = async ({ db, companyId }: Tenant, importId: number, after: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from leads where company_id = ${companyId} and import_id = ${importId} and id > ${after} and deleted_at is null
    order by id limit ${REVERTED_AT_ONCE} for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

export const importJobs: readonly JobKind[] = [checkImport, runImport, revertImport]
