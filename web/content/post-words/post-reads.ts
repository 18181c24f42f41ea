import { blogPosts } from '#contract/content/blog-posts.ts'
import { blogPublishing } from '#contract/content/blog-publishing.ts'
import { blogVersions } from '#contract/content/blog-versions.ts'

/** Whatever shows posts: out of date after any change of one. */
export const POST_READS = [
  blogPosts.list,
  blogPosts.details,
  blogPosts.faq,
  blogVersions.list,
  blogPublishing.check,
] as const
