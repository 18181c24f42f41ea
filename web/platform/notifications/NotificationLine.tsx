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
import { NOTIFIED } from '#contract/notified.ts'
import type { Notification, NotifiedKind } from '#contract/platform/notifications.ts'
import { counted } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'

const ICONS: Readonly<Record<NotifiedKind['icon'], ReactNode>> = {
  person: <UserOutlined />,
  comment: <CommentOutlined />,
  flag: <FlagOutlined />,
  clock: <ClockCircleOutlined />,
  hourglass: <HourglassOutlined />,
  question: <QuestionCircleOutlined />,
  done: <CheckCircleOutlined />,
}

interface NotificationLineProps {
  line: Notification
  onRead: () => void
  /** Called when the person follows a link out of the list. */
  onLeave: () => void
}

/** One line: what happened, to which subjects, and when. What people wrote stays apart from the sentence. */
export const NotificationLine = ({ line, onRead, onLeave }: NotificationLineProps) => {
  const { kind, unread, at, words, excerpt, href, noun, subjects, total, gone } = line
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
        {ICONS[NOTIFIED[kind].icon]}
      </span>
      <div className="note-text">
        {unread && <span className="sr-only">Unread. </span>}
        {href ? (
          <Link to={href} className="note-words" onClick={follow}>
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
        {total > 1 && noun && subjects.length > 0 && (
          <ul className="note-subjects">
            {subjects.map((subject) => (
              <li key={subject.id}>
                <SubjectLink subject={subject} onFollow={follow} />
              </li>
            ))}
            {total - gone > subjects.length && (
              <li>and {counted(total - gone - subjects.length, `more ${noun.one}`, `more ${noun.many}`)}</li>
            )}
          </ul>
        )}
        {total > 1 && noun && gone > 0 && (
          <p className="note-when">{counted(gone, noun.one, noun.many)} you can no longer see</p>
        )}
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

interface SubjectLinkProps {
  subject: Notification['subjects'][number]
  onFollow: () => void
}

const SubjectLink = ({ subject: { label, note, href }, onFollow }: SubjectLinkProps) => {
  const text = note ? `${label} · ${note}` : label
  return href ? (
    <Link to={href} className="cut" onClick={onFollow}>
      <bdi>{text}</bdi>
    </Link>
  ) : (
    <bdi className="cut">{text}</bdi>
  )
}
