/** The text in an encoding that TextDecoder reads, one or two bytes a letter: Node itself writes none but Unicode's. */
export const encode = (text: string, encoding: string) => {
  const bytesOf = tableOf(encoding)
  return Buffer.from(
    Array.from(text).flatMap((letter) => {
      const bytes = bytesOf.get(letter)
      if (bytes === undefined) throw new Error(`${encoding} has no ${letter}`)
      return bytes
    }),
  )
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

const tableOf = (encoding: string) => {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  const learn = (...bytes: number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes))
    if (Array.from(letter).length === 1 && letter !== '\ufffd' && !table.has(letter)) table.set(letter, bytes)
  }
  for (let byte = 0; byte < 256; byte++) learn(byte)
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn(lead, trail)
  tables.set(encoding, table)
  return table
}
