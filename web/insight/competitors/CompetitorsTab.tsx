import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { competitors, type Feed } from '#contract/insight/competitors.ts'
import { useWatched } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { FirstUse } from '#web/kit/list/ListStates.tsx'
import { counted } from '#web/kit/look/format.ts'
import { Answered, InsightFrame } from '#web/insight/frame/InsightFrame.tsx'
import { CompetitorCard } from './CompetitorCard.tsx'
import type { CompetitorDialog } from './dialogs.ts'
import { useCompetitorActs } from './use-competitor-acts.ts'
import './competitors.css'

const AddCompetitor = lateDialog(() => import('./AddCompetitor.tsx').then(({ AddCompetitor }) => AddCompetitor))
const EditCompetitor = lateDialog(() => import('./EditCompetitor.tsx').then(({ EditCompetitor }) => EditCompetitor))
const EditFeed = lateDialog(() => import('./EditFeed.tsx').then(({ EditFeed }) => EditFeed))
const FeedPolls = lateDialog(() => import('./FeedPolls.tsx').then(({ FeedPolls }) => FeedPolls))

/** In the address: the dialog that adds one is open. */
const ADD = 'add'
const LOOK_EVERY_MS = 2_000
/** A feed that is due for longer is not on its way. */
const ON_ITS_WAY_MS = 60_000

/** Whom we follow, each with how much it writes, about what, and how its feeds do. */
export const CompetitorsTab = () => {
  const [search, setSearch] = useSearchParams()
  const answer = useWatched(
    competitors.list,
    { body: { pageSize: 100 } },
    ({ data }) => data.some(({ feeds }) => feeds.some(isOnItsWay)),
    can(competitors.list),
    LOOK_EVERY_MS,
  )
  const [dialog, setDialog] = useState<CompetitorDialog>()
  const acts = useCompetitorActs()
  const rows = answer.data?.data ?? []
  const mayEdit = can(competitors.add)
  const setAdding = (adding: boolean) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (adding) next.set(ADD, 'yes')
        else next.delete(ADD)
        return next
      },
      { replace: true },
    )
  const close = () => setDialog(undefined)
  useKeys('list', mayEdit ? [{ keys: 'n', label: 'Add competitor', run: () => setAdding(true) }] : [])

  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-keyshortcuts="N" onClick={() => setAdding(true)}>
      <span className="action-words">
        Add competitor <Kbd>N</Kbd>
      </span>
    </Button>
  )
  const most = Math.max(1, ...rows.flatMap(({ weeks }) => weeks))
  return (
    <InsightFrame
      tab="competitors"
      about={answer.data && counted(rows.length, 'competitor')}
      actions={rows.length > 0 && add}
    >
      <Answered answer={answer} many="Competitors" failure={competitors.list.failure}>
        {rows.length === 0 ? (
          <FirstUse
            empty={{
              title: 'No competitors yet',
              text: 'Add a competitor’s site; its feed is found for you.',
              action: add,
            }}
          />
        ) : (
          <ul className="competitor-cards" aria-label="Competitors">
            {rows.map((competitor) => (
              <CompetitorCard
                key={competitor.id}
                competitor={competitor}
                most={most}
                acts={acts}
                onDialog={setDialog}
              />
            ))}
          </ul>
        )}
      </Answered>
      {mayEdit && search.has(ADD) && <AddCompetitor known={rows.length} onClose={() => setAdding(false)} />}
      {dialog?.kind === 'competitor' && <EditCompetitor competitor={dialog.competitor} onClose={close} />}
      {dialog?.kind === 'feed' && <EditFeed competitor={dialog.competitor} feed={dialog.feed} onClose={close} />}
      {dialog?.kind === 'polls' && <FeedPolls feed={dialog.feed} onClose={close} />}
    </InsightFrame>
  )
}

const isOnItsWay = ({ next_at, paused }: Feed) => {
  const due = Date.now() - Date.parse(next_at)
  return !paused && due >= 0 && due < ON_ITS_WAY_MS
}
