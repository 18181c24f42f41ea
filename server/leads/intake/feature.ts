import { feature } from '#server/platform/feature.ts'
import { intakeRoutes, type IntakeServices } from './routes.ts'

export const intake = feature({ routes: ({ intake: services }: { intake: IntakeServices }) => intakeRoutes(services) })
