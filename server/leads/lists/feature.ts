import { feature } from '#server/platform/feature.ts'
import { leadsLive } from './live.ts'

export const lists = feature({ live: { leads: leadsLive } })
