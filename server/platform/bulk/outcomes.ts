/** How many rows would end, or ended, in the same way. */
export interface OutcomeCount {
  outcome: string
  message: string | null
  count: number
}

/** The same ends together, the most first. */
export const summed = (counts: readonly OutcomeCount[]): OutcomeCount[] => fromOutcomes(toOutcomes(counts))

/** As a job adds up how its rows end; the reason is part of how. */
export const toOutcomes = (counts: readonly OutcomeCount[]): Record<string, number> => {
  const sums = new Map<string, number>()
  for (const { outcome, message, count } of counts) {
    const end = JSON.stringify([outcome, message])
    if (count > 0) sums.set(end, count + (sums.get(end) ?? 0))
  }
  return Object.fromEntries(sums)
}

/** What a job has added up, the most first. */
export const fromOutcomes = (sums: Readonly<Record<string, number>>): OutcomeCount[] =>
  Object.entries(sums)
    .map(([end, count]) => {
      const [outcome, message]: [string, string | null] = JSON.parse(end)
      return { outcome, message, count }
    })
    .sort((one, other) => other.count - one.count)
