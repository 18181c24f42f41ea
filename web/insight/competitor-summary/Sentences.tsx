import { useState } from 'react'
import type { CompetitorSummary } from '#contract/insight/competitor-summary.ts'
import { PostChip } from './PostChip.tsx'

type Sentence = CompetitorSummary['sentences'][number]

/** More of them fold behind a button. */
const SHOWN = 2

/** Sentences, each with the posts in which it stands. */
export const Sentences = ({ sentences }: { sentences: readonly Sentence[] }) => (
  <ul className="summary-sentences">
    {sentences.map((sentence, at) => (
      <OneSentence key={`${at} ${sentence.text}`} sentence={sentence} />
    ))}
  </ul>
)

const OneSentence = ({ sentence: { text, posts } }: { sentence: Sentence }) => {
  const [open, setOpen] = useState(false)
  const shown = open ? posts : posts.slice(0, SHOWN)
  return (
    <li>
      <p>{text}</p>
      <span className="post-chips">
        {shown.map((post) => (
          <PostChip key={post.id} post={post} />
        ))}
        {posts.length > shown.length && (
          <button type="button" className="post-chip" onClick={() => setOpen(true)}>
            {posts.length - shown.length} more
          </button>
        )}
      </span>
    </li>
  )
}
