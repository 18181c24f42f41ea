import { feature } from '#server/platform/feature.ts'
import { kinds, leadNotified } from './kinds.ts'

export const notified = feature({ notifications: { entities: { lead: leadNotified }, kinds } })
