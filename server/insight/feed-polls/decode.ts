const MARKS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Without a mark, a document in UTF-16 still begins with its first sign. */
const BARE: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
]
const DECLARED = /^\s{0,20}<\?xml[^>]{0,200}?encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/

/** The text of a document: by its mark, what the server says, its own declaration, strict UTF-8, or Windows-1252, in this order. */
export const decode = (bytes: Uint8Array, contentType: string | null): string => {
  const begins = (list: typeof MARKS) => list.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  const told = /charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1]
  const declared = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 400)))?.[1]
  const certain = begins(MARKS) ?? begins(BARE)
  const labels = certain === undefined ? [told, declared] : [certain]
  // Servers and programs say UTF-8 of what is none, and the reverse: what cannot be is not believed.
  const attempts = [...labels.map((label) => strictly(bytes, label)), () => strictly(bytes, 'utf-8')()]
  for (const attempt of attempts) {
    const text = attempt()
    if (text !== undefined) return tidy(text)
  }
  return tidy(new TextDecoder(isEncoding(certain) ? certain : 'windows-1252').decode(bytes))
}

const isUtf8 = (label: string | undefined) => /^utf-?8$/i.test(label ?? '')

const strictly = (bytes: Uint8Array, label: string | undefined) => (): string | undefined => {
  if (!isEncoding(label)) return undefined
  // Nearly every text of one byte a letter is one of Windows-1252: bytes that are valid UTF-8 beyond ASCII are UTF-8.
  if (!isUtf8(label) && /^(?:iso-8859-1|latin-?1|windows-1252|us-ascii|ascii)$/i.test(label)) {
    const text = strictly(bytes, 'utf-8')()
    if (text !== undefined) return text
  }
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const isEncoding = (label: string | undefined): label is string => {
  if (label === undefined) return false
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/** Signs that no database takes and no document means; a second mark is none of the text either. */
const tidy = (text: string) => text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|\uFEFF/gu, '')
