import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { competitorPosts } from '#contract/insight/competitor-posts.ts'
import { can } from '#web/kit/data/session.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { NoPermission } from '#web/kit/list/ListStates.tsx'
import { PageTitle } from '#web/kit/look/PageTitle.tsx'
import { InsightTabs, TITLE, type InsightTab } from './InsightTabs.tsx'

interface InsightFrameProps {
  tab: InsightTab
  about?: string | undefined
  actions?: ReactNode
  children: ReactNode
}

/** A tab that is no list of posts: the same title and tabs, and below them what scrolls. */
export const InsightFrame = ({ tab, about, actions, children }: InsightFrameProps) => {
  const allowed = can(competitorPosts.list)
  return (
    <div className="list">
      <header className="list-head">
        <PageTitle title={TITLE} />
        <span className="list-total">{about}</span>
        {allowed && <div className="page-actions">{actions}</div>}
      </header>
      {allowed && <InsightTabs active={tab} />}
      <div className="insight-scroll">
        {allowed ? children : <NoPermission noun={['post', 'posts']} permission={competitorPosts.list.permission} />}
      </div>
    </div>
  )
}

interface AnswerProps {
  answer: { isError: boolean; isFetching: boolean; error: unknown; data?: unknown; refetch: () => Promise<unknown> }
  /** What did not load, as a title says it. */
  many: string
  failure: string
  /** While it loads. */
  bones?: ReactNode
  children: ReactNode
}

/** What was answered; a failure above the last good answer; bones until there is one. */
export const Answered = ({ answer, many, failure, bones, children }: AnswerProps) => (
  <>
    {answer.isError && (
      <Notice
        kind="error"
        title={`${many} did not load`}
        action={
          <Button
            icon={<ReloadOutlined aria-hidden />}
            loading={answer.isFetching}
            onClick={() => void answer.refetch()}
          >
            Try again
          </Button>
        }
      >
        {sentenceOf(answer.error, failure)}
      </Notice>
    )}
    {answer.data === undefined ? !answer.isError && (bones ?? <Bones label={many} />) : children}
  </>
)

export const Bones = ({ label, rows = 5 }: { label: string; rows?: number }) => (
  <div className="insight-bones" role="status" aria-label={`Loading ${label.toLowerCase()}`}>
    {Array.from({ length: rows }, (_, at) => (
      <span key={at} className="bones">
        <span className="bone" />
        <span className="bone bone-short" />
      </span>
    ))}
  </div>
)
