import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { feature } from '#server/platform/feature.ts'
import { POST_LIST } from './list.ts'
import { competitorPostRoutes } from './routes.ts'

export const competitorPosts = feature({
  routes: competitorPostRoutes,
  due: { patient: { 'competitor-post-counts': refreshCounts(POST_LIST) } },
  counted: POST_LIST,
})
