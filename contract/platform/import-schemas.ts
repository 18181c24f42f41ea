import { Type, type TProperties, type TSchema } from 'typebox'
import { Nullable, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS } from './import-reading.ts'
import { CERTAINTIES, IMPORT_STATES, ImportCounts } from './imports.ts'

/** An import of an area, with what it has of its own. */
export const importSchema = <
  Choice extends TSchema,
  Field extends TSchema,
  Options extends TProperties,
  Counts extends TProperties,
>(
  Choice: Choice,
  { field, options, counts }: { field: Field; options: Options; counts: Counts },
) =>
  Type.Object({
    id: Type.Integer(),
    file_name: Type.String(),
    bytes: Type.Integer(),
    state: Type.Enum([...IMPORT_STATES]),
    encoding: Type.Enum([...IMPORT_ENCODINGS]),
    /** By its letters: nothing in the file says so, and nobody has chosen it. */
    encoding_guessed: Type.Boolean(),
    separator: Type.Enum([...IMPORT_SEPARATORS]),
    /** Whether the first row of its table names the columns. */
    header: Type.Boolean(),
    /** The row of the file where the table begins, with its header if it has one; those above are skipped. */
    first_row: Type.Integer(),
    ...options,
    /** What becomes of duplicates that nobody decided about by the row. */
    duplicates: Choice,
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        samples: Type.Array(Type.String()),
        odd: Type.Optional(Type.Array(Type.String())),
        field: Nullable(field),
        /** How sure the field is, where it was guessed. */
        certainty: Type.Optional(Type.Enum([...CERTAINTIES])),
      }),
    ),
    /** Whether the columns were matched so in an earlier import. */
    remembered: Type.Boolean(),
    counts: Type.Object({ ...ImportCounts.properties, ...counts }),
    /** Cells that are left out of the rows that are added, by their columns. */
    warnings: Type.Array(
      Type.Object({ column: Type.String(), cells: Type.Integer(), samples: Type.Array(Type.String()) }),
    ),
    /** How much of the file or, while reverting, of the rows has been gone through, from 0 to 1. */
    progress: Type.Number(),
    /** Rows taken away by reverting, and kept because somebody had touched them. */
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

/** A row of an import's file that is not simply added. */
export const rowSchema = <Outcome extends TSchema, Choice extends TSchema, Row extends TProperties>(
  Outcome: Outcome,
  Choice: Choice,
  { row }: { row: Row },
) =>
  Type.Object({
    /** The row's number in the file. */
    id: Type.Integer(),
    row: Type.Integer(),
    outcome: Outcome,
    /** What is wrong, each with its column where it is about one. */
    reasons: Type.Array(
      Type.Object({ column: Nullable(Type.String()), value: Nullable(Type.String()), message: Type.String() }),
    ),
    /** Of a duplicate: the row before it. */
    known_row: Nullable(Type.Integer()),
    /** Which values are the same as those of what it repeats. */
    known_by: Type.Array(Type.String()),
    decision: Nullable(Choice),
    ...row,
  })
