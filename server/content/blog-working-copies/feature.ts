import { feature } from '#server/platform/feature.ts'
import { forgetCopies } from './queries.ts'
import { blogWorkingCopyRoutes } from './routes.ts'

export const blogWorkingCopies = feature({
  routes: blogWorkingCopyRoutes,
  forget: { 'blog-working-copies.forget': forgetCopies },
})
