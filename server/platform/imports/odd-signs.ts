/** What hardly anybody writes, and what a text looks like that was read in another encoding than it was written in. */
const ODD: readonly RegExp[] = [
  // Letters that could not be read, and controls and private letters that nobody types.
  /[\ufffd\u0080-\u009f\ue000-\uf8ff]/u,
  // UTF-8 read as Western: `Ã¼`, `â€™`.
  /[ÂÃÄÅÐÑØÙ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€/u,
  // Several bytes a letter, read as one each: `ÍõÐ¡Ã÷`.
  /[\u00a1-\u00ff]{3}/u,
  // A sign within a word: `Wi¶niewski`, `D¹browski`.
  /\p{L}[¡-©¬®°-³µ¶¸¹»-¿×÷]\p{L}|\p{L}{3}[¹³¼¾¿]|[£¥¯]\p{Ll}/u,
  // A capital of another alphabet within a word: `JŸrgen`.
  /\p{Ll}[\u0178ŠŒŽ]\p{Ll}|\p{L}Ÿ/u,
  // Two alphabets in one word: `Kцln`, `K鰈n`.
  /\p{scx=Latn}[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}]|[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}][a-z]/u,
  /[a-z][\p{sc=Han}\p{sc=Hang}][a-z]/u,
  // Cyrillic with its cases turned over: `хБЮМ`.
  /[а-яё][А-ЯЁ]{2}/u,
  // Lines and blocks, which old encodings have where others have letters.
  /[\u2500-\u259f]/u,
]
const isOdd = (text: string) => ODD.some((signs) => signs.test(text))

/** Fewer of the values beyond ASCII may be as they were written. */
const MANY = 0.1
const MOST_SHOWN = 3

/** The beginning of a cell as it can be stored and shown. */
export const presentable = (cell: string, length = 100) =>
  cell.trim().slice(0, length).replaceAll('\0', '\ufffd').toWellFormed()

/** Of the first rows of a file, the values of a column that are hardly what was written, where there are many. */
export const oddColumns = (rows: readonly (readonly string[])[]) => {
  const foreign = rows.flat().filter((cell) => /[^\0-\x7f]/.test(cell))
  const many = foreign.filter(isOdd).length > foreign.length * MANY
  return (column: number): { odd?: string[] } => {
    const values = many ? rows.map((cells) => presentable(cells[column] ?? '')) : []
    const odd = [...new Set(values.filter(isOdd))].slice(0, MOST_SHOWN)
    return odd.length > 0 ? { odd } : {}
  }
}
