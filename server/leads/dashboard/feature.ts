import type { Clock } from '#server/db/clock.ts'
import { feature } from '#server/platform/feature.ts'
import { dashboardRoutes } from './routes.ts'

export const dashboard = feature({ routes: ({ clock }: { clock: Clock }) => dashboardRoutes(clock) })
