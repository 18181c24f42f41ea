import type { PostAction } from '#contract/content/blog-publishing.ts'
import { conflict } from '#server/kit/errors.ts'
import type { Standing } from '#server/content/post/standing.ts'

const isArchived = ({ archived_at }: Standing) => archived_at !== null
const inWork =
  (...of: Standing['work'][]) =>
  (post: Standing) =>
    !isArchived(post) && of.includes(post.work)

/** From where each step may be taken. */
const MAY: Readonly<Record<PostAction, (post: Standing) => boolean>> = {
  submit: inWork('draft'),
  return: inWork('in_review'),
  approve: inWork('in_review'),
  schedule: inWork('draft', 'in_review', 'scheduled'),
  unschedule: inWork('scheduled'),
  publish: inWork('draft', 'in_review', 'scheduled'),
  unpublish: (post) => !isArchived(post) && post.live,
  discard_changes: (post) => post.live && inWork('draft', 'in_review', 'scheduled')(post),
  archive: (post) => !isArchived(post) && (post.live || post.work === 'draft'),
  unarchive: isArchived,
}

/** Undefined if the step may be taken; else the sentence that says what the post is. */
export const wrongStep = (post: Standing, action: PostAction): string | undefined =>
  MAY[action](post) ? undefined : standsAs(post)

export const checkStep = (post: Standing, action: PostAction) => {
  const wrong = wrongStep(post, action)
  if (wrong !== undefined) throw conflict(wrong, { status: post.status, work: post.work }, 'wrong_status')
}

const WORK = { draft: 'a draft', in_review: 'in review', scheduled: 'scheduled', clean: 'a draft' } as const

const standsAs = (post: Standing) => {
  if (isArchived(post)) return 'This post is archived.'
  if (!post.live) return `This post is ${WORK[post.work]}.`
  if (post.work === 'clean') return 'This post is published already.'
  return `This post is published, and its changes are ${WORK[post.work]}.`
}
