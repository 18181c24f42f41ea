import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { counted } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { session } from '#web/kit/data/session.ts'
import { runSentenceOf, type ChangeWords } from './change-words.ts'
import { ChangedNames } from './ChangedNames.tsx'
import { ChangeRow } from './ChangeRow.tsx'
import type { Run } from './change-runs.ts'

/** A run of equal acts as one row, which opens to show each of them with its own Undo; a single act as it is. */
export const RunRow = ({ run: { newest, acts }, words }: { run: Run; words: ChangeWords }) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  if (acts.length === 1) return <ChangeRow change={newest} words={words} />
  const undone = acts.filter((act) => act.undone).length
  const { actor } = newest
  return (
    <li className="change">
      <PersonAvatar name={actor.name} />
      <div className="change-main">
        <button
          type="button"
          className="change-words"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <span aria-hidden className="change-arrow">
            {open ? <DownOutlined /> : <RightOutlined />}
          </span>
          {runSentenceOf(words, acts)}
        </button>
        <p className="change-note">
          {actor.id !== null && actor.id === session.get().user?.id ? 'You' : actor.name} · <When at={newest.at} /> ·{' '}
          {counted(acts.length, 'change')}
          {undone > 0 && `, ${undone === acts.length ? 'all' : undone} undone`}
        </p>
        <ChangedNames acts={acts} words={words} />
        {open && (
          <ul id={id} className="change-run">
            {acts.map((act) => (
              <ChangeRow key={act.change_set} change={act} words={words} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
