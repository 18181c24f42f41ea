import { CheckCircleOutlined, PlusOutlined, QuestionCircleOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { qcSupport, type QcState } from '#contract/qc-support.ts'
import { sentenceOf, useList } from '#web/kit/api.ts'
import { counted } from '#web/kit/format.ts'
import { useKeys } from '#web/kit/keys.ts'
import { ListFailed, NoPermission, State } from '#web/kit/ListStates.tsx'
import { Page } from '#web/kit/Page.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { SearchBox } from '#web/kit/SearchBox.tsx'
import { can } from '#web/kit/session.ts'
import { useListParams } from '#web/kit/use-list-params.ts'
import { QuestionLine } from './QuestionLine.tsx'
import { QuestionPane } from './QuestionPane.tsx'
import './qc-support.css'

const AskQuestion = lazy(() =>
  import('#web/domain/AskQuestion.tsx').then(({ AskQuestion }) => ({ default: AskQuestion })),
)

const TITLE = 'QC Support'
const NOUN = ['question', 'questions'] as const
const SHOWN: Readonly<Record<string, readonly QcState[]>> = {
  waiting: ['open', 'reopened'],
  answered: ['answered'],
  closed: ['closed'],
}

/** Questions on one side, the one that is open on the other: read, answer, on to the next. */
export default function QcSupportPage() {
  const list = useListParams({ endpoint: qcSupport.list, sorts: ['asked_at', 'due_on'], own: ['question', 'show'] })
  const [asking, setAsking] = useState(false)
  const allowed = can(qcSupport.list)
  const show = list.get('show') ?? 'waiting'
  const states = SHOWN[show]
  const answer = useList(
    qcSupport.list,
    { ...list.query, ...(states && { state: [...states] }) },
    { enabled: allowed && list.ready },
  )
  const rows = answer.data?.data ?? []
  const pagination = answer.data?.pagination
  const openId = idOf(list.get('question'))
  const at = rows.findIndex(({ id }) => id === openId)
  const open = (id: number | undefined) => list.change({ question: id === undefined ? undefined : String(id) })
  const move = (by: number) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) open(next.id)
  }
  useKeys('list', [
    { keys: ['j', 'arrowdown'], label: 'Next question', run: () => move(1) },
    { keys: ['k', 'arrowup'], label: 'Previous question', run: () => move(-1) },
    ...(openId === undefined ? [] : [{ keys: 'escape', label: 'Close the question', run: () => open(undefined) }]),
  ])

  if (!allowed)
    return (
      <Page title={TITLE}>
        <NoPermission noun={NOUN} permission={qcSupport.list.permission} />
      </Page>
    )
  return (
    <Page
      title={TITLE}
      actions={
        can(qcSupport.ask) && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAsking(true)}>
            Ask a question
          </Button>
        )
      }
    >
      <div className={openId === undefined ? 'qc' : 'qc qc-open'}>
        <section className="qc-side" aria-label="Questions">
          <div className="qc-filters" role="search" aria-label="Filters">
            <SearchBox
              value={list.get('search') ?? ''}
              placeholder="Search questions and answers"
              onSearch={(text) => list.change({ search: text }, { typing: true })}
            />
            <Segmented
              block
              aria-label="Which questions"
              value={show}
              options={[
                { value: 'waiting', label: 'Waiting' },
                { value: 'answered', label: 'Answered' },
                { value: 'closed', label: 'Closed' },
                { value: 'all', label: 'All' },
              ]}
              onChange={(value) =>
                list.change({ show: value === 'waiting' ? undefined : value, question: undefined, page: undefined })
              }
            />
          </div>
          {answer.isError && (
            <ListFailed
              noun={NOUN}
              message={sentenceOf(answer.error, qcSupport.list.failure)}
              kept={rows.length > 0}
              onRetry={() => void answer.refetch()}
              retrying={answer.isFetching}
            />
          )}
          <p role="status" className="qc-count">
            {pagination ? counted(pagination.total, ...NOUN) : answer.isError ? '' : 'Loading questions'}
          </p>
          <ul className="qc-list" aria-busy={answer.isFetching}>
            {rows.map((question) => (
              <li key={question.id}>
                <Link
                  to={list.linkTo({ question: String(question.id) })}
                  className="qc-line"
                  aria-current={question.id === openId ? 'true' : undefined}
                >
                  <QuestionLine question={question} />
                </Link>
              </li>
            ))}
          </ul>
          {pagination?.total === 0 && (
            <Nothing show={show} searched={list.get('search')} onClear={() => list.change({ search: undefined })} />
          )}
          {pagination && (
            <Pager
              page={pagination.page}
              pages={pagination.totalPages}
              linkTo={(next) => list.linkTo({ page: String(next), question: undefined })}
            />
          )}
        </section>
        {openId === undefined ? (
          <div className="qc-none">
            {rows.length > 0 && (
              <State icon={<QuestionCircleOutlined aria-hidden />} title="Choose a question">
                J and K walk through them; Ctrl+Enter sends an answer and opens the next.
              </State>
            )}
          </div>
        ) : (
          <QuestionPane
            key={openId}
            id={openId}
            onNext={() => open((rows[at + 1] ?? rows.find(({ id }) => id !== openId))?.id)}
            onClose={() => open(undefined)}
          />
        )}
      </div>
      <Suspense>{asking && <AskQuestion onClose={() => setAsking(false)} />}</Suspense>
    </Page>
  )
}

const Nothing = ({ show, searched, onClear }: { show: string; searched: string | undefined; onClear: () => void }) => {
  if (searched !== undefined)
    return (
      <State
        icon={<SearchOutlined aria-hidden />}
        title={`Nothing found for “${searched}”`}
        actions={<Button onClick={onClear}>Clear the search</Button>}
      >
        The words of questions and of their newest answers are looked at.
      </State>
    )
  return show === 'waiting' ? (
    <State icon={<CheckCircleOutlined aria-hidden />} title="No question waits">
      What colleagues ask about specifications, packing or certificates appears here.
    </State>
  ) : (
    <State icon={<QuestionCircleOutlined aria-hidden />} title="None yet">
      Questions appear here as they are {show === 'all' ? 'asked' : show}.
    </State>
  )
}

const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
