import { CaretDownFilled, CaretUpFilled, EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Link } from 'react-router'
import { competitors, type CompetitorRow } from '#contract/insight/competitors.ts'
import { can } from '#web/kit/data/session.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import { insightLink } from '#web/insight/frame/InsightTabs.tsx'
import { CompetitorMark, webAddress } from '#web/insight/frame/insight-words.tsx'
import { WeekBars } from '#web/insight/frame/WeekBars.tsx'
import type { CompetitorDialog } from './dialogs.ts'
import { FeedLine } from './FeedLine.tsx'
import type { CompetitorActs } from './use-competitor-acts.ts'

interface CompetitorCardProps {
  competitor: CompetitorRow
  /** The tallest week among all cards: they have one scale. */
  most: number
  acts: CompetitorActs
  onDialog: (dialog: CompetitorDialog) => void
}

export const CompetitorCard = ({ competitor, most, acts, onDialog }: CompetitorCardProps) => {
  const { id, name, site, colour, own, note, unread, weeks, top_topics, new_topics, feeds, paused } = competitor
  const mayEdit = can(competitors.update)
  const address = webAddress(site)
  return (
    <li className="competitor-card" aria-label={name}>
      <div className="competitor-head">
        <CompetitorMark name={name} colour={colour} />
        <div className="competitor-title">
          <h2>
            <Link to={insightLink('posts', { competitor: String(id) })}>{name}</Link>
            {own && <StatusTag tone="info">Ours</StatusTag>}
            {paused && <StatusTag tone="neutral">Paused</StatusTag>}
          </h2>
          {address === undefined ? (
            <span className="second">{site}</span>
          ) : (
            <a className="second" href={address} target="_blank" rel="noopener noreferrer">
              {hostOf(address)}
            </a>
          )}
        </div>
        {unread > 0 && (
          <Link to={insightLink('posts', { competitor: String(id), read: 'unread' })} className="competitor-unread">
            {counted(unread, 'unread', 'unread')}
          </Link>
        )}
        {mayEdit && <CardMenu competitor={competitor} acts={acts} onDialog={onDialog} />}
      </div>
      <WeekBars weeks={weeks} most={most} label={`Posts of ${name} in the last ${weeks.length} weeks`} />
      <Facts {...competitor} />
      {top_topics.length > 0 && (
        <p className="competitor-topics">
          {top_topics.map((topic) => (
            <Link
              key={topic.id}
              className="topic-tag"
              to={insightLink('posts', { competitor: String(id), topic: String(topic.id) })}
            >
              {topic.name}
              {new_topics.some((one) => one.id === topic.id) && <span className="topic-new"> new</span>}
            </Link>
          ))}
        </p>
      )}
      {note !== '' && <p className="competitor-note">{note}</p>}
      <ul className="feed-lines" aria-label={`Feeds of ${name}`}>
        {feeds.map((feed) => (
          <FeedLine key={feed.id} feed={feed} competitor={competitor} acts={acts} onDialog={onDialog} />
        ))}
        {feeds.length === 0 && (
          <li className="feed-line feed-none">
            <span>No feed is read, so no posts come.</span>
            {mayEdit && (
              <Button size="small" onClick={() => onDialog({ kind: 'feed', competitor, feed: undefined })}>
                Add feed
              </Button>
            )}
          </li>
        )}
      </ul>
    </li>
  )
}

/** Of 30 days, beside the 30 before. */
const Facts = ({ id, name, posts, posts_before, per_week, longest_silence_d, last_post_at }: CompetitorRow) => {
  const { number, decimal, day } = formats()
  const change = posts - posts_before
  return (
    <dl className="competitor-facts">
      <div>
        <dt>Posts, 30 days</dt>
        <dd>
          <Link
            to={insightLink('posts', { competitor: String(id), from_date: day(-29), to_date: day() })}
            aria-label={`${counted(posts, 'post')} of ${name} in 30 days`}
          >
            {number(posts)}
          </Link>
          {change !== 0 && (
            <span className="second">
              {change > 0 ? <CaretUpFilled aria-hidden /> : <CaretDownFilled aria-hidden />}
              <span className="sr-only">{change > 0 ? 'Up' : 'Down'}</span> {number(Math.abs(change))}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Per week</dt>
        <dd>{decimal(per_week)}</dd>
      </div>
      <div>
        <dt>Longest silence</dt>
        <dd>{longest_silence_d > 0 ? counted(longest_silence_d, 'day') : <EmptyValue />}</dd>
      </div>
      <div>
        <dt>Last post</dt>
        <dd>
          <When at={last_post_at} />
        </dd>
      </div>
    </dl>
  )
}

const CardMenu = ({ competitor, acts, onDialog }: Omit<CompetitorCardProps, 'most'>) => (
  <Dropdown
    trigger={['click']}
    autoFocus
    placement="bottomRight"
    menu={{
      items: [
        { key: 'edit', label: 'Edit competitor', onClick: () => onDialog({ kind: 'competitor', competitor }) },
        { key: 'feed', label: 'Add feed', onClick: () => onDialog({ kind: 'feed', competitor, feed: undefined }) },
        {
          key: 'pause',
          label: competitor.paused ? 'Resume' : 'Pause',
          onClick: () => acts.setPaused(competitor, !competitor.paused),
        },
        { key: 'delete', label: 'Delete competitor', danger: true, onClick: () => acts.remove(competitor) },
      ],
    }}
  >
    <Button
      type="text"
      icon={<EllipsisOutlined aria-hidden />}
      aria-label={`More for ${competitor.name}`}
      aria-haspopup="menu"
    />
  </Dropdown>
)

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, '')
