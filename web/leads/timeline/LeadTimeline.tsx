import { CommentOutlined, EditOutlined, FlagOutlined, PlusOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Timeline } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import type { Decision } from '#contract/leads/lead-details.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { sentenceOf, useOlder, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { can } from '#web/kit/data/session.ts'
import { When } from '#web/kit/look/When.tsx'
import { ConsideredList } from './ConsideredList.tsx'
import { LeadComment } from './LeadComment.tsx'
import { LeadCommentBox } from './LeadCommentBox.tsx'
import { timelineOf, type TimelineEntry, type TimelineKind } from './lead-timeline.ts'
import '#web/leads/fields/lead-form.css'
import { whyWords } from './why-words.ts'
import './lead-timeline.css'

const ICONS: Readonly<Record<TimelineKind, ReactNode>> = {
  comment: <CommentOutlined />,
  created: <PlusOutlined />,
  assigned: <UserOutlined />,
  status: <FlagOutlined />,
  changed: <EditOutlined />,
}

interface LeadTimelineProps {
  id: number
  mayComment: boolean
  /** Whether the list of the lead lets people read what was said. */
  readsComments: boolean
}

/** Everything that was said and done about a lead, newest first, with the box to say more on top. */
export const LeadTimeline = ({ id, mayComment, readsComments }: LeadTimelineProps) => {
  const heading = useId()
  const seesComments = readsComments && can(leadDetails.comments)
  const seesHistory = can(leadDetails.history)
  const comments = useOne(leadDetails.comments, { params: { id } }, { enabled: seesComments })
  const history = useOlder(leadDetails.history, { params: { id }, query: {} }, { enabled: seesHistory })
  const entries = timelineOf(comments.data?.data ?? [], history.rows)
  const failed = [comments, history].find(({ isError }) => isError)
  if (!seesComments && !seesHistory) return null

  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Timeline</h3>
      {mayComment && <LeadCommentBox leadId={id} />}
      {failed && (
        <p className="side-note">
          {sentenceOf(failed.error)}{' '}
          <Button type="link" size="small" onClick={() => void failed.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <Timeline
        className="lead-timeline"
        items={entries.map((entry) => ({
          key: entry.key,
          icon: <span className={`timeline-icon timeline-${entry.kind}`}>{ICONS[entry.kind]}</span>,
          content: <Entry entry={entry} mayComment={mayComment} />,
        }))}
      />
      {history.hasNextPage && (
        <Button size="small" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}

interface EntryProps {
  entry: TimelineEntry
  mayComment: boolean
}

const Entry = ({ entry: { who, words, whom, at, after, comment, reason, decision }, mayComment }: EntryProps) => (
  <>
    <div className="timeline-words">
      {who && (
        <strong>
          <bdi>{who}</bdi>
        </strong>
      )}{' '}
      {words}{' '}
      {whom && (
        <strong>
          <bdi>{whom}</bdi>
        </strong>
      )}
    </div>
    <div className="timeline-when">
      <When at={at} />
      {after !== undefined && <> · after {formats().age(new Date(Date.now() - after * 1000))}</>}
    </div>
    {comment && <LeadComment comment={comment} mayComment={mayComment} />}
    {reason && <p className="timeline-reason">{reason}</p>}
    {decision && <Why decision={decision} />}
  </>
)

/** Why this person: the sentence at once, everyone who was weighed up on demand. */
const Why = ({ decision: { why, considered, tie_break, chosen } }: { decision: Decision }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="timeline-reason">{why}</p>
      {considered.length > 0 && (
        <>
          <button type="button" className="text-link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {whyWords(chosen)}
          </button>
          {open && <ConsideredList considered={considered} tieBreak={tie_break} />}
        </>
      )}
    </>
  )
}
