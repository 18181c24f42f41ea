import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CompetitorSummary } from '#contract/insight/competitor-summary.ts'
import { formats } from '#web/kit/look/format.ts'
import { insightLink } from '#web/insight/frame/InsightTabs.tsx'

interface SummaryTopicsProps {
  topics: CompetitorSummary['topics']
  period: CompetitorSummary['period']
  competitor: number | undefined
}

/** About what, the most frequent first: as bars or as a table. */
export const SummaryTopics = ({ topics, period, competitor }: SummaryTopicsProps) => {
  const [asTable, setAsTable] = useState(false)
  const sorted = topics.filter(({ posts }) => posts > 0).toSorted((one, other) => other.posts - one.posts)
  const most = Math.max(1, ...sorted.map(({ posts }) => posts))
  const linkTo = (id: number) =>
    insightLink('posts', {
      ...(competitor !== undefined && { competitor: String(competitor) }),
      topic: String(id),
      ...period,
    })
  const { number, date } = formats()
  return (
    <section className="insight-box" aria-labelledby="summary-topics">
      <div className="insight-box-head">
        <h2 id="summary-topics">Topics</h2>
        {sorted.length > 0 && (
          <Button type="link" size="small" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as bars' : 'Show as table'}
          </Button>
        )}
      </div>
      {sorted.length === 0 ? (
        <p className="summary-none">No post of this period has a topic.</p>
      ) : asTable ? (
        <table className="topic-table">
          <thead>
            <tr>
              <th>Topic</th>
              <th className="cell-right">Posts</th>
              <th className="cell-right">Share</th>
              <th className="cell-right">Change</th>
              <th className="cell-right">First seen</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ id, name, posts, share, change, first_seen }) => (
              <tr key={id}>
                <td>{name}</td>
                <td className="cell-right">{number(posts)}</td>
                <td className="cell-right">{number(share)}%</td>
                <td className="cell-right">{change > 0 ? `+${number(change)}` : number(change)}</td>
                <td className="cell-right">{date(first_seen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ul className="topic-bars">
          {sorted.map(({ id, name, posts, change, new: isNew }) => (
            <li key={id}>
              <Link to={linkTo(id)} className="cut">
                {name}
              </Link>
              <span className="topic-track" aria-hidden>
                <span style={{ width: `${(100 * posts) / most}%` }} />
              </span>
              <strong>
                {number(posts)}
                <span className="sr-only"> posts</span>
              </strong>
              <span className="second">
                {isNew ? (
                  'new'
                ) : change === 0 ? (
                  ''
                ) : (
                  <>
                    {change > 0 ? <CaretUpFilled aria-hidden /> : <CaretDownFilled aria-hidden />}
                    <span className="sr-only">{change > 0 ? 'up' : 'down'}</span> {number(Math.abs(change))}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
