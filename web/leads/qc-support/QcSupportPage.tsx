import { PlusOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { QC_SORTS, qcSupport } from '#contract/leads/qc-support.ts'
import { useList } from '#web/kit/data/api.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { ListFilters } from '#web/kit/list/ListFilters.tsx'
import { NoPermission, State } from '#web/kit/list/ListStates.tsx'
import { ListViews } from '#web/kit/list/ListViews.tsx'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { can } from '#web/kit/data/session.ts'
import { idIn } from '#web/kit/list/id-in.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { activeView } from '#web/kit/list/view-links.ts'
import { questionViews, useQuestionFilters } from './question-filters.ts'
import { NOUN, QuestionList } from './QuestionList.tsx'
import { QuestionPane } from './QuestionPane.tsx'
import './qc-support.css'

const AskQuestion = lateDialog(() => import('./AskQuestion.tsx').then(({ AskQuestion }) => AskQuestion))
const FiltersDrawer = lateDialog(() =>
  import('#web/kit/list/FiltersDrawer.tsx').then(({ FiltersDrawer }) => FiltersDrawer),
)

/** Questions on one side, the one that is open on the other: read, answer, on to the next. */
export default function QcSupportPage() {
  const list = useListParams({
    endpoint: qcSupport.list,
    sorts: QC_SORTS,
    defaultSort: { sort: 'asked_at', order: 'desc' },
    own: ['question'],
    views: questionViews(),
  })
  const [shown, setShown] = useState<'ask' | 'filters'>()
  const [answering, setAnswering] = useState<number>()
  const allowed = can(qcSupport.list)
  const answer = useList(qcSupport.list, list.query, { enabled: allowed && list.ready })
  const rows = answer.data?.data ?? []
  const filters = useQuestionFilters(list, rows)
  const view = activeView(list)
  const openId = idIn(list.get('question'))
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

  return (
    <div className={openId === undefined ? 'list' : 'list qc-open'}>
      <header className="list-head">
        <PageTitle title="QC Support" />
        <div className="page-actions">
          {can(qcSupport.ask) && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setShown('ask')}>
              Ask a question
            </Button>
          )}
        </div>
      </header>
      {!allowed || !view ? (
        <NoPermission noun={NOUN} permission={qcSupport.list.permission} />
      ) : (
        <>
          <ListViews list={list} active={view} />
          <ListFilters
            list={list}
            search="Search questions and answers"
            filters={filters}
            onOpenFilters={() => setShown('filters')}
          />
          <div className="qc">
            <QuestionList list={list} view={view} filters={filters} answer={answer} openId={openId} />
            {openId === undefined ? (
              <div className="qc-none">
                {rows.length > 0 && (
                  <State icon={<QuestionCircleOutlined aria-hidden />} title="Choose a question">
                    J and K move through the list. Ctrl+Enter sends an answer and opens the next.
                  </State>
                )}
              </div>
            ) : (
              <QuestionPane
                key={openId}
                id={openId}
                isNext={openId === answering}
                onNext={() => {
                  const next = (rows[at + 1] ?? rows.find(({ id }) => id !== openId))?.id
                  setAnswering(next)
                  open(next)
                }}
                onClose={() => open(undefined)}
              />
            )}
          </div>
        </>
      )}
      {shown === 'ask' && <AskQuestion onClose={() => setShown(undefined)} />}
      {shown === 'filters' && (
        <FiltersDrawer
          list={list}
          filters={filters}
          total={answer.data?.pagination.total}
          noun={NOUN}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}
