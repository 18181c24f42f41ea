/** Letters that the file's encoding has not: what was written there is not known. */
export const unreadable = (
  cells: readonly string[],
  columns: readonly number[],
): { column: number; message: string }[] =>
  columns.flatMap((column) => (cells[column]?.includes('\ufffd') ? { column, message: UNREADABLE } : []))

const UNREADABLE = 'It has an unreadable character. Correct it in the file, or choose another encoding.'
export const NOT_STORABLE = 'It has a character that can’t be stored'
