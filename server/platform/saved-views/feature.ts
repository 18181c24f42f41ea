import { sql } from 'kysely'
import { feature } from '#server/platform/feature.ts'
import type { ViewedLists } from './params.ts'
import { savedViewRoutes } from './routes.ts'
import { viewFaults } from './undo-rules.ts'
import { lockViews } from './view-counts.ts'

export const savedViews = feature({
  routes: ({ viewedLists }: { viewedLists(): ViewedLists }) => savedViewRoutes(viewedLists()),
  entities: {
    saved_views: {
      seen: ({ companyId }, caller) => sql`exists (
        select from saved_views v where v.company_id = ${companyId} and v.id = r.root_id and (v.shared or v.owner_id = ${caller.personId}))`,
      lock: lockViews,
      faults: viewFaults,
    },
  },
})
