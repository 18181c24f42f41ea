import { feature } from '#server/platform/feature.ts'
import { intakeRoutes } from './routes.ts'
import { forgetSubmissions } from './submissions.ts'

export const intake = feature({ routes: intakeRoutes, forget: { 'intake.forget': forgetSubmissions } })
