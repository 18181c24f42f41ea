import { feature } from '#server/platform/feature.ts'
import { assignmentReplayRoutes } from './routes.ts'

export const assignmentReplay = feature({ routes: assignmentReplayRoutes })
