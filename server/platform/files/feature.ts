import { feature } from '#server/platform/feature.ts'
import { forgetExpiredFiles } from './store.ts'

export const files = feature({ forget: { 'files.forget': forgetExpiredFiles } })
