import { DownOutlined, RightOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { changes, type RecentChange } from '#contract/platform/changes.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { can, session } from '#web/kit/data/session.ts'
import { undo } from '#web/kit/data/undo.ts'
import { When } from '#web/kit/look/When.tsx'
import { channelWords, sentenceOf, touchedWords, type ChangeWords } from './change-words.ts'
import { ChangedNames } from './ChangedNames.tsx'
import { ChangeFields } from './ChangeFields.tsx'
import './changes.css'

/** One act in a list of changes, with its fields on demand and the way back. */
export const ChangeRow = ({ change, words }: { change: RecentChange; words: ChangeWords }) => {
  const [open, setOpen] = useState(false)
  const [undoing, setUndoing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { at, actor, reason, undone, not_undoable, change_set } = change
  const sentence = sentenceOf(words, change)
  const mine = actor.id !== null && actor.id === session.get().user?.id
  const takeBack = async () => {
    setUndoing(true)
    // Its own button goes with what it did.
    opener.current?.focus()
    await undo(change_set, { what: sentence, dependents: 'refuse', redo: change.undoes === 'act' })
    setUndoing(false)
  }

  return (
    <li className={undone ? 'change change-undone' : 'change'}>
      <PersonAvatar name={actor.name} />
      <div className="change-main">
        <button ref={opener} type="button" className="change-words" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span aria-hidden className="change-arrow">
            {open ? <DownOutlined /> : <RightOutlined />}
          </span>
          {sentence}
        </button>
        <p className="change-note">
          {[mine ? 'You' : actor.name, channelWords(change)].filter(Boolean).join(' ')} · <When at={at} /> ·{' '}
          {touchedWords(change)}
        </p>
        <ChangedNames acts={[change]} words={words} />
        {reason && <p className="change-reason">{reason}</p>}
        {undone ? (
          <p className="change-note">
            Undone by {undone.by.id === session.get().user?.id ? 'you' : undone.by.name} · <When at={undone.at} />
          </p>
        ) : (
          not_undoable && <p className="change-note">{not_undoable}</p>
        )}
        {open && <ChangeFields change={change} words={words} />}
      </div>
      {!undone && !not_undoable && can(changes.undo) && (
        <Button
          icon={<UndoOutlined aria-hidden />}
          loading={undoing}
          aria-label={`Undo: ${sentence}`}
          onClick={() => void takeBack()}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
