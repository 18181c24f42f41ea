import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { PAGES_DUE, refreshDue } from './pages.ts'
import { siteRoutes } from './routes.ts'
import { siteKeysOf } from './sites.ts'

export const site = feature<{ config: { secret: string; publicUrl: string } }>({
  routes: ({ config }) => siteRoutes(siteKeysOf(config)),
  due: { short: { [PAGES_DUE]: refreshDue } },
  entities: { sites: { name: nameIn('sites'), section: 'site' } },
})
