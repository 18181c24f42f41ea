import { blogPosts } from '#contract/content/blog-posts.ts'
import type { ChangeWords } from '#web/platform/changes/change-words.ts'
import { code, lines, number, oneOf } from '#web/platform/changes/value-words.ts'
import { useOne } from '#web/kit/data/api.ts'
import { CONTACT_SOURCE, CONTACT_STATUS } from '#web/content/contact-messages/contact-words.ts'
import { POST_WORDS } from './PostTag.tsx'

const version = number((each) => `Version ${each}`, 'None')
const { draft, in_review, scheduled } = POST_WORDS

/** The title of a post by its id; the number until it is known. */
const PostName = ({ id }: { id: number }) =>
  useOne(blogPosts.details, { params: { id }, query: {} }).data?.data.title ?? String(id)

/** How the history shows the blog. */
export const CONTENT_CHANGES: ChangeWords = {
  values: {
    'blog_posts.work': oneOf({
      draft: draft.label,
      in_review: in_review.label,
      scheduled: scheduled.label,
      clean: 'Nothing to publish',
    }),
    'blog_posts.draft_version': version,
    'blog_posts.live_version': version,
    'blog_posts.reviewed_version': version,
    'blog_posts.publish_zone': code((zone) => zone.replaceAll('_', ' ')),
    'blog_preview_links.number': number((each) => `Version ${each}`, 'The draft'),
    'blog_redirects.made_by': oneOf({ address: 'A changed address', person: 'Entered manually' }),
    'blog_authors.status': oneOf({ active: 'Active', inactive: 'Inactive' }),
    'blog_authors.links': lines(({ label, url }) => `${String(label)}: ${String(url)}`),
    'contact_messages.status': oneOf({
      new: CONTACT_STATUS.new.label,
      in_progress: CONTACT_STATUS.in_progress.label,
      answered: CONTACT_STATUS.answered.label,
      spam: CONTACT_STATUS.spam.label,
      archived: CONTACT_STATUS.archived.label,
    }),
    'contact_messages.source': oneOf(CONTACT_SOURCE),
    'sites.status': oneOf({ on: 'On', paused: 'Paused' }),
  },
  ids: { archive_target_id: PostName, post_id: PostName },
  names: {},
  hidden: [],
  main: ['blog_posts', 'blog_authors', 'contact_messages'],
}
