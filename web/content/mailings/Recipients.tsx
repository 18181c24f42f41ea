import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { mailings, type Recipient } from '#contract/content/mailings.ts'
import type { MailState } from '#contract/content/subscriber-timeline.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { formats } from '#web/kit/look/format.ts'
import { MAIL_WORDS, momentWords } from './mailing-words.ts'

interface RecipientsProps {
  /** Of the mailing. */
  id: number
  state: MailState
  count: number
  /** Below the heading: what it means. */
  about?: ReactNode
  /** Beside the heading. */
  acts?: ReactNode
  /** Beside each. */
  renderActs?: (recipient: Recipient) => ReactNode
}

const PAGE_SIZE = 10

/** The people whose mails stand so, a page at a time. */
export const Recipients = ({ id, state, count, about, acts, renderActs }: RecipientsProps) => {
  const heading = useId()
  const [page, setPage] = useState(1)
  const answer = useOne(
    mailings.recipients,
    { params: { id }, query: { state: [state], page, pageSize: PAGE_SIZE } },
    { keepPrevious: true },
  )
  const { number } = formats()
  const rows = answer.data?.data
  const last = answer.data?.pagination.totalPages ?? 1
  return (
    <section className="recipients" aria-labelledby={heading} aria-busy={answer.isFetching}>
      <div className="recipients-head">
        <h3 id={heading}>
          {MAIL_WORDS[state].label} {number(count)}
        </h3>
        {acts}
      </div>
      {about && <p className="second">{about}</p>}
      {answer.isError && (
        <Notice
          kind="error"
          title="The recipients did not load"
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        >
          {sentenceOf(answer.error, mailings.recipients.failure)}
        </Notice>
      )}
      {rows && rows.length > 0 && (
        <ul className="recipients-list">
          {rows.map((recipient) => (
            <li key={recipient.id}>
              <div className="recipient-words">
                <span className="recipient-address">{recipient.address}</span>
                <span className="second">{factsOf(recipient)}</span>
              </div>
              {renderActs && <div className="recipient-acts">{renderActs(recipient)}</div>}
            </li>
          ))}
        </ul>
      )}
      {last > 1 && (
        <div className="recipients-pages">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="second">
            Page {number(page)} of {number(last)}
          </span>
          <Button size="small" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </section>
  )
}

/** Its name, when its state was decided, and what the mail server said. */
const factsOf = ({ name, at, reply, code, next_at, state }: Recipient) =>
  [
    ...(name ? [name] : []),
    ...(at ? [momentWords(at)] : []),
    ...(state === 'deferred' && next_at ? [`next try ${momentWords(next_at)}`] : []),
    ...(code && !reply?.includes(code) ? [code] : []),
    ...(reply ? [reply] : []),
  ].join(' · ')
