import { feature } from '#server/platform/feature.ts'
import { eraseDeleted } from './erase.ts'
import { wakeLeads } from './wake.ts'

export const lead = feature({
  due: { short: { wake: wakeLeads } },
  forget: { 'leads.erase': eraseDeleted },
})
