import { Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CompetitorSummary } from '#contract/insight/competitor-summary.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { insightLink } from '#web/insight/frame/InsightTabs.tsx'
import { CompetitorMark, openOriginal, webAddress } from '#web/insight/frame/insight-words.tsx'

type Post = CompetitorSummary['sentences'][number]['posts'][number]

/** Seconds until its card shows. */
const AFTER = 0.15

/** A post that a sentence is from. Its card shows on hover and on focus, and Escape closes it. */
export const PostChip = ({ post }: { post: Post }) => {
  const [open, setOpen] = useState(false)
  const to = insightLink('posts', { post: String(post.id) })
  return (
    <Popover
      open={open}
      trigger={['hover', 'focus']}
      mouseEnterDelay={AFTER}
      arrow={false}
      placement="bottomLeft"
      onOpenChange={setOpen}
      content={<PostCard post={post} to={to} />}
    >
      <Link
        to={to}
        className="post-chip"
        aria-keyshortcuts="O"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && open) {
            event.stopPropagation()
            setOpen(false)
          }
          if (event.key === 'o') openOriginal(post.url)
        }}
      >
        <CompetitorMark {...post.competitor} />
        <span className="cut">{post.title}</span>
      </Link>
    </Popover>
  )
}

const PostCard = ({ post, to }: { post: Post; to: string }) => {
  const original = webAddress(post.url)
  const facts = [
    post.competitor.name,
    ...(post.published_at === null ? [] : [formats().dateTime(post.published_at)]),
    counted(post.words, 'word'),
  ]
  return (
    <div className="post-card">
      <p className="post-card-about">
        <CompetitorMark {...post.competitor} />
        <span>{facts.join(' · ')}</span>
      </p>
      <p className="post-card-name">{post.title}</p>
      {post.quote !== '' && <p className="post-card-quote">“{post.quote}”</p>}
      <p className="post-card-ways">
        <Link to={to}>Open</Link> <Kbd>Enter</Kbd>
        {original !== undefined && (
          <>
            <a href={original} target="_blank" rel="noopener noreferrer">
              Original
            </a>{' '}
            <Kbd>O</Kbd>
          </>
        )}
      </p>
    </div>
  )
}
