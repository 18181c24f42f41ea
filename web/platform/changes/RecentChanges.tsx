import { HistoryOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { changes, UNDO_DAYS } from '#contract/platform/changes.ts'
import type { ChangeWords } from './change-words.ts'
import { ChangeRow } from './ChangeRow.tsx'
import { sentenceOf, useOlder } from '#web/kit/data/api.ts'
import { State } from '#web/kit/list/ListStates.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { can } from '#web/kit/data/session.ts'

/** What was done in the last 30 days, and the way back. */
export const RecentChanges = ({ words }: { words: ChangeWords }) => {
  const [params, setParams] = useSearchParams()
  const maySeeAll = can('changes_undo_others')
  const by = maySeeAll && params.get('by') === 'everybody' ? 'everybody' : 'me'
  const { rows, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOlder(
    changes.list,
    { query: { by } },
  )

  return (
    <Page
      title="Recent changes"
      subtitle={`The last ${UNDO_DAYS} days. Undo skips anything changed since.`}
      width={880}
      actions={
        maySeeAll && (
          <Segmented
            aria-label="Whose changes"
            value={by}
            options={[
              { value: 'me', label: 'Mine' },
              { value: 'everybody', label: 'Everybody’s' },
            ]}
            onChange={(value) => setParams(value === 'me' ? {} : { by: value })}
          />
        )
      }
    >
      {isError && (
        <Notice
          kind="error"
          title="Recent changes did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, changes.list.failure)}
        </Notice>
      )}
      {!isPending && !isError && rows.length === 0 && (
        <State icon={<HistoryOutlined aria-hidden />} title="No changes yet">
          Your changes appear here. You can undo them for {UNDO_DAYS} days.
        </State>
      )}
      <ul className="changes" aria-busy={isPending}>
        {rows.map((change) => (
          <ChangeRow key={change.change_set} change={change} words={words} />
        ))}
      </ul>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </Page>
  )
}
