import { feature } from '#server/platform/feature.ts'
import { myPermissionRoutes } from './routes.ts'

export const myPermissions = feature({ routes: myPermissionRoutes })
