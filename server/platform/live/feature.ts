import { feature } from '#server/platform/feature.ts'
import type { Live } from './open.ts'
import { liveRoutes } from './routes.ts'

export const live = feature({ routes: ({ live: source }: { live: Live }) => liveRoutes(source) })
