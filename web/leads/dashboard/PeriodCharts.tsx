import { useNavigate } from 'react-router'
import { Area, AreaChart, Bar, BarChart, CartesianGrid, Legend, XAxis, YAxis } from 'recharts'
import type { Row, Series } from './bars.ts'

/** The course of a figure; parts of the time without one are bridged. */
export const Sparkline = ({ line }: { line: readonly (number | null)[] }) => (
  <AreaChart
    width={84}
    height={32}
    data={line.map((value) => ({ value }))}
    margin={{ top: 3, right: 2, bottom: 1, left: 2 }}
    accessibilityLayer={false}
  >
    <YAxis hide domain={['dataMin', 'dataMax']} />
    <Area
      dataKey="value"
      connectNulls
      stroke="var(--brand)"
      strokeWidth={1.5}
      fill="var(--tint)"
      isAnimationActive={false}
      dot={false}
    />
  </AreaChart>
)

interface DaysChartProps {
  series: readonly Series[]
  rows: readonly Row[]
  height: number
}

/** Bars upright, a column for each time, the series on top of one another; days are written as far as there is room for them. */
export const DaysChart = ({ series, rows, height }: DaysChartProps) => {
  const navigate = useNavigate()
  const data = rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(values.map(({ count }, at) => [String(at), count])),
  }))
  return (
    <BarChart
      responsive
      data={data}
      style={{ width: '100%', height }}
      margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
      barCategoryGap="25%"
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="label"
        interval="equidistantPreserveStart"
        minTickGap={16}
        axisLine={false}
        tickLine={false}
        tick={{ fill: 'var(--text2)', fontSize: 12 }}
      />
      <YAxis
        width={34}
        allowDecimals={false}
        axisLine={false}
        tickLine={false}
        tick={{ fill: 'var(--text2)', fontSize: 12 }}
      />
      <Legend
        align="right"
        iconSize={10}
        iconType="square"
        height={28}
        verticalAlign="top"
        itemSorter={null}
        formatter={legendWord}
      />
      {series.map(({ label, colour }, at) => (
        <Bar
          key={label}
          dataKey={String(at)}
          name={label}
          stackId="all"
          fill={colour}
          radius={2}
          maxBarSize={28}
          isAnimationActive={false}
          className="chart-bar"
          onClick={(_, index) => {
            const to = rows[index]?.values[at]?.to
            if (to) void navigate(to)
          }}
        />
      ))}
    </BarChart>
  )
}

const legendWord = (word: string) => <span className="chart-legend">{word}</span>
