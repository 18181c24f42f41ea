import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { blogPostNotified, postPublishedRule, reviewAskedRule, reviewedRule } from './notified.ts'
import { previewLinksOf } from './previews.ts'
import { blogPublishingRoutes } from './routes.ts'
import { publishDue } from './scheduled.ts'
import { PUBLISH_DUE } from './set-status.ts'

interface Given {
  config: { secret: string; publicUrl: string }
}

export const blogPublishing = feature<Given>({
  routes: ({ config }) => blogPublishingRoutes(previewLinksOf(config)),
  due: { short: { [PUBLISH_DUE]: publishDue } },
  notifications: {
    entities: { blog_post: blogPostNotified },
    kinds: { review_asked: reviewAskedRule, reviewed: reviewedRule, post_published: postPublishedRule },
  },
  entities: { blog_redirects: { name: nameIn('blog_redirects', 'from_path') } },
})
