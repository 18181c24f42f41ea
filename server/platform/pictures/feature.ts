import { feature } from '#server/platform/feature.ts'
import { pictureRoutes } from './routes.ts'
import { forgetUnused } from './store.ts'

export const pictures = feature({ routes: pictureRoutes, forget: { 'pictures.forget': forgetUnused } })
