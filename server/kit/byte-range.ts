/** Offsets in a file; `to` is excluded. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Reads a Range header against the file's size (RFC 9110, 14): one range, cut to the size, or 'none' when it lies outside. Undefined
 * means that the whole file is sent: the header has several ranges, other units or a mistake.
 */
export const rangeOf = (header: string, bytes: number): ByteRange | 'none' | undefined => {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const from = Math.max(0, bytes - Number(last))
    return from < bytes ? { from, to: bytes } : 'none'
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return undefined
  if (from >= bytes) return 'none'
  return { from, to: last === '' ? bytes : Math.min(bytes, Number(last) + 1) }
}

/** Whether a list of entity tags contains this one; `weakly` also accepts it as a weak tag. */
export const namesTag = (header: string, tag: string, { weakly }: { weakly: boolean }): boolean =>
  header.trim() === '*' ||
  header.split(',').some((each) => {
    const named = each.trim()
    return named === tag || (weakly && named === `W/${tag}`)
  })
