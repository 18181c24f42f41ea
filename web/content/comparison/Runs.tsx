import { createElement, Fragment, type ReactNode } from 'react'
import { MARK_TAGS, type DocumentMark } from '#contract/content/document.ts'
import type { Run } from './diff-blocks.ts'
import './marks.css'

/** A text with what came and what went. Readers hear which is which. */
export const Runs = ({ runs }: { runs: readonly Run[] }) => (
  <>
    {runs.map((run, at) => (
      <Fragment key={at}>{marked(run)}</Fragment>
    ))}
  </>
)

const marked = ({ kind, text, marks }: Run): ReactNode => {
  if (kind === 'same') return withMarks(text, marks)
  // A space before or after the words is not underlined with them.
  const words = text.trim() || text
  const [before = '', after = ''] = words === text ? [] : text.split(words)
  return (
    <>
      {before}
      {kind === 'added' ? (
        <ins className="came">
          <span className="sr-only"> added: </span>
          {withMarks(words, marks)}
        </ins>
      ) : (
        <del className="went">
          <span className="sr-only"> deleted: </span>
          {withMarks(words, marks)}
        </del>
      )}
      {after}
    </>
  )
}

const TAGS = {
  ...MARK_TAGS,
  /** It leads nowhere here: what it leads to may be gone. */
  link: 'u',
} as const

export const withMarks = (text: string, marks: readonly DocumentMark[] = []): ReactNode =>
  marks.reduce<ReactNode>(
    (inner, mark) =>
      createElement(TAGS[mark.type], mark.type === 'link' ? { className: 'compared-link' } : null, inner),
    text,
  )
