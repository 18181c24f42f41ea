import { feature } from '#server/platform/feature.ts'
import { presenceLive } from './presence.ts'
import { presenceRoutes } from './routes.ts'

export const presence = feature({ routes: presenceRoutes, live: { presence: presenceLive } })
