import { feature } from '#server/platform/feature.ts'
import { blogVersionRoutes } from './routes.ts'

export const blogVersions = feature({ routes: blogVersionRoutes })
