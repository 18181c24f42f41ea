import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { qcSupport, type QC_SORTS } from '#contract/leads/qc-support.ts'
import { sentenceOf, type useList } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'
import { sameView } from '#web/kit/list/list-params.ts'
import type { Filter, View } from '#web/kit/list/list.ts'
import { ListOrder, type NamedOrder } from '#web/kit/list/ListOrder.tsx'
import { FirstUse, ListFailed, NoMatch } from '#web/kit/list/ListStates.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { useLastPage } from '#web/kit/list/use-last-page.ts'
import type { ListState } from '#web/kit/list/use-list-params.ts'
import { nothingIn } from './question-filters.ts'
import { QuestionLine } from './QuestionLine.tsx'

export const NOUN = ['question', 'questions'] as const

interface QuestionListProps {
  list: ListState<typeof qcSupport.list>
  view: View
  filters: readonly Filter[]
  answer: ReturnType<typeof useList<typeof qcSupport.list>>
  openId: number | undefined
}

/** How many there are, in which order, and each as a line that opens it. */
export const QuestionList = ({ list, view, filters, answer, openId }: QuestionListProps) => {
  const rows = answer.data?.data ?? []
  const pagination = answer.data?.pagination
  const isPastEnd = useLastPage(list, answer.data)
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <section className="qc-side" aria-label="Questions">
      {answer.isError && (
        <ListFailed
          noun={NOUN}
          message={sentenceOf(answer.error, qcSupport.list.failure)}
          kept={rows.length > 0}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      )}
      <div className="qc-side-head">
        <p role="status" className="qc-count">
          {pagination ? counted(pagination.total, ...NOUN) : answer.isError ? '' : 'Loading questions'}
        </p>
        <ListOrder list={list} orders={ORDERS} />
      </div>
      <ul className={answer.isPlaceholderData ? 'qc-list list-stale' : 'qc-list'} aria-busy={answer.isFetching}>
        {rows.map((question) => (
          <li key={question.id}>
            <Link
              ref={question.id === openId ? current : null}
              to={list.linkTo({ question: String(question.id) })}
              className="qc-line"
              aria-current={question.id === openId ? 'true' : undefined}
            >
              <QuestionLine question={question} />
            </Link>
          </li>
        ))}
      </ul>
      {pagination &&
        rows.length === 0 &&
        !isPastEnd &&
        (sameView(list.params, view.params, list.spec) ? (
          <FirstUse empty={nothingIn(view)} />
        ) : (
          <NoMatch list={list} filters={filters} noun={NOUN} />
        ))}
      {pagination && (
        <Pager pagination={pagination} linkTo={(next) => list.linkTo({ page: String(next), question: undefined })} />
      )}
    </section>
  )
}

const ORDERS = [
  { label: 'Newest first', sort: 'asked_at', order: 'desc' },
  { label: 'Oldest first', sort: 'asked_at', order: 'asc' },
  { label: 'Needed soonest', sort: 'due_on', order: 'asc' },
  { label: 'Answered last', sort: 'answered_at', order: 'desc' },
  { label: 'By topic', sort: 'topic', order: 'asc' },
] as const satisfies readonly NamedOrder<(typeof QC_SORTS)[number]>[]
