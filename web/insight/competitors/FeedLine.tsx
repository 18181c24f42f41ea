import { EllipsisOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { competitors, type CompetitorRow, type Feed, type FeedState } from '#contract/insight/competitors.ts'
import { can } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import { FeedTag } from '#web/insight/frame/insight-words.tsx'
import type { CompetitorDialog } from './dialogs.ts'
import type { CompetitorActs } from './use-competitor-acts.ts'

interface FeedLineProps {
  feed: Feed
  competitor: CompetitorRow
  acts: CompetitorActs
  onDialog: (dialog: CompetitorDialog) => void
}

/** A feed with how it does, and one thing to do about it. */
export const FeedLine = ({ feed, competitor, acts, onDialog }: FeedLineProps) => {
  const state: FeedState = feed.paused ? 'paused' : feed.state
  const mayEdit = can(competitors.updateFeed)
  const edit = () => onDialog({ kind: 'feed', competitor, feed })
  const polls = () => onDialog({ kind: 'polls', feed })
  return (
    <li className="feed-line">
      <div className="feed-top">
        <FeedTag state={state} />
        <span className="feed-url cut" title={feed.url}>
          {feed.url.replace(/^https?:\/\//, '')}
        </span>
      </div>
      <p className="feed-sentence">
        {feed.sentence} <span className="feed-when">{whenOf(feed)}</span>
      </p>
      <div className="feed-acts">
        {mayEdit && <ToDo state={state} feed={feed} acts={acts} onEdit={edit} />}
        <Button size="small" type="text" onClick={polls}>
          Readings
        </Button>
        {mayEdit && (
          <Dropdown
            trigger={['click']}
            autoFocus
            placement="bottomRight"
            menu={{
              items: [
                ...(state === 'ok' || state === 'late' || state === 'failing'
                  ? []
                  : [{ key: 'check', label: 'Check now', onClick: () => acts.check(feed) }]),
                { key: 'edit', label: 'Edit feed', onClick: edit },
                {
                  key: 'pause',
                  label: feed.paused ? 'Resume' : 'Pause',
                  onClick: () => acts.setFeedPaused(feed, !feed.paused),
                },
                { key: 'remove', label: 'Remove feed', danger: true, onClick: () => acts.removeFeed(feed) },
              ],
            }}
          >
            <Button
              size="small"
              type="text"
              icon={<EllipsisOutlined aria-hidden />}
              aria-label={`More for the feed ${feed.url}`}
              aria-haspopup="menu"
            />
          </Dropdown>
        )}
      </div>
    </li>
  )
}

interface ToDoProps {
  state: FeedState
  feed: Feed
  acts: CompetitorActs
  onEdit: () => void
}

/** What helps in this state: reading it now, or another address. */
const ToDo = ({ state, feed, acts, onEdit }: ToDoProps) => {
  if (state === 'paused')
    return (
      <Button size="small" onClick={() => acts.setFeedPaused(feed, false)}>
        Resume
      </Button>
    )
  if (state === 'broken' || state === 'gone' || state === 'moved')
    return (
      <Button size="small" onClick={onEdit}>
        Change address
      </Button>
    )
  return (
    <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={acts.checking} onClick={() => acts.check(feed)}>
      Check now
    </Button>
  )
}

const MONTH_MS = 30 * 86_400_000

/** When it was read, and when it is read next; far away is never. */
const whenOf = ({ last_poll_at, next_at, paused }: Feed) => {
  const { relative } = formats()
  const next = Date.parse(next_at) - Date.now()
  const last = last_poll_at === null ? 'Not checked yet.' : `Last checked ${relative(last_poll_at)}.`
  if (paused || next > MONTH_MS) return `${last} No check is planned.`
  return next > 0 ? `${last} Next ${relative(next_at)}.` : `${last} Due now.`
}
