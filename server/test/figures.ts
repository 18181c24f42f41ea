/** A measured figure, for the report of the run. */
export const figure = (line: string) => void process.stdout.write(`figure: ${line}\n`)

/** The value below which that share of the values lies. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** What it takes of the processor, in milliseconds, however much else the machine does meanwhile. */
export const processorTime = (work: () => unknown) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
