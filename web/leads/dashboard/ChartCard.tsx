import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formats } from '#web/kit/look/format.ts'
import { late } from '#web/kit/feedback/late.tsx'
import type { Row, Series } from './bars.ts'
import { Card } from './Card.tsx'

const BarsChart = late(
  () => import('./BarsChart.tsx').then(({ BarsChart }) => BarsChart),
  ({ height }) => <div style={{ height }} />,
)

const DaysChart = late(
  () => import('./PeriodCharts.tsx').then(({ DaysChart }) => DaysChart),
  ({ height }) => <div style={{ height }} />,
)

export interface ChartCardProps {
  title: string
  note?: string
  /** The picture in a sentence. */
  summary: string
  /** What the rows are. */
  by: string
  series: readonly Series[]
  rows: readonly Row[]
  /** Columns side by side, as times are; without it, bars below one another. */
  upright?: boolean
}

const UPRIGHT_HEIGHT = 232

/** Bars, with the same as a sentence and as a table, in which every number opens what it counted. */
export const ChartCard = ({ title, note, summary, by, series, rows, upright = false }: ChartCardProps) => {
  const [table, setTable] = useState(false)
  const isEmpty = rows.every(({ values }) => values.every(({ count }) => count === 0))
  return (
    <Card
      title={title}
      corner={
        !isEmpty && (
          <Button
            type="link"
            size="small"
            aria-label={`${title}: ${table ? 'show as chart' : 'show as table'}`}
            onClick={() => setTable(!table)}
          >
            {table ? 'Show as chart' : 'Show as table'}
          </Button>
        )
      }
    >
      <p className="chart-words">
        {summary}
        {note && <span className="second"> ({note})</span>}
      </p>
      {isEmpty ? undefined : table ? (
        <ChartTable by={by} series={series} rows={rows} />
      ) : (
        <figure className="chart" role="img" aria-label={summary}>
          {upright ? (
            <DaysChart series={series} rows={rows} height={UPRIGHT_HEIGHT} />
          ) : (
            <BarsChart series={series} rows={rows} height={heightOf(rows, series)} />
          )}
        </figure>
      )}
    </Card>
  )
}

const heightOf = (rows: readonly Row[], series: readonly Series[]) => rows.length * 34 + (series.length > 1 ? 40 : 12)

const ChartTable = ({ by, series, rows }: Pick<ChartCardProps, 'by' | 'series' | 'rows'>) => (
  <table className="chart-table">
    <thead>
      <tr>
        <th scope="col">{by}</th>
        {series.map(({ label }) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, values }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {values.map(({ count, to }, at) => (
            <td key={series[at]?.label}>
              {to && count > 0 ? (
                <Link to={to} aria-label={`${label}, ${series[at]?.label.toLowerCase()}: ${formats().number(count)}`}>
                  {formats().number(count)}
                </Link>
              ) : (
                formats().number(count)
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
