const WIDTH = 56
const HEIGHT = 24
/** Room for the dot at the end. */
const EDGE = 3

/** How a figure went, from old to new; what it comes to stands beside it in words. */
export const Sparkline = ({ values, tone }: { values: readonly number[]; tone: 'brand' | 'success' }) => {
  const points = pointsOf(values)
  const last = points.at(-1)
  if (!last || points.length < 2) return null
  const line = points.map(([x, y]) => `${x},${y}`).join(' ')
  return (
    <svg
      className={`sparkline sparkline-${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden
    >
      <polygon points={`${EDGE},${HEIGHT} ${line} ${last[0]},${HEIGHT}`} />
      <polyline points={line} />
      <circle cx={last[0]} cy={last[1]} r={2.5} />
    </svg>
  )
}

/** From the lowest at the foot to the highest at the top; what never changed lies in the middle. */
const pointsOf = (values: readonly number[]): [number, number][] => {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const step = (WIDTH - 2 * EDGE) / Math.max(values.length - 1, 1)
  return values.map((value, at) => {
    const part = span === 0 ? 0.5 : (value - low) / span
    return [round(EDGE + at * step), round(HEIGHT - EDGE - part * (HEIGHT - 2 * EDGE))]
  })
}

const round = (value: number) => Math.round(value * 10) / 10
