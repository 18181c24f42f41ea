/** The bytes from one place to before another. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * What a Range header asks of so many bytes (RFC 9110, 14): one range, cut to what is there, or 'none' of them. Undefined where it
 * is to be passed over and everything answered: it asks for several, is in other units or is not understood.
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

/** Whether a list of entity tags names this one; `weakly`: where it does not matter that the bytes are the very same. */
export const namesTag = (header: string, tag: string, { weakly }: { weakly: boolean }): boolean =>
  header.trim() === '*' ||
  header.split(',').some((each) => {
    const named = each.trim()
    return named === tag || (weakly && named === `W/${tag}`)
  })
