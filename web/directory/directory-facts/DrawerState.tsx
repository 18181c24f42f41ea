import { Button } from 'antd'
import { ApiError, sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { NoPermission } from '#web/kit/list/ListStates.tsx'
import type { Noun } from '#web/kit/list/list.ts'
import './directory.css'

interface DrawerStateProps {
  noun: Noun
  error: unknown
  /** What to say where the failure has no sentence of its own. */
  failure: string
  onRetry: () => void
}

/** What stands in a drawer that has nothing to show yet: it loads, it failed, or it is not for the person. */
export const DrawerState = ({ noun, error, failure, onRetry }: DrawerStateProps) => (
  <div className="directory-alone">
    {error instanceof ApiError && error.status === 403 ? (
      <NoPermission noun={noun} permission="contacts_list" message={error.message} />
    ) : error ? (
      <Notice kind="error" title={`The ${noun[0]} did not load`} action={<Button onClick={onRetry}>Try again</Button>}>
        {sentenceOf(error, failure)}
      </Notice>
    ) : (
      <span className="bones" role="status" aria-label={`Loading the ${noun[0]}`}>
        <span className="bone" />
        <span className="bone bone-short" />
        <span className="bone" />
        <span className="bone bone-short" />
      </span>
    )}
  </div>
)
