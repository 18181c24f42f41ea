/** One line of the report. */
export interface Figure {
  figure: string
  /** Ours ÷ bare, or ours ÷ the goal where there is no other side. */
  ratio: number
  /** How much longer one answer takes than with 10,000 rows; undefined where rows do not matter. */
  growth?: number
  rows: number
  ours: number
  bare?: number
  unit: string
  goal: string
  meets: boolean
}

export const rounded = (number: number) => (number >= 100 ? Math.round(number) : Number(number.toPrecision(3)))

export const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? 0

export const tellAsJson = (figure: Figure) => JSON.stringify(figure)

export const tell = ({ figure, ratio, growth, rows, ours, bare, unit, goal, meets }: Figure) =>
  [
    `${meets ? '✓' : '✗'} ${figure.padEnd(22)}`,
    `ratio ${ratio.toFixed(2)}  (goal ${goal})`,
    `ours ${ours.toLocaleString('en')}${bare === undefined ? '' : `, bare ${bare.toLocaleString('en')}`} ${unit}`,
    ...(rows ? [`${rows.toLocaleString('en')} rows`] : []),
    ...(growth === undefined ? [] : [`${growth.toFixed(2)} × the time with 10,000`]),
  ].join('  ')
