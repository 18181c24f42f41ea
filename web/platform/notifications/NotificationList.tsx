import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { FIRST_NOTIFICATIONS } from '#contract/notified.ts'
import { notifications, type NotificationView } from '#contract/platform/notifications.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { NotificationLine } from './NotificationLine.tsx'
import './notifications.css'

const { list, unread, read, readAll } = notifications

interface ListProps {
  /** Absent: all. */
  view?: NotificationView | undefined
  onLeave?: () => void
}

/** What the person was told, the newest first, with older ones on demand. */
export const NotificationList = ({ view, onLeave = () => {} }: ListProps) => {
  const [starts, setStarts] = useState<readonly (number | undefined)[]>([undefined])
  return (
    <>
      {starts.map((before, index) => (
        <Part
          key={before ?? 'newest'}
          view={view}
          before={before}
          onOlder={index === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
          onLeave={onLeave}
        />
      ))}
    </>
  )
}

/** Marks all that there was when the list was read. */
export const ReadAll = ({ size = 'medium' }: { size?: 'small' | 'medium' }) => {
  const seen = useOne(list, { query: {} }).data?.seen
  const mark = useAction(readAll, { refreshes: [list, unread] })
  const some = useOne(unread, {}).data?.data.count
  if (seen === undefined || !some) return null
  return (
    <Button size={size} loading={mark.running} onClick={() => void mark({ body: { seen } })}>
      Mark all read
    </Button>
  )
}

interface PartProps {
  view: NotificationView | undefined
  before: number | undefined
  onOlder: ((next: number) => void) | undefined
  onLeave: () => void
}

const Part = ({ view, before, onOlder, onLeave }: PartProps) => {
  const page = useOne(
    list,
    { query: { ...(view && { view }), ...(before !== undefined && { before }) } },
    { staleTime: 0 },
  )
  const mark = useAction(read, { refreshes: [list, unread] })
  const { data: lines, next, seen } = page.data ?? {}
  if (page.isError && !lines)
    return (
      <Notice
        kind="error"
        title="Your notifications did not load"
        action={
          <Button icon={<ReloadOutlined aria-hidden />} onClick={() => void page.refetch()}>
            Try again
          </Button>
        }
      >
        {sentenceOf(page.error, list.failure)}
      </Notice>
    )
  if (!lines || seen === undefined) return <p className="note-none" role="status" aria-label="Loading" />
  if (lines.length === 0) return before === undefined ? <p className="note-none">{NOTHING[view ?? 'all']}</p> : null
  return (
    <>
      <ul className="notes">
        {lines.map((line) => (
          <NotificationLine
            key={line.id}
            line={line}
            onRead={() => void mark({ params: { id: line.id }, body: { seen } })}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {next != null && onOlder && (
        <Button className="note-older" type="link" onClick={() => onOlder(next)}>
          Show older
        </Button>
      )}
    </>
  )
}

const NOTHING: Readonly<Record<NotificationView | 'all', string>> = {
  all: `Nothing yet. ${FIRST_NOTIFICATIONS}`,
  unread: 'No unread notifications.',
  mentions: 'No unread mentions.',
}
