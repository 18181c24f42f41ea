export interface Piece {
  text: string
  kind: 'same' | 'added' | 'removed'
}

/** Longer texts are shown whole: comparing them word by word takes the square of their length. */
const MOST_WORDS = 400

/** What became of a text, word by word. */
export const diffTexts = (from: string, to: string): readonly Piece[] => {
  const [before, after] = [wordsOf(from), wordsOf(to)]
  if (before.length === 0 || before.length > MOST_WORDS || after.length > MOST_WORDS)
    return [{ text: to, kind: before.length ? 'added' : 'same' }]
  const longest = lengths(before, after)
  const pieces: Piece[] = []
  const put = (text: string, kind: Piece['kind']) => {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ text, kind })
  }
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old = '', now = ''] = [before[i], after[j]]
    if (i < before.length && j < after.length && old === now) {
      put(now, 'same')
      i += 1
      j += 1
    } else if (j >= after.length || (i < before.length && at(longest, i + 1, j) >= at(longest, i, j + 1))) {
      put(old, 'removed')
      i += 1
    } else {
      put(now, 'added')
      j += 1
    }
  }
  return pieces
}

const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
const at = (table: readonly (readonly number[])[], i: number, j: number) => table[i]?.[j] ?? 0

/** The longest common part of what is left of both, from every place on. */
const lengths = (before: readonly string[], after: readonly string[]) => {
  const table = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = table[i]
      if (row)
        row[j] =
          before[i] === after[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  return table
}
