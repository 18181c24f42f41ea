import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CompetitorSummary } from '#contract/insight/competitor-summary.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { insightLink } from '#web/insight/frame/InsightTabs.tsx'

interface SummaryFiguresProps {
  summary: CompetitorSummary
  competitor: number | undefined
}

/** Five figures, each with the way to its rows. */
export const SummaryFigures = ({ summary: { figures, period, topics, gaps }, competitor }: SummaryFiguresProps) => {
  const { number, decimal, writeDay } = formats()
  const whose = competitor === undefined ? {} : { competitor: String(competitor) }
  const rows = insightLink('posts', { ...whose, ...period })
  const fresh = topics.filter((topic) => topic.new)
  const { posts, change, per_week, most, silence, silence_of, weeks } = figures
  const leads = gaps.reduce((sum, gap) => sum + (gap.leads_90 ?? 0), 0)
  return (
    <section className="summary-figures" aria-label="Figures">
      <Figure label="Posts" to={rows} value={number(posts)} means="posts" side={<Weeks weeks={weeks} />}>
        {change === 0 ? (
          'As many as before'
        ) : (
          <>
            {change > 0 ? <CaretUpFilled aria-hidden /> : <CaretDownFilled aria-hidden />}
            <span className="sr-only">{change > 0 ? 'Up' : 'Down'}</span> {number(Math.abs(change))} on the same time
            before
          </>
        )}
      </Figure>
      <Figure label="Per week" to={rows} value={decimal(per_week)} means="posts a week">
        {most ? `${most.competitor.name} ${decimal(most.per_week)}, the most` : ''}
      </Figure>
      <Figure
        label="Longest silence"
        to={
          silence_of
            ? insightLink('posts', {
                competitor: String(silence_of.competitor.id),
                from_date: silence_of.from_date,
                to_date: silence_of.to_date,
              })
            : insightLink('competitors')
        }
        value={silence > 0 ? counted(silence, 'day') : <EmptyValue />}
        means="without a post"
      >
        {silence_of
          ? `${silence_of.competitor.name}, ${writeDay(silence_of.from_date)} to ${writeDay(silence_of.to_date)}`
          : ''}
      </Figure>
      <Figure
        label="New topics"
        to={
          fresh.length > 0
            ? insightLink('posts', { ...whose, topic: fresh.map(({ id }) => String(id)), ...period })
            : insightLink('topics')
        }
        value={number(fresh.length)}
        means="new topics"
      >
        {fresh
          .slice(0, 3)
          .map(({ name }) => name)
          .join(', ')}
      </Figure>
      <Figure
        label="They cover, we don’t"
        to={
          gaps.length > 0
            ? insightLink('posts', { ...whose, topic: gaps.map(({ topic }) => String(topic.id)), ...period })
            : insightLink('posts', { ...whose, coverage: 'gap', ...period })
        }
        value={number(gaps.length)}
        means="gaps"
      >
        {leads > 0 ? `${counted(leads, 'lead')} in 90 days` : ''}
      </Figure>
    </section>
  )
}

interface FigureProps {
  label: string
  value: ReactNode
  means: string
  to: string
  side?: ReactNode
  children: ReactNode
}

const Figure = ({ label, value, means, to, side, children }: FigureProps) => (
  <div className="summary-figure">
    <span className="summary-figure-label">{label}</span>
    <span className="summary-figure-row">
      <Link to={to} className="summary-figure-value">
        {value}
        <span className="sr-only"> {means}</span>
      </Link>
      {side}
    </span>
    <span className="summary-figure-about">{children}</span>
  </div>
)

const Weeks = ({ weeks }: { weeks: readonly number[] }) => {
  const most = Math.max(1, ...weeks)
  return (
    <span className="summary-weeks" role="img" aria-label={`Posts of each week: ${weeks.join(', ')}`}>
      {weeks.map((count, at) => (
        <span key={at} style={{ height: `${count === 0 ? 4 : Math.max(12, (100 * count) / most)}%` }} />
      ))}
    </span>
  )
}
