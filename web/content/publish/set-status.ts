import { blogPublishing, type PostAction } from '#contract/content/blog-publishing.ts'
import type { Post } from '#contract/content/post.ts'
import { POST_READS } from '#web/content/post-words/post-reads.ts'
import { momentIn } from '#web/content/post-words/moments.ts'
import { useAction, type Action } from '#web/kit/data/api.ts'

/** What a message says when it is done. */
const DONE: Readonly<Record<PostAction, (post: Post) => string>> = {
  submit: ({ title }) => `Requested a review of ${title}`,
  return: ({ title }) => `Returned ${title}`,
  approve: ({ title }) => `Approved ${title}`,
  schedule: ({ title, publish_at, publish_zone }) =>
    publish_at ? `Scheduled ${title} for ${momentIn(publish_at, publish_zone ?? 'UTC')}` : `Scheduled ${title}`,
  unschedule: ({ title }) => `Took ${title} off the schedule`,
  publish: ({ title }) => `Published ${title}`,
  unpublish: ({ title }) => `Took ${title} off the blog`,
  discard_changes: ({ title }) => `Discarded the changes of ${title}`,
  archive: ({ title }) => `Archived ${title}`,
  unarchive: ({ title }) => `Took ${title} out of the archive`,
}

/** Takes a post a step on, with a message that offers to undo it. */
export const useSetStatus = (onChanged: (post: Post) => void): Action<typeof blogPublishing.setStatus> =>
  useAction(blogPublishing.setStatus, {
    done: ({ data }, { body: { action } }) => DONE[action](data),
    refreshes: POST_READS,
    then: ({ data }) => onChanged(data),
  })
