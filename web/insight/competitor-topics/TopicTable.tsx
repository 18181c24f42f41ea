import { CaretDownFilled, CaretUpFilled, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { competitorTopics, type Topic } from '#contract/insight/competitor-topics.ts'
import { can } from '#web/kit/data/session.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { When } from '#web/kit/look/When.tsx'
import { insightLink } from '#web/insight/frame/InsightTabs.tsx'

interface TopicTableProps {
  topics: readonly Topic[]
  onEdit: (topic: Topic) => void
  onRemove: (topic: Topic) => void
}

/** The most frequent first; cards on a narrow screen. */
export const TopicTable = ({ topics, onEdit, onRemove }: TopicTableProps) => {
  const narrow = useNarrow()
  const { number } = formats()
  const sorted = topics.toSorted((one, other) => other.posts - one.posts || one.name.localeCompare(other.name))
  const acts = (topic: Topic) => can(competitorTopics.update) && <TopicActs {...{ topic, onEdit, onRemove }} />
  if (narrow)
    return (
      <ul className="topic-cards" aria-label="Topics">
        {sorted.map((topic) => (
          <li key={topic.id}>
            <div className="topic-card-head">
              <TopicName topic={topic} />
              {acts(topic)}
            </div>
            <p className="second">{topic.phrases.join(', ')}</p>
            <p className="second">
              {number(topic.posts)} posts in 90 days, {number(topic.ours)} of ours
            </p>
          </li>
        ))}
      </ul>
    )
  return (
    <table className="insight-table" aria-label="Topics">
      <thead>
        <tr>
          <th>Topic</th>
          <th>Phrases</th>
          <th className="cell-right">Posts, 90 days</th>
          <th className="cell-right">Competitors</th>
          <th className="cell-right">Ours</th>
          <th className="cell-right">Leads, 90 days</th>
          <th>Last post</th>
          <th>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((topic) => (
          <tr key={topic.id}>
            <td>
              <TopicName topic={topic} />
            </td>
            <td className="second">{topic.phrases.join(', ')}</td>
            <td className="cell-right">
              {number(topic.posts)} <Change by={topic.posts - topic.posts_before} />
            </td>
            <td className="cell-right">{number(topic.competitors)}</td>
            <td className="cell-right">{number(topic.ours)}</td>
            <td className="cell-right">{topic.leads_90 === null ? <EmptyValue /> : number(topic.leads_90)}</td>
            <td>
              <When at={topic.last_post_at} />
            </td>
            <td className="cell-right">{acts(topic)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const TopicName = ({ topic: { id, name, watch } }: { topic: Topic }) => (
  <span className="topic-name">
    <Link to={insightLink('posts', { topic: String(id) })}>{name}</Link>
    {watch && <StatusTag tone="info">Watched</StatusTag>}
  </span>
)

/** Against the 90 days before. */
const Change = ({ by }: { by: number }) =>
  by === 0 ? null : (
    <span className="second">
      {by > 0 ? <CaretUpFilled aria-hidden /> : <CaretDownFilled aria-hidden />}
      <span className="sr-only">{by > 0 ? 'up' : 'down'}</span> {formats().number(Math.abs(by))}
    </span>
  )

const TopicActs = ({ topic, onEdit, onRemove }: { topic: Topic } & Omit<TopicTableProps, 'topics'>) => (
  <span className="insight-row-acts">
    <Button
      type="text"
      icon={<EditOutlined aria-hidden />}
      aria-label={`Edit ${topic.name}`}
      onClick={() => onEdit(topic)}
    />
    <Button
      type="text"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={`Delete ${topic.name}`}
      onClick={() => onRemove(topic)}
    />
  </span>
)
