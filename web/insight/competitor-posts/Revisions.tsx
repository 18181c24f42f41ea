import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import type { CompetitorPost } from '#contract/insight/competitor-posts.ts'
import { formats } from '#web/kit/look/format.ts'

const FIELDS: Readonly<Record<string, string>> = {
  title: 'Title',
  text: 'Text',
  author: 'Author',
  url: 'Address',
  published_at: 'Published',
}
/** A comparison that takes longer shows both whole. */
const LONGEST_MS = 400
/** Of a long part that is the same, so much of each end shows. */
const AROUND = 160

/** What changed in a post since it was first read, the newest first. */
export const Revisions = ({ history }: Pick<CompetitorPost, 'history'>) => (
  <ol className="revisions">
    {history.map((revision) => (
      <li key={`${revision.at} ${revision.field}`}>
        <p className="second">
          {FIELDS[revision.field] ?? revision.field} changed, {formats().dateTime(revision.at)}
        </p>
        <Changed {...revision} />
      </li>
    ))}
  </ol>
)

const Changed = ({ old, new: now }: { old: string; new: string }) => {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(old, now, { timeout: LONGEST_MS }) ?? [
        { value: old, removed: true, added: false },
        { value: now, removed: false, added: true },
      ],
    [old, now],
  )
  return (
    <p className="revision-text">
      {parts.map(({ value, added, removed }, at) =>
        added ? (
          <ins key={at}>
            <span className="sr-only"> added: </span>
            {value}
          </ins>
        ) : removed ? (
          <del key={at}>
            <span className="sr-only"> deleted: </span>
            {value}
          </del>
        ) : (
          <span key={at}>{shortened(value)}</span>
        ),
      )}
    </p>
  )
}

const shortened = (text: string) =>
  text.length <= 2 * AROUND ? text : `${text.slice(0, AROUND)} … ${text.slice(-AROUND)}`
