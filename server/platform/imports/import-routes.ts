import type { AreaName } from '#contract/areas.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { PART_BYTES } from '#contract/platform/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { csvRow } from '#server/kit/csv.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { implementShared, type Route } from '#server/kit/implement.ts'
import { cancelJob } from '#server/platform/jobs/cancel.ts'
import { startJob } from '#server/platform/jobs/start.ts'
import { firstRowOf } from './first-row.ts'
import { headerKey, headOf, readAs, wayOf } from './columns.ts'
import { encodingOf } from './encoding.ts'
import type { ImportJobs } from './import-jobs.ts'
import * as noted from './noted-rows.ts'
import { beginParts, finishParts, keepPart, partsOf, readerOf } from './parts.ts'
import * as imports from './queries.ts'
import { looksLikeHeader, refuseOtherFiles, sampleRows, separatorOf } from './sniff.ts'
import type { ImportSpec } from './spec.ts'

const MOST_WAITING = 20
const REJECTED_AT_ONCE = 1_000

/** Code for the calls of an area's imports. */
export const importRoutes = <Options extends object, Item>(
  area: AreaName,
  calls: Record<keyof ImportCalls, Endpoint>,
  spec: ImportSpec<Options, Item>,
  jobs: ImportJobs,
): Route[] => {
  const shown = async (tenant: Tenant, id: number) => ({ data: found('Import', await imports.show(tenant, spec, id)) })
  const get = async (tenant: Tenant, id: number) => found('Import', await imports.get(tenant, spec, id))
  const inState = (tenant: Tenant, id: number, ...states: readonly State[]) => lockInState(tenant, spec, id, states)

  return implementShared<ImportCalls>(area, calls, {
    list: ({ tenant, query }) => imports.list(tenant, spec, query),
    read: ({ tenant, params: { id } }) => shown(tenant, id),

    async begin({ tenant, caller, body: { file_name, bytes } }) {
      if ((await imports.clearLeft(tenant)) >= MOST_WAITING)
        throw conflict(`${MOST_WAITING} files are waiting to be imported. Import or remove one first.`)
      const begun = await imports.begin(tenant, spec, { file_name, bytes, created_by: caller.personId })
      await beginParts(tenant, begun.id)
      return { data: begun }
    },

    async part({ tenant, params: { id, no }, bytes }) {
      const stored = await inState(tenant, id, 'uploading')
      const expected = Math.min(PART_BYTES, stored.bytes - no * PART_BYTES)
      if (bytes.length !== expected) throw badField('body', 'This part has the wrong size')
      await keepPart(tenant, id, no, bytes)
      return {}
    },

    async finish({ tenant, body: { id } }) {
      const stored = await inState(tenant, id, 'uploading')
      await readAs(tenant, spec, stored, await finishUpload(tenant, spec, stored))
      return shown(tenant, id)
    },

    async reread({ tenant, body: { id, ...wanted } }) {
      const stored = await inState(tenant, id, 'mapping', 'ready')
      const chosen = wanted.encoding ? { encoding_guessed: false } : {}
      await readAs(tenant, spec, stored, { ...wayOf(stored), ...wanted, ...chosen })
      return shown(tenant, id)
    },

    async check({ tenant, caller, body: { id, fields, encoding, ...chosen } }) {
      const stored = await inState(tenant, id, 'mapping', 'ready')
      const options = { ...stored.options, ...chosen }
      if (Object.keys(chosen).length > 0) await spec.checkOptions?.(tenant, spec.readOptions(options), caller)
      if (encoding) await readAs(tenant, spec, stored, { ...wayOf(stored), encoding, encoding_guessed: false })
      const { columns, file_name } = encoding ? await get(tenant, id) : stored
      if (fields.length !== columns.length)
        throw badField('fields', `The file has ${columns.length} columns. Match each of them`)
      const missing = await spec.missing(tenant, fields)
      if (missing !== undefined) throw badField('fields', missing)
      await imports.rememberFields(tenant, spec, headerKey(columns), fields)
      await noted.forgetRows(tenant, id)
      await begins(tenant, caller, id, jobs.check, `Check ${file_name}`, {
        columns: columns.map(({ certainty: _, ...column }, at) => ({ ...column, field: fields[at] ?? null })),
        state: 'checking',
        row_at: 1,
        counts: imports.nothingCounted(spec.outcomes),
        options,
        ...(spec.knownRows ? { duplicates: spec.knownRows(spec.readOptions(options), stored.duplicates) } : {}),
      })
      return shown(tenant, id)
    },

    async rows({ tenant, caller, params: { id }, query }) {
      return noted.rows(tenant, caller, spec, await get(tenant, id), query)
    },

    async decide({ tenant, body: { id, duplicates, rows } }) {
      const stored = await inState(tenant, id, 'ready')
      spec.checkDecision?.(spec.readOptions(stored.options), duplicates)
      if (rows) {
        const decided = await noted.decide(tenant, id, duplicates, rows)
        if (decided === 0) found('Duplicate', undefined)
      } else {
        await noted.decide(tenant, id, null)
        await imports.update(tenant, id, { duplicates })
      }
      const before = { ...imports.nothingCounted(spec.outcomes), ...stored.counts }
      const duplicates_added = await noted.duplicatesToAdd(tenant, id, rows ? stored.duplicates : duplicates)
      const added = before.added - before.duplicates_added + duplicates_added
      await imports.update(tenant, id, { counts: { ...before, added, duplicates_added } })
      return shown(tenant, id)
    },

    async start({ tenant, caller, body: { id } }) {
      const { state, file_name, options, job_id, file_gone } = await inState(tenant, id, 'ready', 'stopped')
      if (file_gone)
        throw conflict(
          'This file was deleted 30 days after its import stopped. Choose it again.',
          undefined,
          'file_gone',
        )
      const title = `Import ${file_name}`
      if (state === 'ready') {
        await spec.checkOptions?.(tenant, spec.readOptions(options), caller)
        const counts = imports.nothingCounted(spec.outcomes)
        await begins(tenant, caller, id, jobs.run, title, { state: 'importing', row_at: 1, counts })
      } else {
        await begins(tenant, caller, id, jobs.run, title, { state: 'importing' }, job_id)
      }
      return shown(tenant, id)
    },

    async cancel({ tenant, body: { id } }) {
      const { job_id } = await inState(tenant, id, 'checking', 'importing')
      if (job_id !== null) await cancelJob(tenant, job_id)
      return shown(tenant, id)
    },

    async revert({ tenant, caller, body: { id } }) {
      const { state, file_name, job_id } = await inState(tenant, id, 'imported', 'stopped', 'revert_stopped')
      const after = state === 'revert_stopped' ? job_id : null
      await begins(tenant, caller, id, jobs.revert, `Revert ${file_name}`, { state: 'reverting' }, after)
      return shown(tenant, id)
    },

    async discard({ tenant, body: { id } }) {
      await inState(tenant, id, 'uploading', 'mapping', 'ready')
      await imports.remove(tenant, id)
      return {}
    },

    async rejected({ tenant, caller, params: { id }, query: { after = 0, outcome = 'rejected' } }) {
      return { data: await rowsCsv(tenant, caller, spec, await get(tenant, id), outcome, after) }
    },

    async kept({ tenant, caller, params: { id }, query }) {
      await get(tenant, id)
      return spec.kept(tenant, caller, id, query)
    },
  })
}

/** How an upload that is complete is read, by what is in it. */
const finishUpload = async (tenant: Tenant, spec: Pick<ImportSpec, 'guess'>, { id, bytes }: imports.Stored) => {
  const { whole, utf8, otherAt } = await partsOf(tenant, id, bytes)
  if (!whole) throw badField('file', 'The upload is incomplete. Choose the file again.')
  await finishParts(tenant, id)
  const head = await headOf(tenant, id)
  refuseOtherFiles(head)
  const read = readerOf(tenant, id)
  const how = await encodingOf(head, utf8, () => read(otherAt * PART_BYTES, PART_BYTES))
  const dialect = { ...how, separator: await separatorOf(head, how.encoding) }
  const rows = await sampleRows(head, dialect)
  const first_row = await firstRowOf(tenant, spec, rows)
  const first = rows.find(({ row }) => row === first_row)
  return { ...dialect, first_row, header: looksLikeHeader(first?.cells ?? []) }
}

const LAST_COLUMN = { rejected: 'Why it was rejected', duplicate: 'Repeat of' } as const

const rowsCsv = async (
  tenant: Tenant,
  caller: Caller,
  spec: Pick<ImportSpec, 'repeats'>,
  { id, columns }: imports.Stored,
  outcome: keyof typeof LAST_COLUMN,
  after: number,
) => {
  const rows = await noted.rowsAfter(tenant, id, outcome, after, REJECTED_AT_ONCE)
  const repeats = await spec.repeats?.(
    tenant,
    caller,
    rows.map(({ known_id, known_row, known_by }) => ({ known_id, known_row, known_by: known_by ?? [] })),
  )
  const header = after === 0 ? csvRow([...columns.map(({ name }) => name), 'Row', LAST_COLUMN[outcome]]) : ''
  const csv = rows.map(({ row_no, cells, reasons, known_row }, at) => {
    const repeated = repeats?.[at] ?? (known_row === null ? '' : `Same as row ${known_row}`)
    const why = reasons.map(({ column, message }) => [columns[column ?? -1]?.name, message].filter(Boolean).join(': '))
    const padded = columns.map((_, at) => cells[at] ?? '')
    // What no column is there for comes last: nothing is lost, and until it is mended the row is too wide again.
    const said = [repeated, ...why].filter(Boolean).join('; ')
    return csvRow([...padded, String(row_no), said, ...cells.slice(columns.length)])
  })
  const last = rows.at(-1)
  return { csv: header + csv.join(''), next: rows.length === REJECTED_AT_ONCE && last ? last.row_no : null }
}

const WORDS = {
  uploading: 'still being uploaded',
  mapping: 'waiting to be checked',
  checking: 'being checked',
  ready: 'checked and waiting to be imported',
  importing: 'being imported',
  stopped: 'stopped',
  imported: 'already imported',
  reverting: 'being reverted',
  revert_stopped: 'stopped while being reverted',
  reverted: 'already reverted',
} as const
type State = keyof typeof WORDS

/** The import, held to the end of the transaction; 409 naming the state that it really is in. */
const lockInState = async (tenant: Tenant, spec: imports.Of, id: number, states: readonly State[]) => {
  const stored = found('Import', await imports.lock(tenant, spec, id))
  if (states.includes(stored.state)) return stored
  throw conflict(`This import is ${WORDS[stored.state]}.`, { state: stored.state }, 'wrong_state')
}

/** Changes an import and starts the job that goes through it; after an earlier job, from where that one stopped. */
const begins = async (
  tenant: Tenant,
  caller: Caller,
  id: number,
  kind: ImportJobs['check'],
  title: string,
  changes: imports.Changes,
  after: number | null = null,
) => {
  const job_id = await startJob(tenant, kind, { title, input: { importId: id }, caller })
  if (after !== null) await imports.goOn(tenant, job_id, after)
  await imports.update(tenant, id, { ...changes, job_id })
}
