import { Checkbox } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ContactRow } from '#contract/content/contact-message.ts'
import { contactMessages, type CONTACT_SORTS } from '#contract/content/contact-messages.ts'
import { sentenceOf, type useList } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { sameView } from '#web/kit/list/list-params.ts'
import type { Filter, View } from '#web/kit/list/list.ts'
import { ListOrder, type NamedOrder } from '#web/kit/list/ListOrder.tsx'
import { FirstUse, ListFailed, NoMatch } from '#web/kit/list/ListStates.tsx'
import { useLastPage } from '#web/kit/list/use-last-page.ts'
import type { ListState } from '#web/kit/list/use-list-params.ts'
import type { RowSelection } from '#web/kit/list/use-selection.ts'
import { NOUN } from './contact-words.ts'
import { MessageLine } from './MessageLine.tsx'

interface MessageListProps {
  list: ListState<typeof contactMessages.list>
  view: View
  filters: readonly Filter[]
  answer: ReturnType<typeof useList<typeof contactMessages.list>>
  openId: number | undefined
  /** Undefined where nothing can be done with many. */
  selection: RowSelection<ContactRow> | undefined
}

/** How many there are, in which order, and each as a line that opens it. */
export const MessageList = ({ list, view, filters, answer, openId, selection }: MessageListProps) => {
  const rows = answer.data?.data ?? []
  const pagination = answer.data?.pagination
  const isPastEnd = useLastPage(list, answer.data)
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <section className="contact-side" aria-label="List of messages">
      {answer.isError && (
        <ListFailed
          noun={NOUN}
          message={sentenceOf(answer.error, contactMessages.list.failure)}
          kept={rows.length > 0}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      <div className="contact-side-head">
        <p role="status" className="contact-count">
          {pagination ? counted(pagination.total, ...NOUN) : answer.isError ? '' : 'Loading messages'}
        </p>
        <ListOrder list={list} orders={ORDERS} />
      </div>
      <ul
        className={answer.isPlaceholderData ? 'contact-list list-stale' : 'contact-list'}
        aria-busy={answer.isFetching}
      >
        {rows.map((message) => (
          <li key={message.id} className={selection?.has(message.id) ? 'contact-item contact-chosen' : 'contact-item'}>
            {selection && (
              <Checkbox
                className="contact-choose"
                aria-label={`Select the message of ${message.name}`}
                checked={selection.has(message.id)}
                onChange={({ nativeEvent }) =>
                  nativeEvent.shiftKey ? selection.selectTo(message, rows) : selection.toggle(message)
                }
              />
            )}
            <Link
              ref={message.id === openId ? current : null}
              to={list.linkTo({ message: String(message.id) })}
              className="contact-line"
              aria-current={message.id === openId ? 'true' : undefined}
            >
              <MessageLine message={message} />
            </Link>
          </li>
        ))}
      </ul>
      {pagination &&
        rows.length === 0 &&
        !isPastEnd &&
        (sameView(list.params, view.params, list.spec) ? (
          <FirstUse empty={view.empty ?? NONE} />
        ) : (
          <NoMatch list={list} filters={filters} noun={NOUN} />
        ))}
    </section>
  )
}

const NONE = { title: 'None', text: 'Messages that this view finds appear here.' }

const ORDERS = [
  { label: 'Newest first', sort: 'created_at', order: 'desc' },
  { label: 'Oldest first', sort: 'created_at', order: 'asc' },
  { label: 'By status', sort: 'status', order: 'desc' },
  { label: 'By handler', sort: 'handled_by', order: 'asc' },
] as const satisfies readonly NamedOrder<(typeof CONTACT_SORTS)[number]>[]
