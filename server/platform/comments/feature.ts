import { feature } from '#server/platform/feature.ts'
import { mentioned } from './mentioned.ts'

export const comments = feature({ notifications: { kinds: { mentioned } } })
