import type { GridColumn, GridRow, Reading } from './grid.ts'

/** An unsaved cell: the text as typed, what it says, and the text of the stored value that it replaces. */
export interface CellEdit<V> {
  text: string
  base: string
  reading: Reading<V>
}
export type RowEdits<V> = Readonly<Record<string, CellEdit<V>>>
/** By the id of the row, then the key of the column: of a row without edits nothing is there. */
export type Edits<V> = ReadonlyMap<number, RowEdits<V>>

export interface CellChange<V> {
  row: number
  key: string
  /** Undefined: as stored. */
  edit: CellEdit<V> | undefined
}
interface Step<V> {
  before: readonly CellChange<V>[]
  after: readonly CellChange<V>[]
}

/** What was stored at once: undoing the change set reverses it. */
export interface SavedStep {
  changeSet: string
  /** The sentence of it: "Saved 3 products". */
  what: string
}

export interface GridState<V> {
  edits: Edits<V>
  past: readonly Step<V>[]
  future: readonly Step<V>[]
  /** What was saved during this visit; it comes after all unsaved steps. */
  saves: readonly SavedStep[]
  undoneSaves: readonly SavedStep[]
}

/** A cell that was sent, with the edit that it had then. */
export interface SentCell<V> {
  row: number
  key: string
  edit: CellEdit<V>
}

export type GridAction<V> =
  | { do: 'change'; changes: readonly CellChange<V>[] }
  | { do: 'undo' }
  | { do: 'redo' }
  /** Stored: what was typed into the cell since then stays. */
  | { do: 'saved'; cells: readonly SentCell<V>[]; step: SavedStep | undefined }
  /** A save was undone, or redone, and is reversed again by `next`; undefined: nothing can reverse it. */
  | { do: 'reversed'; changeSet: string; next: SavedStep | undefined; redo: boolean }
  | { do: 'refused'; cells: readonly (SentCell<V> & { message: string })[] }
  | { do: 'restore'; changes: readonly CellChange<V>[] }

const MOST_STEPS = 200
const MOST_SAVES = 20

export const noEdits = <V>(): GridState<V> => ({ edits: new Map(), past: [], future: [], saves: [], undoneSaves: [] })

export const changeGrid = <V>(state: GridState<V>, action: GridAction<V>): GridState<V> => {
  const { edits, past, future, saves, undoneSaves } = state
  switch (action.do) {
    case 'change': {
      const before = action.changes.map(({ row, key }) => ({ row, key, edit: edits.get(row)?.[key] }))
      const isNew = action.changes.some(({ edit }, at) => edit !== before[at]?.edit)
      if (!isNew) return state
      const step = { before, after: action.changes }
      return {
        edits: written(edits, action.changes),
        past: [...past, step].slice(-MOST_STEPS),
        future: [],
        saves,
        undoneSaves: [],
      }
    }
    case 'undo': {
      const step = past.at(-1)
      return step
        ? { ...state, edits: written(edits, step.before), past: past.slice(0, -1), future: [step, ...future] }
        : state
    }
    case 'redo': {
      const [step, ...rest] = future
      return step ? { ...state, edits: written(edits, step.after), past: [...past, step], future: rest } : state
    }
    case 'saved': {
      const stored = action.cells.filter(({ row, key, edit }) => edits.get(row)?.[key] === edit)
      const kept = without(stored)
      return {
        edits: written(
          edits,
          stored.map(({ row, key }) => ({ row, key, edit: undefined })),
        ),
        past: past.flatMap(kept),
        future: future.flatMap(kept),
        ...(action.step
          ? { saves: [...saves, action.step].slice(-MOST_SAVES), undoneSaves: [] }
          : { saves, undoneSaves }),
      }
    }
    case 'reversed': {
      const { changeSet, next, redo } = action
      const others = (steps: readonly SavedStep[]) => steps.filter((step) => step.changeSet !== changeSet)
      const to = next ? [next] : []
      return {
        ...state,
        saves: [...others(saves), ...(redo ? to : [])],
        undoneSaves: [...others(undoneSaves), ...(redo ? [] : to)],
      }
    }
    case 'refused': {
      const refused = action.cells.filter(({ row, key, edit }) => edits.get(row)?.[key] === edit)
      const changes = refused.map(({ row, key, edit, message }) => ({
        row,
        key,
        edit: { ...edit, reading: { message } },
      }))
      return { ...state, edits: written(edits, changes) }
    }
    case 'restore':
      return { ...state, edits: written(edits, action.changes) }
  }
}

/** Rows that no change names stay the same objects, so they need not be drawn again. */
const written = <V>(edits: Edits<V>, changes: readonly CellChange<V>[]): Edits<V> => {
  const next = new Map(edits)
  for (const [row, ofRow] of Map.groupBy(changes, ({ row }) => row)) {
    const cells: Record<string, CellEdit<V>> = { ...next.get(row) }
    for (const { key, edit } of ofRow)
      if (edit) cells[key] = edit
      else delete cells[key]
    if (Object.keys(cells).length > 0) next.set(row, cells)
    else next.delete(row)
  }
  return next
}

/** A step without what is stored since: taking that back is another matter. */
const without = <V>(stored: readonly SentCell<V>[]) => {
  const names = new Set(stored.map(nameOf))
  return ({ before, after }: Step<V>): Step<V>[] => {
    const kept = (changes: readonly CellChange<V>[]) => changes.filter((change) => !names.has(nameOf(change)))
    const rest = { before: kept(before), after: kept(after) }
    return rest.after.length > 0 ? [rest] : []
  }
}

const nameOf = ({ row, key }: { row: number; key: string }) => `${row} ${key}`

/** A cell with that text typed into it; as stored, where that says the same. */
export const typedCell = <V>(row: GridRow<V>, column: GridColumn<V>, text: string): CellChange<V> => {
  const base = storedText(row, column)
  const reading = column.read(text)
  const isStored = 'value' in reading && column.text(reading.value) === base
  return { row: row.id, key: column.key, edit: isStored ? undefined : { text, base, reading } }
}

export const storedText = <V>(row: GridRow<V>, column: GridColumn<V>): string => {
  const value = row.cells[column.key]
  return value === undefined ? '' : column.text(value)
}

/** What the cell shows. */
export const shownText = <V>(stored: string, column: GridColumn<V>, edit: CellEdit<V> | undefined): string => {
  if (!edit) return stored
  return 'value' in edit.reading ? column.text(edit.reading.value) : edit.text
}

/** Whether somebody else changed the stored value since it was edited, to something else. */
export const isConflict = <V>(stored: string, column: GridColumn<V>, edit: CellEdit<V> | undefined): boolean =>
  edit !== undefined && 'value' in edit.reading && edit.base !== stored && shownText(stored, column, edit) !== stored

/** Whether the cell cannot be saved as it is. */
export const isWrong = <V>(stored: string, column: GridColumn<V>, edit: CellEdit<V> | undefined): boolean =>
  edit !== undefined && ('message' in edit.reading || isConflict(stored, column, edit))
