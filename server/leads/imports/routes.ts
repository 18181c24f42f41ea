import { createHash } from 'node:crypto'
import { leadImports, type ImportColumn, type ImportField } from '#contract/leads/imports.ts'
import { MOST_COLUMNS, PART_BYTES } from '#contract/platform/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { csvRow } from '#server/kit/csv.ts'
import { checkOffered } from '#server/leads/company-words/choices.ts'
import type { Caller } from '#server/kit/auth.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { badField, conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { cancelJob } from '#server/platform/jobs/cancel.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { startJob } from '#server/platform/jobs/start.ts'
import { encodingOf, type FoundEncoding } from '#server/platform/imports/encoding.ts'
import { guessFields } from './guess.ts'
import { checkImport, revertImport, runImport } from './jobs.ts'
import { beginParts, finishParts, keepPart, partsOf, readerOf } from '#server/platform/imports/parts.ts'
import * as noted from './noted-rows.ts'
import { oddColumns, presentable } from '#server/platform/imports/odd-signs.ts'
import * as imports from './queries.ts'
import type { Dialect } from '#server/platform/imports/reader.ts'
import { looksLikeHeader, refuseOtherFiles, sampleRows, separatorOf } from '#server/platform/imports/sniff.ts'

const MOST_WAITING = 20
const REJECTED_AT_ONCE = 1_000
const SAMPLE_BYTES = 256 * 1024

export const importRoutes = implement('imports', leadImports, {
  list: ({ tenant, query }) => imports.list(tenant, query),
  read: ({ tenant, params: { id } }) => shown(tenant, id),

  async begin({ tenant, caller, body: { file_name, bytes } }) {
    if ((await imports.clearLeft(tenant)) >= MOST_WAITING)
      throw conflict(`${MOST_WAITING} files are waiting to be imported. Import or remove one first.`)
    const begun = await imports.begin(tenant, { file_name, bytes, created_by: caller.personId })
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
    const { whole, utf8, otherAt } = await partsOf(tenant, id, stored.bytes)
    if (!whole) throw badField('file', 'The upload is incomplete. Choose the file again.')
    await finishParts(tenant, id)
    const head = await headOf(tenant, id)
    refuseOtherFiles(head)
    const read = readerOf(tenant, id)
    const how = await encodingOf(head, utf8, () => read(otherAt * PART_BYTES, PART_BYTES))
    const dialect = { ...how, separator: await separatorOf(head, how.encoding) }
    const [first = []] = await sampleRows(head, dialect)
    await readAs(tenant, id, { ...dialect, header: looksLikeHeader(first) })
    return shown(tenant, id)
  },

  async reread({ tenant, body: { id, ...wanted } }) {
    const stored = await inState(tenant, id, 'mapping', 'ready')
    await readAs(tenant, id, { ...wayOf(stored), ...wanted, ...chosen(wanted) })
    return shown(tenant, id)
  },

  async check({ tenant, caller, body: { id, fields, source, encoding } }) {
    if (source) await checkOffered(tenant, 'source', source)
    const stored = await inState(tenant, id, 'mapping', 'ready')
    if (encoding) await readAs(tenant, id, { ...wayOf(stored), encoding, encoding_guessed: false })
    const { columns, file_name } = encoding ? found('Import', await imports.get(tenant, id)) : stored
    refuseUnusable(fields, columns)
    await imports.rememberFields(tenant, headerKey(columns), fields)
    await noted.forgetRows(tenant, id)
    await begins(tenant, caller, id, checkImport, `Check ${file_name}`, {
      columns: columns.map((column, at) => ({ ...column, field: fields[at] ?? null })),
      state: 'checking',
      row_at: 1,
      counts: imports.NOTHING_COUNTED,
      ...(source ? { source } : {}),
    })
    return shown(tenant, id)
  },

  async rows({ tenant, caller, params: { id }, query }) {
    const { columns } = found('Import', await imports.get(tenant, id))
    return noted.rows(tenant, caller, id, columns, query)
  },

  async decide({ tenant, body: { id, duplicates, rows } }) {
    const stored = await inState(tenant, id, 'ready')
    if (rows) {
      const decided = await noted.decide(tenant, id, duplicates, rows)
      if (decided === 0) found('Duplicate', undefined)
    } else {
      await noted.decide(tenant, id, null)
      await imports.update(tenant, id, { duplicates })
    }
    const before = { ...imports.NOTHING_COUNTED, ...stored.counts }
    const duplicates_added = await noted.duplicatesToAdd(tenant, id, rows ? stored.duplicates : duplicates)
    const added = before.added - before.duplicates_added + duplicates_added
    await imports.update(tenant, id, { counts: { ...before, added, duplicates_added } })
    return shown(tenant, id)
  },

  async start({ tenant, caller, body: { id } }) {
    const { state, file_name, source, job_id, file_gone } = await inState(tenant, id, 'ready', 'stopped')
    if (file_gone)
      throw conflict('This file was deleted 30 days after its import stopped. Choose it again.', undefined, 'file_gone')
    const title = `Import ${file_name}`
    if (state === 'ready') {
      await checkOffered(tenant, 'source', source)
      await begins(tenant, caller, id, runImport, title, {
        state: 'importing',
        row_at: 1,
        counts: imports.NOTHING_COUNTED,
      })
    } else {
      await begins(tenant, caller, id, runImport, title, { state: 'importing' }, job_id)
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
    await begins(tenant, caller, id, revertImport, `Revert ${file_name}`, { state: 'reverting' }, after)
    return shown(tenant, id)
  },

  async discard({ tenant, body: { id } }) {
    await inState(tenant, id, 'uploading', 'mapping', 'ready')
    await imports.remove(tenant, id)
    return {}
  },

  async rejected({ tenant, params: { id }, query: { after = 0 } }) {
    const { columns } = found('Import', await imports.get(tenant, id))
    const rows = await noted.rejectedAfter(tenant, id, after, REJECTED_AT_ONCE)
    const header = after === 0 ? csvRow([...columns.map(({ name }) => name), 'Row', 'Why it was rejected']) : ''
    const csv = rows.map(({ row_no, cells, reasons }) => {
      const why = reasons.map(({ column, message }) =>
        [columns[column ?? -1]?.name, message].filter(Boolean).join(': '),
      )
      const padded = columns.map((_, at) => cells[at] ?? '')
      // What no column is there for comes last: nothing is lost, and until it is mended the row is too wide again.
      return csvRow([...padded, String(row_no), why.join('; '), ...cells.slice(columns.length)])
    })
    const last = rows.at(-1)
    return { data: { csv: header + csv.join(''), next: rows.length === REJECTED_AT_ONCE && last ? last.row_no : null } }
  },

  async kept({ tenant, caller, params: { id }, query }) {
    found('Import', await imports.get(tenant, id))
    return noted.kept(tenant, caller, id, query)
  },
})

const shown = async (tenant: Tenant, id: number) => ({ data: found('Import', await imports.show(tenant, id)) })

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
const inState = async (tenant: Tenant, id: number, ...states: readonly State[]) => {
  const stored = found('Import', await imports.lock(tenant, id))
  if (states.includes(stored.state)) return stored
  throw conflict(`This import is ${WORDS[stored.state]}.`, { state: stored.state }, 'wrong_state')
}

/** Changes an import and starts the job that goes through it; after an earlier job, from where that one stopped. */
const begins = async (
  tenant: Tenant,
  caller: Caller,
  id: number,
  kind: JobKind<typeof checkImport.input>,
  title: string,
  changes: imports.Changes,
  after: number | null = null,
) => {
  const job_id = await startJob(tenant, kind, { title, input: { importId: id }, caller })
  if (after !== null) await imports.goOn(tenant, job_id, after)
  await imports.update(tenant, id, { ...changes, job_id })
}

const headOf = (tenant: Tenant, id: number) => readerOf(tenant, id)(0, SAMPLE_BYTES)

type Way = Dialect & FoundEncoding & { header: boolean }
const wayOf = ({ encoding, encoding_guessed, separator, header }: Way): Way => ({
  encoding,
  encoding_guessed,
  separator,
  header,
})
const chosen = ({ encoding }: Partial<Way>) => (encoding ? { encoding_guessed: false } : {})

/** Looks at the file's beginning in one way: its columns, three values of each, and what they hold by memory or by guess. */
const readAs = async (tenant: Tenant, id: number, way: Way) => {
  const [first = [], ...others] = await sampleRows(await headOf(tenant, id), way)
  if (first.length === 0) throw badField('file', 'There is nothing in this file. Choose one with a row for each lead.')
  if (first.length > MOST_COLUMNS)
    throw badField(
      'file',
      `This file has ${first.length.toLocaleString('en')} columns; at most ${MOST_COLUMNS} can be read.`,
    )
  const rows = way.header ? others : [first, ...others]
  const names = first.map((name, at) => (way.header && presentable(cleanLine(name), 200)) || `Column ${at + 1}`)
  const odd = oddColumns([first, ...others])
  const columns = names.map((name, at) => ({ name, samples: samplesOf(rows, at), ...odd(at), field: null }))
  const remembered = await imports.rememberedFields(tenant, headerKey(columns))
  const fields: readonly (ImportField | null)[] =
    remembered ?? guessFields(way.header ? names : names.map(() => ''), rows)
  await imports.update(tenant, id, {
    ...way,
    state: 'mapping',
    columns: columns.map((column, at) => ({ ...column, field: fields[at] ?? null })),
    remembered: remembered !== undefined,
  })
}

const samplesOf = (rows: readonly (readonly string[])[], column: number) => {
  const values = rows.flatMap((cells) => presentable(cells[column] ?? '') || [])
  return [...new Set(values)].slice(0, 3)
}

/** Files whose columns are called the same are files of one kind. */
const headerKey = (columns: readonly ImportColumn[]) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ name }) => name)))
    .digest()

const refuseUnusable = (fields: readonly (ImportField | null)[], columns: readonly ImportColumn[]) => {
  if (fields.length !== columns.length)
    throw badField('fields', `The file has ${columns.length} columns. Match each of them`)
  const has = (...wanted: readonly ImportField[]) => wanted.some((field) => fields.includes(field))
  if (!has('name', 'first_name', 'last_name')) throw badField('fields', 'Choose the column with the name')
  if (!has('email', 'phone')) throw badField('fields', 'Choose the column with the email address or phone number')
}
