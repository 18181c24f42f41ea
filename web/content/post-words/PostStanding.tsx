import type { PostRow } from '#contract/content/post.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { useMinute } from '#web/kit/look/use-minute.ts'
import { firstNameOf } from './first-name.ts'
import { momentIn, myZone } from './moments.ts'
import { PostTag } from './PostTag.tsx'
import './post-words.css'

type Standing = Pick<PostRow, 'status' | 'changes' | 'publish_at' | 'published_at' | 'findings' | 'review'>

/** The status of a post over what is to be known beside it. */
export const PostStanding = ({ post }: { post: Standing }) => {
  useMinute()
  const { text, tone } = standingOf(post) ?? {}
  return (
    <span className="two-lines">
      <span className="first">
        <PostTag status={post.status} />
      </span>
      {text && <span className={`second cut post-${tone}`}>{text}</span>}
    </span>
  )
}

/** What stands under the status: what to fix before anything else, as it keeps the rest from going on. */
const standingOf = ({ status, changes, publish_at, published_at, findings, review }: Standing) => {
  if (status === 'archived') return undefined
  if (findings.blocking > 0)
    return { text: counted(findings.blocking, 'thing to fix', 'things to fix'), tone: 'wrong' } as const
  if (changes === 'scheduled' && publish_at)
    return { text: `Changes on ${momentIn(publish_at, myZone(), { brief: true })}`, tone: 'waiting' } as const
  if (changes)
    return { text: changes === 'draft' ? 'Changes not published' : 'Changes in review', tone: 'waiting' } as const
  if (status === 'scheduled' && publish_at) return { text: momentIn(publish_at, myZone()), tone: 'quiet' } as const
  if (status === 'in_review' && review?.at)
    return {
      text: `Requested ${review.by ? `by ${firstNameOf(review.by.name)}, ` : ''}${formats().relative(review.at)}`,
      tone: 'quiet',
    } as const
  if (status === 'draft' && published_at) return { text: 'Unpublished', tone: 'quiet' } as const
  return undefined
}
