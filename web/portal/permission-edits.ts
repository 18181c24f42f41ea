import { PERMISSION_GROUPS, PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { permissionLabel } from '#contract/platform/permission-words.ts'

/** What was switched and is not saved, by key: granted or removed. */
export type Edits = ReadonlyMap<PermissionKey, boolean>

/** The permissions as they would be saved. */
export const withEdits = (saved: readonly string[], edits: Edits): PermissionKey[] =>
  PERMISSION_KEYS.filter((key) => edits.get(key) ?? saved.includes(key))

/** The edits that make these of the saved ones; what may not be changed stays as it is. */
export const editsTo = (
  wanted: readonly PermissionKey[],
  saved: readonly string[],
  isFixed: (key: PermissionKey) => boolean,
): Edits =>
  new Map(
    PERMISSION_KEYS.filter((key) => wanted.includes(key) !== saved.includes(key) && !isFixed(key)).map((key) => [
      key,
      wanted.includes(key),
    ]),
  )

/** One permission as the table shows it. */
export interface GrantRow {
  key: PermissionKey
  granted: boolean
  isUnsaved: boolean
  /** Undefined where there is no set, or nobody to compare with. */
  inSet: boolean | undefined
  hasOther: boolean | undefined
}

export const differsFromSet = ({ granted, inSet }: GrantRow) => inSet !== undefined && inSet !== granted
export const differsFromOther = ({ granted, hasOther }: GrantRow) => hasOther !== undefined && hasOther !== granted
export const differs = (row: GrantRow) => differsFromSet(row) || differsFromOther(row)

interface Compared {
  saved: readonly string[]
  edits: Edits
  set: readonly PermissionKey[] | undefined
  other: readonly string[] | undefined
}

export interface ScreenRows {
  screen: string
  rows: readonly GrantRow[]
  granted: number
}

/** Every permission, by screen. */
export const screensOf = ({ saved, edits, set, other }: Compared): ScreenRows[] =>
  Object.entries(PERMISSION_GROUPS).map(([screen, keys]) => {
    const rows = keys.map((key) => ({
      key,
      granted: edits.get(key) ?? saved.includes(key),
      isUnsaved: edits.has(key),
      inSet: set?.includes(key),
      hasOther: other?.includes(key),
    }))
    return { screen, rows, granted: rows.filter(({ granted }) => granted).length }
  })

export type Show = 'all' | 'granted' | 'differences'

/** A screen with its rows, or several in a row that nobody has anything of, folded into one line. */
export type Block =
  | { kind: 'screen'; screen: ScreenRows; rows: readonly GrantRow[] }
  | { kind: 'folded'; screens: readonly string[]; total: number }

interface Wanted {
  words: string
  show: Show
  /** Unfolded by hand. */
  opened: ReadonlySet<string>
}

/** What the table shows. A search or a filter unfolds everything and leaves the rows that match. */
export const blocksOf = (screens: readonly ScreenRows[], { words, show, opened }: Wanted): Block[] => {
  const isNarrowed = words !== '' || show !== 'all'
  const blocks: Block[] = []
  for (const screen of screens) {
    const rows = screen.rows.filter((row) => isWanted(row, show) && says(row, screen.screen, words))
    const last = blocks.at(-1)
    if (!isNarrowed && !opened.has(screen.screen) && isEmpty(screen)) {
      if (last?.kind === 'folded')
        blocks[blocks.length - 1] = {
          kind: 'folded',
          screens: [...last.screens, screen.screen],
          total: last.total + rows.length,
        }
      else blocks.push({ kind: 'folded', screens: [screen.screen], total: rows.length })
    } else if (rows.length > 0) blocks.push({ kind: 'screen', screen, rows })
  }
  return blocks
}

const isEmpty = ({ rows }: ScreenRows) =>
  rows.every((row) => !row.granted && !row.isUnsaved && !row.inSet && !row.hasOther)

const isWanted = (row: GrantRow, show: Show) => show === 'all' || (show === 'granted' ? row.granted : differs(row))

const says = ({ key }: GrantRow, screen: string, words: string) => {
  const text = `${permissionLabel(key)} ${key} ${screen}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
