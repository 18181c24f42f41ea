import type { RawBuilder } from 'kysely'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import type { PageQuery } from '#server/kit/page.ts'
import type { Guess } from './header-guess.ts'
import type { FileRow } from './reader.ts'

/** What is wrong with a row; `column` counts from 0, and is null where it is about the row as a whole. */
export interface Reason {
  column: number | null
  message: string
  /** The name in the cell, where all that is wrong is that there is nothing of this name. */
  unknown?: string | undefined
}

interface OfFile {
  /** The row's number in the file. */
  row: number
  cells: readonly string[]
}
/** A row that cannot be stored, and why. */
export interface Rejected extends OfFile {
  reasons: readonly Reason[]
}
/** A row that could be stored as `item`, and what of it could not. */
export interface Ready<Item> extends OfFile {
  item: Item
  notes: readonly Reason[]
  /** Columns whose cells stand for no value: counted as left out, and not noted. */
  empty?: readonly number[]
}
export type ReadRow<Item> = Rejected | Ready<Item>

/** What a row repeats: the id of what is stored, or a row before it in the file; and by which values. */
export interface Known {
  id: number | null
  row: number | null
  by: readonly string[]
}
export interface Candidate<Item> extends Ready<Item> {
  known: Known | undefined
}
/** A row to be stored; `choice`: what becomes of one that is known, never `skip`. */
export interface Wanted<Item> extends Candidate<Item> {
  choice: string | undefined
}

/** An outcome of the area's own or `rejected`, and why; undefined: the row is simply stored, and `notes` says what of it was not. */
export type Became =
  | { outcome: string; reasons: readonly Reason[] }
  | { outcome?: undefined; notes: readonly Reason[] }
  | undefined

/** What rows are stored with: by the choices of people, in the name of the caller. */
export interface How<Options> {
  importId: number
  options: Options
  caller: Caller
}

/** The import whose rows are looked up. */
export interface Lookup<Options> {
  importId: number
  options: Options
}

type MaybePromise<T> = T | Promise<T>

/**
 * What an area says of its imports. `Options` is what people choose for all rows, `Item` what a row of the file is read as. A chunk of
 * an import is one transaction, so `keys`, `preview` and `store` get up to a thousand rows at once.
 */
export interface ImportSpec<Options extends object = object, Item = unknown> {
  /** The table to which an import adds its rows. */
  entity: keyof Tables
  /** What people call one of them, within a sentence. */
  noun: string
  /** The options of an import, of what was stored of them; nothing was until people choose. */
  readOptions(stored: Readonly<Record<string, unknown>>): Options
  /** Refuses options that cannot be chosen, or no longer, or not by the caller. */
  checkOptions?(tenant: Tenant, options: Options, caller: Caller): Promise<void>
  /** Refuses a decision about known rows that these options do not allow. */
  checkDecision?(options: Options, duplicates: string): void
  /** Outcomes of rows beside those of any import, and those of them by which nothing of a row is stored. */
  outcomes: readonly string[]
  leftOut?: readonly string[]

  /** What the columns most likely hold, by their names and the first rows. */
  guess(tenant: Tenant, headers: readonly string[], rows: readonly (readonly string[])[]): MaybePromise<Guess[]>
  /** Options that the file itself gives away; people can choose others. */
  guessOptions?(rows: readonly (readonly string[])[]): Partial<Options>
  /** What people have to do before rows can be read; undefined: they can. */
  missing(tenant: Tenant, fields: readonly (string | null)[]): MaybePromise<string | undefined>
  /** What becomes of known rows until people decide about them, where it was `now`; `skip` where this is not said. */
  knownRows?(options: Options, now: string): string
  /** The sentence that rejects a row which repeats an earlier one of the file; undefined: such a row is known as any other. */
  refuseRepeat?(row: Candidate<Item>, earlier: number, options: Options): string | undefined
  /** How the rows of a file are read whose columns hold these fields. The row has its cells, and no more than there are columns. */
  reader(
    tenant: Tenant,
    fields: readonly (string | null)[],
    options: Options,
    /** What the columns are called in the file. */
    names: readonly string[],
  ): MaybePromise<(row: FileRow) => ReadRow<Item>>

  /** By what the rows are known: a query of `row_no`, `key` (a uuid), and whatever else `stored` and `knownBy` need. */
  keys(rows: readonly Pick<Ready<Item>, 'row' | 'item'>[], tenant: Tenant, of: Lookup<Options>): RawBuilder<unknown>
  /** The id of what is stored already under `keys.key`, or null. */
  stored(tenant: Tenant, of: Lookup<Options>): RawBuilder<number | null>
  /** The value of which `keys.key` is the key, such as `email`. */
  knownBy?: RawBuilder<string>

  /** What would become of rows that are to be stored. */
  preview(tenant: Tenant, rows: readonly Wanted<Item>[], how: How<Options>): Promise<Became[]>
  /** Locks that a chunk needs before the next one begins beside it. */
  lock?(tenant: Tenant): Promise<void>
  /** Stores rows and says what became of each. What has to happen in the order of the file belongs behind `myTurn`. */
  store(
    tenant: Tenant,
    rows: readonly Wanted<Item>[],
    how: How<Options> & { myTurn(): Promise<void> },
  ): Promise<Became[]>

  /** The next rows of the import behind an id, locked. What a person has deleted since is none of them. */
  lockImported(tenant: Tenant, importId: number, after: number, limit: number): Promise<number[]>
  /** Undoes what the import did to them; answers those that stay, in whole or in part, because people have worked on them since. */
  takeBack(tenant: Tenant, ids: readonly number[], importId: number): Promise<ReadonlySet<number>>

  /** What each row repeats, as a sentence for the file of such rows; empty: nothing that the caller may see. */
  repeats?(tenant: Tenant, caller: Caller, rows: readonly RepeatedRow[]): Promise<string[]>
  /** What the area shows of rows of the file, in their order; `cellsOf` joins the cells of columns that hold one of the fields. */
  showRows(tenant: Tenant, caller: Caller, rows: readonly ShownRow[]): Promise<object[]>
  /** The rows that reverting left, and who worked on them last. */
  kept(
    tenant: Tenant,
    caller: Caller,
    importId: number,
    query: PageQuery,
  ): Promise<Omit<Reply<ImportCalls['kept']>, 'success'>>
}

export interface RepeatedRow {
  known_id: number | null
  known_row: number | null
  known_by: readonly string[]
}

export interface ShownRow {
  known_id: number | null
  cellsOf(...fields: readonly string[]): string
}
