import { sql } from 'kysely'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { lockRestrictions } from '#server/leads/restricted-domains/restriction.ts'
import { feature } from '#server/platform/feature.ts'
import { eraseDeleted } from './erase.ts'
import { leadLinks } from './links.ts'
import { DECISION, leadFaults, leadsPutBack, LINES_TOLD, linesPutBack } from './undo-rules.ts'
import { wakeLeads } from './wake.ts'
import { LOCK } from './write.ts'

export const lead = feature({
  due: { short: { wake: wakeLeads } },
  forget: { 'leads.erase': eraseDeleted },
  entities: {
    leads: {
      name: ({ companyId }, caller) => sql`(
        select l.name from leads l where l.company_id = ${companyId} and l.id = r.root_id and ${visibleTo(caller)})`,
      seen: ({ companyId }, caller) => sql`exists (
        select from leads l where l.company_id = ${companyId} and l.id = r.root_id and ${visibleTo(caller)})`,
      links: leadLinks,
      // Leads are never deleted as rows.
      lockedFor: LOCK.change,
      together: DECISION,
      madeAnew: LINES_TOLD,
      follows: { quarantined_by: ['email'] },
      // Leads that come back are screened by the domains of today, which nobody changes meanwhile.
      lock: (tenant) => lockRestrictions(tenant, 'shared'),
      faults: leadFaults,
      after: leadsPutBack,
    },
    lead_items: { after: linesPutBack },
  },
})
