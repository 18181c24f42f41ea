import { blogPosts as calls } from '#contract/content/blog-posts.ts'
import { POST_SORTS } from '#contract/content/post.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import type { Covers } from '#server/content/post/pictures.ts'
import { eraseDeleted } from './erase.ts'
import { POST_LIST } from './list.ts'
import { blogPostRoutes } from './routes.ts'
import { afterPosts, postFaults } from './undo-rules.ts'

/** What goes with a pointer: it stays where the pointer does. */
const WITH_DRAFT = ['draft_version']
const WITH_LIVE = ['live_version', 'live']

export const blogPosts = feature<Covers>({
  routes: blogPostRoutes,
  counted: POST_LIST,
  due: { patient: { 'blog-list-counts': refreshCounts(POST_LIST) } },
  views: { 'marketing-blogpost-list': viewedList(calls.list, POST_SORTS) },
  forget: { 'blog-posts.erase': eraseDeleted },
  entities: {
    blog_posts: {
      name: nameIn('blog_posts', 'title'),
      namedIn: ['archive_target_id', 'post_id'],
      // What was saved since rests on it: a draft goes back with all that came after it, or not at all.
      together: new Set(WITH_DRAFT),
      follows: {
        slug: [...WITH_DRAFT, ...WITH_LIVE],
        published_at: WITH_LIVE,
        first_published_at: WITH_LIVE,
      },
      madeAnew: new Set(['work']),
      faults: postFaults,
      after: afterPosts,
    },
  },
})
