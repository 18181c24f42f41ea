export interface KeptSums<Row> {
  get(key: string): readonly Row[] | undefined
  keep(key: string, rows: readonly Row[]): void
  /** How much is kept now. */
  size(): { rows: number; answers: number }
}

/**
 * Answers kept in memory by what was asked, with so many rows and so many of them in all at most: the oldest make room. One that
 * is larger than all of it is not kept.
 */
export const keptSums = <Row>(most: { rows: number; answers: number }): KeptSums<Row> => {
  const kept = new Map<string, readonly Row[]>()
  let all = 0
  return {
    get: (key) => kept.get(key),
    keep(key, rows) {
      if (kept.has(key) || rows.length > most.rows) return
      kept.set(key, rows)
      all += rows.length
      for (const [oldest, { length }] of kept) {
        if (all <= most.rows && kept.size <= most.answers) return
        kept.delete(oldest)
        all -= length
      }
    },
    size: () => ({ rows: all, answers: kept.size }),
  }
}
