import { Type, type TProperties, type TSchema } from 'typebox'
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
  type RowOf,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS } from './import-reading.ts'
import { importSchema, rowSchema } from './import-schemas.ts'
import { LARGEST_IMPORT, LAST_FIRST_ROW, MOST_COLUMNS, PART_BYTES } from './imports.ts'

/** What is particular to the calls of an area. */
interface Described<Choices extends string[], Outcomes extends string[]> {
  permission: PermissionKey
  /** Where the calls are, and how they name an import: `/marketing` and `lead_import` make `/marketing/begin_lead_import`. */
  path: string
  name: string
  /** What people call the rows that an import adds, within a sentence: `leads`. */
  many: string
  /** What may become of rows that are known already, beside `skip`. */
  choices: readonly [...Choices]
  /** What may become of rows beside what may of those of any import. */
  outcomes: readonly [...Outcomes]
}

/** The schemas that are particular to an area. */
interface Schemas<Field, Chosen, Options, Counts, Row, Kept> {
  /** What a column can hold: a text. */
  field: Field
  /** What people choose for all rows of an import: as they send it, each optional, and as the import shows it. */
  chosen: Chosen
  options: Options
  /** How many rows had each of the outcomes. */
  counts: Counts
  /** What shows a row of the file. */
  row: Row
  /** A row that reverting left, beside who worked on it last. */
  kept: Kept
}

/** The calls of the imports of an area. */
export const importCalls = <
  const Choices extends string[],
  const Outcomes extends string[],
  Field extends TSchema,
  Chosen extends TProperties,
  Options extends TProperties,
  Counts extends TProperties,
  Row extends TProperties,
  Kept extends TProperties,
>(
  described: Described<Choices, Outcomes>,
  own: Schemas<Field, Chosen, Options, Counts, Row, Kept>,
) => {
  const Outcome = Type.Enum(['rejected', 'duplicate', ...described.outcomes, 'noted'])
  const Choice = Type.Enum(['skip', ...described.choices])
  const Import = importSchema(Choice, own)
  return {
    ...fileCalls(described, own, Import),
    ...rowCalls(described, Import, rowSchema(Outcome, Choice, own), Outcome, Choice),
    ...jobCalls(described, Import),
    kept: get(`${described.path}/${described.name}_kept/:id`, {
      summary: `The ${described.many} that stayed after reverting the import, and why`,
      permission: described.permission,
      params: ById,
      query: ListQuery({}),
      reply: PageOf(
        Type.Object({ id: Type.Integer(), ...own.kept, touched_at: Timestamp, touched_by: Nullable(PersonRef) }),
      ),
      failure: `The ${described.many} that stayed did not load. Try again.`,
    }),
  }
}

type Names = Pick<Described<string[], string[]>, 'permission' | 'path' | 'name' | 'many'>

/** From the choice of a file to the dry run. */
const fileCalls = <Import extends TSchema, Field extends TSchema, Chosen extends TProperties>(
  { permission, path, name }: Names,
  { field, chosen }: { field: Field; chosen: Chosen },
  Import: Import,
) => ({
  list: get(`${path}/${name}s`, {
    summary: 'Imports: waiting, running and finished',
    permission,
    query: ListQuery({}),
    reply: PageOf(Import),
    failure: 'The imports were not loaded. Try again.',
  }),
  read: get(`${path}/${name}s/:id`, {
    summary: 'One import: how its file is read, and its progress',
    permission,
    params: ById,
    reply: One(Import),
    failure: 'The import was not loaded. Try again.',
  }),
  begin: post(`${path}/begin_${name}`, {
    summary: 'Starts an upload; its parts follow, each of 1 MiB but the last',
    permission,
    did: 'Started uploading an import',
    body: Type.Object({ file_name: Text(300), bytes: Type.Integer({ minimum: 1, maximum: LARGEST_IMPORT }) }),
    reply: One(Type.Object({ id: Type.Integer() })),
    failure: 'The file was not uploaded. Try again.',
  }),
  part: put(`${path}/${name}s/:id/parts/:no`, {
    summary: 'Stores a part of the file; sending it again replaces it',
    permission,
    did: NO_HISTORY,
    params: Type.Object({ id: Id, no: Type.Integer({ minimum: 0, maximum: LARGEST_IMPORT / PART_BYTES }) }),
    bytes: true,
    bodyLimit: PART_BYTES,
    reply: Done,
    failure: 'The file was not uploaded. Try again.',
  }),
  finish: post(`${path}/finish_${name}`, {
    summary: 'Finishes an upload: reads the file and guesses its columns',
    permission,
    did: 'Uploaded the file of an import',
    body: ById,
    reply: One(Import),
    failure: 'The file was not uploaded. Try again.',
  }),
  discard: post(`${path}/discard_${name}`, {
    summary: 'Deletes a file that has not been imported',
    permission,
    did: 'Removed the file of an import',
    body: ById,
    reply: Done,
    failure: 'The file was not removed. Try again.',
  }),
  check: post(`${path}/check_${name}`, {
    summary: 'Sets the encoding and columns of a file, and starts the dry run',
    permission,
    did: 'Checked the rows of an import',
    body: Type.Object({
      id: Id,
      /** The field of each column, in their order. */
      fields: Type.Array(Nullable(field), { minItems: 1, maxItems: MOST_COLUMNS }),
      ...chosen,
      /** How its letters are read, where that was not guessed right. */
      encoding: Type.Optional(Type.Enum([...IMPORT_ENCODINGS])),
    }),
    reply: One(Import),
    failure: 'The check did not start. Try again.',
  }),
  reread: post(`${path}/reread_${name}`, {
    summary: 'Reads the file with other settings, and guesses its columns again',
    permission,
    did: 'Went back to the columns of an import',
    body: Type.Object({
      id: Id,
      encoding: Type.Optional(Type.Enum([...IMPORT_ENCODINGS])),
      separator: Type.Optional(Type.Enum([...IMPORT_SEPARATORS])),
      header: Type.Optional(Type.Boolean()),
      first_row: Type.Optional(Type.Integer({ minimum: 1, maximum: LAST_FIRST_ROW })),
    }),
    reply: One(Import),
    failure: 'The file was not read again. Try again.',
  }),
})

const rowCalls = <Import extends TSchema, Row extends TSchema, Outcome extends TSchema, Choice extends TSchema>(
  { permission, path, name }: Names,
  Import: Import,
  ImportRow: Row,
  Outcome: Outcome,
  Choice: Choice,
) => ({
  rows: get(`${path}/${name}_rows/:id`, {
    summary: 'The rows of a file that are not simply added, and why',
    permission,
    params: ById,
    query: ListQuery({ outcome: Type.Optional(Outcome) }),
    reply: PageOf(ImportRow),
    failure: 'The rows were not loaded. Try again.',
  }),
  decide: post(`${path}/decide_${name}`, {
    summary: 'Decides on duplicates: for these rows, or for all rows and any earlier decisions',
    permission,
    did: 'Decided on duplicates of an import',
    body: Type.Object({
      id: Id,
      duplicates: Choice,
      rows: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), { minItems: 1, maxItems: 1000 }),
      ),
    }),
    reply: One(Import),
    failure: 'The decision was not stored. Try again.',
  }),
  rejected: get(`${path}/${name}_rejected/:id`, {
    summary: 'A page of rejected rows, or of duplicates, as CSV, as they were sent, with a column for the reasons',
    permission,
    download: true,
    params: ById,
    query: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
      outcome: Type.Optional(Type.Enum(['rejected', 'duplicate'])),
    }),
    /** `next` goes into `after` for those that follow; null behind the last. */
    reply: One(Type.Object({ csv: Type.String(), next: Nullable(Type.Integer()) })),
    failure: 'The rejected rows were not loaded. Try again.',
  }),
})

const jobCalls = <Import extends TSchema>({ permission, path, name, many }: Names, Import: Import) => ({
  start: post(`${path}/start_${name}`, {
    summary: 'Imports the rows that the dry run accepted; continues where it was cancelled',
    permission,
    did: 'Started an import',
    body: ById,
    reply: One(Import),
    failure: 'The import did not start. Try again.',
  }),
  cancel: post(`${path}/cancel_${name}`, {
    summary: `Stops a dry run or an import; ${many} added so far stay`,
    permission,
    did: 'Stopped an import',
    body: ById,
    reply: One(Import),
    failure: 'The import was not cancelled. Try again.',
  }),
  revert: post(`${path}/revert_${name}`, {
    summary: `Reverts an import, except ${many} that someone has changed since; continues where it was cancelled`,
    permission,
    did: 'Reverted an import',
    body: ById,
    reply: One(Import),
    failure: 'The import was not reverted. Try again.',
  }),
})

/** What all imports have in common. */
const anyImport = (codes: string[]) =>
  importCalls(
    { permission: 'leads_import', path: '', name: 'import', many: 'rows', choices: codes, outcomes: codes },
    { field: Type.String(), chosen: {}, options: {}, counts: {}, row: {}, kept: {} },
  )
export type ImportCalls = ReturnType<typeof anyImport>
export type AnyImport = RowOf<ImportCalls['list']>
export type AnyImportRow = RowOf<ImportCalls['rows']>
export type AnyKept = RowOf<ImportCalls['kept']>
