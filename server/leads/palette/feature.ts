import { feature } from '#server/platform/feature.ts'
import { paletteRoutes } from './routes.ts'

export const palette = feature({ routes: paletteRoutes })
