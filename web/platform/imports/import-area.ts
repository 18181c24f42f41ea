import type { ReactNode } from 'react'
import type { Noun } from '#contract/kit/history.ts'
import type { AnyImport, AnyImportRow, AnyKept, ImportCalls } from '#contract/platform/import-calls.ts'
import type { ListEndpoint } from '#web/kit/data/api.ts'

/**
 * What an area says of its imports; `Chosen` is what people choose for all rows of one. Its functions are methods: the engine knows only
 * what all imports have in common, and hands them what the area's own calls answered.
 */
export interface ImportArea<
  Import extends AnyImport = AnyImport,
  Row extends AnyImportRow = AnyImportRow,
  Kept extends AnyKept = AnyKept,
  Chosen extends object = object,
> {
  calls: ImportCalls
  /** The heading of its page. */
  title: string
  noun: Noun
  /** The lists that an import changes. */
  lists: readonly ListEndpoint[]
  /** Where people see what an import added. */
  addedHref(found: Import): string

  /** A file to begin with: the header of each column, and an example. */
  template?: readonly (readonly [header: string, example: string])[]

  /** What a column can hold, in the order in which it is offered. */
  fields: readonly ImportField[]
  /** The field for columns that no other takes, and the button that gives it to all of them. */
  rest?: ImportField
  /** Where a column says more than what it holds: which of the fields it is, and the controls for the rest. */
  column?: {
    optionOf(field: string): string
    More(props: ChosenProps<Chosen> & { field: string; name: string; onField: (field: string) => void }): ReactNode
  }
  /** Fields in which a spreadsheet's numbers have lost zeros, and what people call many of them. */
  codes?: Readonly<Record<string, string>>
  /** What people have to do before the rows can be checked; undefined: they can. */
  missing(fields: readonly (string | null)[], chosen: Chosen): string | undefined
  chosenOf(found: Import): Chosen
  /** Fields for it, beside the button that checks the rows. */
  ChosenFields?(props: ChosenProps<Chosen>): ReactNode
  /** What has to be answered about all rows, below the columns. */
  Question?(props: ChosenProps<Chosen> & { fields: readonly (string | null)[] }): ReactNode

  words: {
    /** What happens to rows: "Adding the leads", "3 added"; and what reverting does to them. */
    adding: string
    added: string
    reverting: string
    reverted: string
    /** What reverting would do to so many rows, and that it can't be undone. */
    revert(count: string): string
  }
  /** Beside the preview: what people can mend before they import. */
  Preview?(props: { found: Import }): ReactNode

  known: {
    /** What a known row is called. */
    one: string
    many: string
    /** How rows are recognised, in a sentence. */
    by: string
    /** What may become of them beside `skip`: its code, on a button, and once it is chosen; undefined: nothing. */
    other?: {
      code: Import['duplicates']
      verb: string
      done: string
      /** After the number of those with this choice. */
      sum: string
      /** They are counted beside those added, and not among them. */
      apart?: true
    }
    /** What people call the values that rows are known by. */
    values?: Readonly<Record<string, string>>
  }
  /** What `noted` rows were added without, after their number. */
  notedSum: string
  /** Outcomes of the area's own. */
  outcomes: readonly OwnOutcome<Import, Row>[]
  /** What shows a row of the file; empty values are left out. */
  namesOf(row: Row): readonly string[]
  /** The stored row that a row of the file repeats, within a sentence: `lead 1737, Noura Al Shehri`. Null: none. */
  knownAs(row: Row): string | null
  /** Where it is shown; null: the person does not see it. */
  knownHref?(row: Row): string | null
  /** What is said of this import in other words. */
  ofImport?(found: Import): Partial<Pick<ImportArea<Import, Row, Kept, Chosen>, 'words' | 'known'>>
  /** A row that reverting left: which it is, and what it is called. */
  keptAs(row: Kept): { label: string; name: string | null }
}

interface ChosenProps<Chosen> {
  chosen: Chosen
  onChange: (more: Partial<Chosen>) => void
}

export interface ImportField {
  value: string
  label: string
}

interface OwnOutcome<Import extends AnyImport, Row extends AnyImportRow> {
  outcome: Row['outcome']
  label: string
  /** After their number, among those added. */
  sum: string
  count(counts: Import['counts']): number
}
