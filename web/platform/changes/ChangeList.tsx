import { Button } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { changes } from '#contract/platform/changes.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { sentenceOf, useOlder } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import type { ChangeWords } from './change-words.ts'
import { runsOf, type Run } from './change-runs.ts'
import { RunRow } from './RunRow.tsx'

interface ChangeListProps {
  query: QueryOf<typeof changes.list>
  words: ChangeWords
  /** Shown in place of the list where there are none. */
  none: ReactNode
}

/** As many acts as one call brings: a run of them is one row. */
const ACTS = 50
/** Fewer rows than this fill no page, so the next acts are fetched at once, as long as that is few calls. */
const FEW_ROWS = 8
const MOST_CALLS = 4

/** Changes by the day, newest first, runs of equal ones as one row. */
export const ChangeList = ({ query, words, none }: ChangeListProps) => {
  const { rows, data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOlder(
    changes.list,
    { query: { ...query, limit: ACTS } },
  )
  const runs = runsOf(rows)
  const calls = data?.pages.length ?? 0
  const wantsMore = hasNextPage && !isFetchingNextPage && !isError && runs.length < FEW_ROWS && calls < MOST_CALLS
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  return (
    <>
      {isError && (
        <Notice
          kind="error"
          title="Recent changes did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, changes.list.failure)}
        </Notice>
      )}
      {isPending && <p role="status">Loading changes…</p>}
      {!isPending && !isError && rows.length === 0 && none}
      {[...Map.groupBy(runs, dayOf)].map(([day, ofDay]) => (
        <section key={day} aria-label={dayWords(day)}>
          <h2 className="changes-day">{dayWords(day)}</h2>
          <ul className="changes">
            {ofDay.map((run) => (
              <RunRow key={run.newest.change_set} run={run} words={words} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}

/** `YYYY-MM-DD` where the person is. */
const dayOf = ({ newest }: Run) => formats().day(0, new Date(newest.at))

const dayWords = (day: string) => {
  const { day: dayBy, writeDay } = formats()
  if (day === dayBy()) return 'Today'
  return day === dayBy(-1) ? 'Yesterday' : writeDay(day)
}
