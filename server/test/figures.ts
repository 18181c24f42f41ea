/** A measured figure, for the report of the run. */
export const figure = (line: string) => void process.stdout.write(`figure: ${line}\n`)

/** The value below which that share of the values lies. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
