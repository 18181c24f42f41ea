import { Type, type Static } from 'typebox'
import {
  ById,
  Done,
  get,
  Id,
  ListQuery,
  Nullable,
  One,
  PageOf,
  PersonRef,
  post,
  put,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS } from '#contract/platform/import-reading.ts'
import { LARGEST_IMPORT, MOST_COLUMNS, PART_BYTES } from '#contract/platform/imports.ts'
import { ENQUIRY_TEXTS, SourceCode, UTM_NAMES } from './lead.ts'

/**
 * What a column of a file can hold. Several columns may hold the same: parts of a name, an address and a message are
 * joined, products pair with the quantities in their order, of everything else the first that says something counts.
 */
export const IMPORT_FIELDS = ['first_name', 'last_name', ...ENQUIRY_TEXTS, 'product', 'quantity', ...UTM_NAMES] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

export const IMPORT_STATES = [
  'uploading',
  /** Its columns wait to be matched with our fields. */
  'mapping',
  /** The dry run goes through it. */
  'checking',
  /** The dry run is through: what would happen is known, nothing has. */
  'ready',
  'importing',
  /** Ended on the way; can go on while its file is kept, or be reverted. */
  'stopped',
  'imported',
  'reverting',
  /** Reverting ended on the way: it can go on, the import cannot. */
  'revert_stopped',
  'reverted',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What becomes of a row that is not simply added; `noted` is added, but for what its reasons name. */
export const ROW_OUTCOMES = ['rejected', 'duplicate', 'held', 'invalid', 'noted'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

const Column = Type.Object({
  name: Type.String(),
  /** Up to three values, to know it by. */
  samples: Type.Array(Type.String()),
  /** Up to three values that are hardly what was written: another encoding may read them right. */
  odd: Type.Optional(Type.Array(Type.String())),
  /** Null: not imported. */
  field: Nullable(Type.Enum([...IMPORT_FIELDS])),
})
export type ImportColumn = Static<typeof Column>

const Counts = Type.Object({
  /** Rows gone through, empty ones left out. */
  rows: Type.Integer(),
  /** Added, or would be; those of `held`, `invalid` and `duplicates_added` are among them. */
  added: Type.Integer(),
  /** Quarantined by a restricted domain. */
  held: Type.Integer(),
  /** Added as invalid: their domain is restricted so. */
  invalid: Type.Integer(),
  /** Known already, by email, phone, or person and company. */
  duplicates: Type.Integer(),
  duplicates_added: Type.Integer(),
  rejected: Type.Integer(),
  /** Added, but not all of each row: what was left out is told with it. */
  noted: Type.Integer(),
})
export type ImportCounts = Static<typeof Counts>

export const LeadImport = Type.Object({
  id: Type.Integer(),
  file_name: Type.String(),
  bytes: Type.Integer(),
  state: Type.Enum([...IMPORT_STATES]),
  encoding: Type.Enum([...IMPORT_ENCODINGS]),
  /** By its letters: nothing in the file says so, and nobody has chosen it. */
  encoding_guessed: Type.Boolean(),
  separator: Type.Enum([...IMPORT_SEPARATORS]),
  /** Whether its first row names the columns. */
  header: Type.Boolean(),
  source: Type.String(),
  /** What becomes of duplicates that nobody decided about by the row. */
  duplicates: Type.Enum(['skip', 'add']),
  columns: Type.Array(Column),
  /** Whether the columns were matched so in an earlier import. */
  remembered: Type.Boolean(),
  counts: Counts,
  /** How much of the file or, while reverting, of the leads has been gone through, from 0 to 1. */
  progress: Type.Number(),
  /** Leads taken away by reverting, and kept because somebody had touched them. */
  removed: Type.Integer(),
  kept: Type.Integer(),
  /** What is going on with it in the background. */
  job_id: Nullable(Type.Integer()),
  /** Why it stopped by itself; null otherwise. */
  problem: Nullable(Type.String()),
  /** It stopped so long ago that its file has gone: it cannot go on. */
  file_gone: Type.Boolean(),
  created_by: PersonRef,
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  reverted_at: Nullable(Timestamp),
})
export type LeadImport = Static<typeof LeadImport>

/** What a lead is called, for whoever sees it on a list. */
const SeenName = Nullable(Type.String())

export const ImportRow = Type.Object({
  /** The row's number in the file. */
  id: Type.Integer(),
  row: Type.Integer(),
  outcome: Type.Enum([...ROW_OUTCOMES]),
  /** What is wrong, each with its column where it is about one. */
  reasons: Type.Array(
    Type.Object({ column: Nullable(Type.String()), value: Nullable(Type.String()), message: Type.String() }),
  ),
  /** Of a duplicate: the lead that is there already, or the row before it. */
  known_lead: Nullable(Type.Object({ id: Type.Integer(), lead_no: Type.Integer(), name: SeenName })),
  known_row: Nullable(Type.Integer()),
  decision: Nullable(Type.Enum(['skip', 'add'])),
  name: Type.String(),
  email: Type.String(),
  company: Type.String(),
})
export type ImportRow = Static<typeof ImportRow>

const KeptLead = Type.Object({
  id: Type.Integer(),
  lead_no: Type.Integer(),
  name: SeenName,
  touched_at: Timestamp,
  touched_by: Nullable(PersonRef),
})
export type KeptLead = Static<typeof KeptLead>

export const leadImports = {
  list: get('/marketing/lead_imports', {
    summary: 'Imports: waiting, running and finished',
    permission: 'leads_import',
    query: ListQuery({}),
    reply: PageOf(LeadImport),
    failure: 'The imports were not loaded. Try again.',
  }),
  read: get('/marketing/lead_imports/:id', {
    summary: 'One import: how its file is read, and its progress',
    permission: 'leads_import',
    params: ById,
    reply: One(LeadImport),
    failure: 'The import was not loaded. Try again.',
  }),
  begin: post('/marketing/begin_lead_import', {
    summary: 'Starts an upload; its parts follow, each of 1 MiB but the last',
    permission: 'leads_import',
    did: 'Started uploading an import',
    body: Type.Object({ file_name: Text(300), bytes: Type.Integer({ minimum: 1, maximum: LARGEST_IMPORT }) }),
    reply: One(Type.Object({ id: Type.Integer() })),
    failure: 'The file was not uploaded. Try again.',
  }),
  part: put('/marketing/lead_imports/:id/parts/:no', {
    summary: 'Stores a part of the file; sending it again replaces it',
    permission: 'leads_import',
    did: NO_HISTORY,
    params: Type.Object({ id: Id, no: Type.Integer({ minimum: 0, maximum: LARGEST_IMPORT / PART_BYTES }) }),
    bytes: true,
    bodyLimit: PART_BYTES,
    reply: Done,
    failure: 'The file was not uploaded. Try again.',
  }),
  finish: post('/marketing/finish_lead_import', {
    summary: 'Finishes an upload: reads the file and guesses its columns',
    permission: 'leads_import',
    did: 'Uploaded the file of an import',
    body: ById,
    reply: One(LeadImport),
    failure: 'The file was not uploaded. Try again.',
  }),
  discard: post('/marketing/discard_lead_import', {
    summary: 'Deletes a file that has not been imported',
    permission: 'leads_import',
    did: 'Removed the file of an import',
    body: ById,
    reply: Done,
    failure: 'The file was not removed. Try again.',
  }),
  check: post('/marketing/check_lead_import', {
    summary: 'Sets the encoding and columns of a file, and starts the dry run',
    permission: 'leads_import',
    did: 'Checked the rows of an import',
    body: Type.Object({
      id: Id,
      /** The field of each column, in their order. */
      fields: Type.Array(Nullable(Type.Enum([...IMPORT_FIELDS])), { minItems: 1, maxItems: MOST_COLUMNS }),
      source: Type.Optional(SourceCode),
      /** How its letters are read, where that was not guessed right. */
      encoding: Type.Optional(Type.Enum([...IMPORT_ENCODINGS])),
    }),
    reply: One(LeadImport),
    failure: 'The check did not start. Try again.',
  }),
  reread: post('/marketing/reread_lead_import', {
    summary: 'Reads the file with other settings, and guesses its columns again',
    permission: 'leads_import',
    did: 'Went back to the columns of an import',
    body: Type.Object({
      id: Id,
      encoding: Type.Optional(Type.Enum([...IMPORT_ENCODINGS])),
      separator: Type.Optional(Type.Enum([...IMPORT_SEPARATORS])),
      header: Type.Optional(Type.Boolean()),
    }),
    reply: One(LeadImport),
    failure: 'The file was not read again. Try again.',
  }),
  rows: get('/marketing/lead_import_rows/:id', {
    summary: 'The rows of a file that are rejected, duplicates, quarantined or invalid',
    permission: 'leads_import',
    params: ById,
    query: ListQuery({ outcome: Type.Optional(Type.Enum([...ROW_OUTCOMES])) }),
    reply: PageOf(ImportRow),
    failure: 'The rows were not loaded. Try again.',
  }),
  decide: post('/marketing/decide_lead_import', {
    summary: 'Decides on duplicates: for these rows, or for all rows and any earlier decisions',
    permission: 'leads_import',
    did: 'Decided on duplicates of an import',
    body: Type.Object({
      id: Id,
      duplicates: Type.Enum(['skip', 'add']),
      rows: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), { minItems: 1, maxItems: 1000 }),
      ),
    }),
    reply: One(LeadImport),
    failure: 'The decision was not stored. Try again.',
  }),
  start: post('/marketing/start_lead_import', {
    summary: 'Imports the rows that the dry run accepted; continues where it was cancelled',
    permission: 'leads_import',
    did: 'Started an import',
    body: ById,
    reply: One(LeadImport),
    failure: 'The import did not start. Try again.',
  }),
  cancel: post('/marketing/cancel_lead_import', {
    summary: 'Stops a dry run or an import; leads added so far stay',
    permission: 'leads_import',
    did: 'Stopped an import',
    body: ById,
    reply: One(LeadImport),
    failure: 'The import was not cancelled. Try again.',
  }),
  revert: post('/marketing/revert_lead_import', {
    summary: 'Reverts an import: deletes its leads that nobody has changed since; continues where it was cancelled',
    permission: 'leads_import',
    did: 'Reverted an import',
    body: ById,
    reply: One(LeadImport),
    failure: 'The import was not reverted. Try again.',
  }),
  rejected: get('/marketing/lead_import_rejected/:id', {
    summary: 'A page of rejected rows as CSV, as they were sent, with a column for the reasons',
    permission: 'leads_import',
    download: true,
    params: ById,
    query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })) }),
    /** `next` goes into `after` for those that follow; null behind the last. */
    reply: One(Type.Object({ csv: Type.String(), next: Nullable(Type.Integer()) })),
    failure: 'The rejected rows were not loaded. Try again.',
  }),
  kept: get('/marketing/lead_import_kept/:id', {
    summary: 'Leads that stayed after reverting the import, and why',
    permission: 'leads_import',
    params: ById,
    query: ListQuery({}),
    reply: PageOf(KeptLead),
    failure: 'The leads that stayed did not load. Try again.',
  }),
}
