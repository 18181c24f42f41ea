import { DownOutlined, HistoryOutlined, RightOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changes, UNDO_DAYS, type RecentChange } from '#contract/changes.ts'
import { sentenceOf as failureOf, useOlder } from '#web/kit/api.ts'
import { State } from '#web/kit/ListStates.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { PersonAvatar } from '#web/kit/PersonAvatar.tsx'
import { can, session } from '#web/kit/session.ts'
import { undo } from '#web/kit/undo.ts'
import { When } from '#web/kit/When.tsx'
import { ChangeFields } from './ChangeFields.tsx'
import './changes.css'
import { channelWords, sentenceOf, touchedWords } from './words.ts'

/** What was done in the last 30 days, and the way back. */
export default function RecentChangesPage() {
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
      subtitle={`The last ${UNDO_DAYS} days. An undo takes back what nobody has changed since.`}
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
          {failureOf(error, changes.list.failure)}
        </Notice>
      )}
      {!isPending && !isError && rows.length === 0 && (
        <State icon={<HistoryOutlined aria-hidden />} title="Nothing was changed yet">
          What you add, change, assign or decide appears here, and can be undone for {UNDO_DAYS} days.
        </State>
      )}
      <ul className="changes" aria-busy={isPending}>
        {rows.map((change) => (
          <Change key={change.change_set} change={change} />
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

const Change = ({ change }: { change: RecentChange }) => {
  const [open, setOpen] = useState(false)
  const [undoing, setUndoing] = useState(false)
  const { at, actor, reason, undone, not_undoable, change_set } = change
  const words = sentenceOf(change)
  const mine = actor.id !== null && actor.id === session.get().user?.id
  const takeBack = async () => {
    setUndoing(true)
    await undo(change_set, 'refuse')
    setUndoing(false)
  }

  return (
    <li className={undone ? 'change change-undone' : 'change'}>
      <PersonAvatar name={actor.name} />
      <div className="change-main">
        <button type="button" className="change-words" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span aria-hidden className="change-arrow">
            {open ? <DownOutlined /> : <RightOutlined />}
          </span>
          {words}
        </button>
        <p className="change-note">
          {[mine ? 'You' : actor.name, channelWords(change)].filter(Boolean).join(' ')} · <When at={at} /> ·{' '}
          {touchedWords(change)}
        </p>
        {reason && <p className="change-reason">{reason}</p>}
        {undone ? (
          <p className="change-note">
            Undone by {undone.by.id === session.get().user?.id ? 'you' : undone.by.name} · <When at={undone.at} />
          </p>
        ) : (
          not_undoable && <p className="change-note">{not_undoable}</p>
        )}
        {open && <ChangeFields change={change} />}
      </div>
      {!undone && !not_undoable && can(changes.undo) && (
        <Button
          icon={<UndoOutlined aria-hidden />}
          loading={undoing}
          aria-label={`Undo: ${words}`}
          onClick={() => void takeBack()}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
