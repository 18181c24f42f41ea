import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Changed, RecentChange } from '#contract/platform/changes.ts'
import { counted } from '#web/kit/look/format.ts'
import { thingsOf } from './change-runs.ts'
import { nameOf, type ChangeWords } from './change-words.ts'

interface ChangedNamesProps {
  acts: readonly RecentChange[]
  words: ChangeWords
}

const SHOWN = 3

/** What the acts were about, by name and with the way there; the one thing that the sentence names already, by its link alone. */
export const ChangedNames = ({ acts, words }: ChangedNamesProps) => {
  const things = thingsOf(acts)
  const shown = things.slice(0, SHOWN)
  const [only] = things
  if (!only) return null
  if (things.length === 1 && acts.every(({ about }) => about)) {
    if (only.href === null || only.label === null) return null
    return (
      <p className="change-note">
        <Link to={only.href}>{only.label}</Link>
      </p>
    )
  }
  const more = countOf(acts, only) - shown.length
  return (
    <p className="change-note">
      {shown.map((thing, at) => (
        <Fragment key={`${thing.entity} ${thing.id}`}>
          {at > 0 && ', '}
          {nameOf(words, thing)}
          {thing.href !== null && thing.label !== null && (
            <>
              {' '}
              <Link to={thing.href}>{thing.label}</Link>
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && ` and ${counted(more, 'more', 'more')}`}
    </p>
  )
}

/** How many things of this kind there were, named or not. */
const countOf = (acts: readonly RecentChange[], { entity }: Changed) => {
  const things = thingsOf(acts).length
  if (acts.every(({ about }) => about)) return things
  const rows = acts.flatMap(({ touched }) => touched).filter((part) => part.entity === entity)
  return Math.max(
    things,
    ...['created', 'updated', 'deleted'].map((verb) =>
      rows.reduce((sum, part) => sum + (part.verb === verb ? part.rows : 0), 0),
    ),
  )
}
