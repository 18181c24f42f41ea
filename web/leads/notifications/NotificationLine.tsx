import {
  CheckCircleOutlined,
  CheckOutlined,
  ClockCircleOutlined,
  CommentOutlined,
  FlagOutlined,
  HourglassOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Notification, NotificationKind } from '#contract/leads/notifications.ts'
import { leadPath } from '#web/leads/list/lead-path.ts'
import { counted } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { pathOf } from './notification-path.ts'

const ICONS: Readonly<Record<NotificationKind, ReactNode>> = {
  assigned: <UserOutlined />,
  mentioned: <CommentOutlined />,
  verdict: <FlagOutlined />,
  acceptance: <ClockCircleOutlined />,
  queue: <HourglassOutlined />,
  question: <QuestionCircleOutlined />,
  job: <CheckCircleOutlined />,
}

interface NotificationLineProps {
  line: Notification
  onRead: () => void
  /** Called when the person follows a link out of the list. */
  onLeave: () => void
}

/** One line: what happened, to which leads, and when. What people wrote stays apart from the sentence. */
export const NotificationLine = ({ line, onRead, onLeave }: NotificationLineProps) => {
  const { kind, unread, at, words, excerpt, leads, total, gone } = line
  const path = pathOf(line)
  const sentence = words.map(({ text, name }, index) =>
    name ? <bdi key={index}>{text}</bdi> : <span key={index}>{text}</span>,
  )
  const follow = () => {
    if (unread) onRead()
    onLeave()
  }
  return (
    <li className={unread ? 'note note-unread' : 'note'}>
      <span className="note-icon" aria-hidden>
        {ICONS[kind]}
      </span>
      <div className="note-text">
        {unread && <span className="sr-only">Unread. </span>}
        {path ? (
          <Link to={path} className="note-words" onClick={follow}>
            {sentence}
          </Link>
        ) : (
          <p className="note-words">{sentence}</p>
        )}
        {excerpt && (
          <p className="note-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
        {total > 1 && leads.length > 0 && (
          <ul className="note-leads">
            {leads.map((lead) => (
              <li key={lead.id}>
                <LeadLink lead={lead} onFollow={follow} />
              </li>
            ))}
            {total - gone > leads.length && <li>and {counted(total - gone - leads.length, 'more lead')}</li>}
          </ul>
        )}
        {total > 1 && gone > 0 && <p className="note-when">{counted(gone, 'lead')} you can no longer see</p>}
        <p className="note-when">
          <When at={at} />
        </p>
      </div>
      {unread && (
        <Tooltip title="Mark as read">
          <Button
            type="text"
            size="small"
            icon={<CheckOutlined aria-hidden />}
            aria-label={`Mark as read: ${words.map(({ text }) => text).join('')}`}
            onClick={onRead}
          />
        </Tooltip>
      )}
    </li>
  )
}

const LeadLink = ({ lead, onFollow }: { lead: Notification['leads'][number]; onFollow: () => void }) => {
  const path = leadPath(lead)
  const text = lead.company ? `${lead.name} · ${lead.company}` : lead.name
  return path ? (
    <Link to={path} className="cut" onClick={onFollow}>
      <bdi>{text}</bdi>
    </Link>
  ) : (
    <bdi className="cut">{text}</bdi>
  )
}
