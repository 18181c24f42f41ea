import { Button, Input } from 'antd'
import { useState } from 'react'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import type { Post } from '#contract/content/post.ts'
import { can } from '#web/kit/data/session.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { formats } from '#web/kit/look/format.ts'
import { momentIn } from '#web/content/post-words/moments.ts'
import { useSetStatus } from './set-status.ts'

interface ReviewBoxProps {
  post: Post
  onChanged: (post: Post) => void
  onClose: () => void
}

/** Where the draft stands: who requested a review and what they want to know, or when it goes live, with the way out of either. */
export const ReviewBox = ({ post, onChanged, onClose }: ReviewBoxProps) => {
  const work = post.status === 'published' ? post.changes : post.status
  if (work === 'scheduled' && post.publish_at) return <Scheduled post={post} onChanged={onChanged} />
  if (work === 'in_review') return <InReview post={post} onChanged={onChanged} onClose={onClose} />
  const by = post.review?.by?.name ?? 'A colleague'
  if (work === 'draft' && post.review?.approved)
    return <Notice kind="info" title={`${by} approved this version${ago(post.review.at)}`} />
  if (work === 'draft' && post.review?.note)
    return (
      <Notice kind="warning" title={`${by} returned it${ago(post.review.at)}`}>
        <span className="publish-said">{post.review.note}</span>
      </Notice>
    )
  return null
}

const ago = (at: string | null) => (at ? ` ${formats().relative(at)}` : '')

const Scheduled = ({ post, onChanged }: Omit<ReviewBoxProps, 'onClose'>) => {
  const setStatus = useSetStatus(onChanged)
  return (
    <Notice
      kind="info"
      title={`Scheduled for ${momentIn(post.publish_at ?? '', post.publish_zone ?? 'UTC')}`}
      action={
        can(blogPublishing.setStatus) && (
          <Button
            size="small"
            loading={setStatus.running}
            onClick={() =>
              void setStatus({ params: { id: post.id }, body: { action: 'unschedule', version: post.version } })
            }
          >
            Unschedule
          </Button>
        )
      }
    >
      It goes live automatically, unless something blocks it then.
    </Notice>
  )
}

const InReview = ({ post, onChanged, onClose }: ReviewBoxProps) => {
  const { review } = post
  const [note, setNote] = useState<string>()
  const [missing, setMissing] = useState(false)
  const setStatus = useSetStatus(onChanged)
  const run = (action: 'approve' | 'return', said?: string) =>
    setStatus({
      params: { id: post.id },
      body: { action, version: post.version, ...(said !== undefined && { note: said }) },
    })
  const giveBack = async () => {
    const said = note?.trim()
    if (!said) return setMissing(true)
    if (await run('return', said)) onClose()
  }

  return (
    <div className="review" role="group" aria-label="Review">
      <strong>
        {review?.by?.name ?? 'A colleague'} requested a review{ago(review?.at ?? null)}
      </strong>
      {review?.note && <p className="publish-said">{review.note}</p>}
      {can(blogPublishing.setStatus) && note === undefined && (
        <div className="review-acts">
          <Button size="small" loading={setStatus.running} onClick={() => void run('approve')}>
            Approve
          </Button>
          <Button size="small" onClick={() => setNote('')}>
            Return with a note
          </Button>
        </div>
      )}
      {note !== undefined && (
        <>
          <label htmlFor="review-note">Changes to make</label>
          <Input.TextArea
            id="review-note"
            autoFocus
            rows={3}
            maxLength={2_000}
            value={note}
            {...(missing && { status: 'error', 'aria-describedby': 'review-missing' })}
            onChange={({ target }) => {
              setNote(target.value)
              setMissing(false)
            }}
          />
          {missing && (
            <span id="review-missing" role="alert" className="publish-wrong">
              Say what should change
            </span>
          )}
          <div className="review-acts">
            <Button size="small" loading={setStatus.running} onClick={() => void giveBack()}>
              Return it
            </Button>
            <Button size="small" onClick={() => setNote(undefined)}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
