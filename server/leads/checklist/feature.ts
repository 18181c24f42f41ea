import { feature } from '#server/platform/feature.ts'
import { checklistRoutes } from './routes.ts'

export const checklist = feature({
  routes: checklistRoutes,
  entities: { checklists: { section: 'reasons' } },
})
