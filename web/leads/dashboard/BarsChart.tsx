import { useNavigate } from 'react-router'
import { Bar, BarChart, LabelList, Legend, XAxis, YAxis } from 'recharts'
import { formats } from '#web/kit/look/format.ts'
import type { Row, Series } from './bars.ts'

interface BarsChartProps {
  series: readonly Series[]
  rows: readonly Row[]
  height: number
}

/** Bars to the right, a row for each; a bar opens what it counted, as its number in the table does. */
export const BarsChart = ({ series, rows, height }: BarsChartProps) => {
  const navigate = useNavigate()
  const data = rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(values.map(({ count }, at) => [String(at), count])),
  }))
  return (
    <BarChart
      responsive
      layout="vertical"
      data={data}
      style={{ width: '100%', height }}
      margin={{ top: 0, right: 48, bottom: 0, left: 0 }}
      barCategoryGap={8}
      barGap={1}
      accessibilityLayer={false}
    >
      <XAxis type="number" hide />
      <YAxis
        type="category"
        dataKey="label"
        width="auto"
        tickFormatter={shortened}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={{ fill: 'var(--text2)', fontSize: 13 }}
      />
      {series.length > 1 && (
        <Legend
          align="left"
          iconSize={10}
          iconType="square"
          height={28}
          verticalAlign="top"
          itemSorter={null}
          formatter={legendWord}
        />
      )}
      {series.map(({ label, colour }, at) => (
        <Bar
          key={label}
          dataKey={String(at)}
          name={label}
          fill={colour}
          radius={2}
          isAnimationActive={false}
          className="chart-bar"
          onClick={(_, index) => {
            const to = rows[index]?.values[at]?.to
            if (to) void navigate(to)
          }}
        >
          <LabelList dataKey={String(at)} position="right" fill="var(--text)" fontSize={12} formatter={written} />
        </Bar>
      ))}
    </BarChart>
  )
}

/** The table beside the chart has it in full. */
const shortened = (label: string) => (label.length > LONGEST ? `${label.slice(0, LONGEST - 1).trimEnd()}…` : label)
const LONGEST = 28

const legendWord = (word: string) => <span className="chart-legend">{word}</span>
const written = (value: unknown) => (typeof value === 'number' && value > 0 ? formats().number(value) : '')
