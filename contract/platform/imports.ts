import { Type, type Static } from 'typebox'
import type { Act, Entity } from '#contract/kit/history.ts'

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

/** Bytes of a file, and columns in it. */
export const LARGEST_IMPORT = 1024 ** 3
/** A file travels in parts of so many bytes, so that a lost connection costs one of them. */
export const PART_BYTES = 1024 ** 2
export const MOST_COLUMNS = 300
/** Below this row no table may begin. */
export const LAST_FIRST_ROW = 50

/** How sure a guess is. */
export const CERTAINTIES = ['sure', 'likely'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** A column of a file. `Field` is a code of what it holds. */
export interface ImportColumn<Field extends string = string> {
  name: string
  /** Up to three values, to know it by. */
  samples: string[]
  /** Up to three values that are hardly what was written: another encoding may read them right. */
  odd?: string[]
  /** Null: not imported. */
  field: Field | null
  /** How sure that is, where it was guessed; absent where people or an earlier import said it. */
  certainty?: Certainty
}

export const ImportCounts = Type.Object({
  /** Rows gone through, empty ones left out. */
  rows: Type.Integer(),
  /** Added, or would be; those of `duplicates_added` and of the area's own outcomes are among them. */
  added: Type.Integer(),
  /** Known already. */
  duplicates: Type.Integer(),
  /** Known rows that are not left out. */
  duplicates_added: Type.Integer(),
  rejected: Type.Integer(),
  /** Added, but not all of each row: what was left out is told with it. */
  noted: Type.Integer(),
})
export type ImportCounts = Static<typeof ImportCounts>

/** What the jobs of an import do without a call. */
export const acts = {
  run: { did: 'Imported *', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  imports: {
    noun: { one: 'import', many: 'imports' },
    undo: { never: 'An import is undone as a whole on its page, with Revert import.' },
  },
} as const satisfies Readonly<Record<string, Entity>>

/** In which order files write day and month between slashes. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
