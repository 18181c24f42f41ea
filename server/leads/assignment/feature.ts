import { sql } from 'kysely'
import { feature } from '#server/platform/feature.ts'
import { drain } from './drain.ts'
import { remindOfAcceptances } from './not-accepted.ts'
import { restartEntries } from './entries.ts'
import { lockList } from './entry-queries.ts'
import { releaseOverdue } from './overdue.ts'
import { forgetPlaces } from './queue.ts'
import { ALERT_DUE, alertQueues } from './queue-alert.ts'
import { ACCEPTANCE_DUE, listSettingsChanged } from './settings.ts'
import { redistributions } from './take-off.ts'
import { OVERDUE_DUE } from '#server/leads/sla/refresh-clocks.ts'

export const assignment = feature({
  jobs: Object.values(redistributions),
  due: {
    // A lead waits for a person, not for what else there is to do.
    alone: { assign: drain },
    short: { [ACCEPTANCE_DUE]: remindOfAcceptances, [OVERDUE_DUE]: releaseOverdue, [ALERT_DUE]: alertQueues },
  },
  forget: { 'places.forget': forgetPlaces },
  entities: {
    assignment_entries: {
      name: ({ companyId }) => sql`(
        select s.name from changes c join staff s on s.id = coalesce(c.fields -> 'staff_id' ->> 1, c.fields -> 'staff_id' ->> 0)::int
        where c.company_id = ${companyId} and c.root = 'assignment_entries' and c.root_id = r.root_id and c.fields ? 'staff_id' limit 1)`,
      section: 'routing',
      async lock(tenant) {
        await lockList(tenant, 'qa')
        await lockList(tenant, 'sales')
      },
      // Whoever is back on a list begins anew; settings alone change no tally.
      after: (tenant, rows) =>
        restartEntries(
          tenant,
          rows.filter(({ values }) => 'status' in values).map(({ id }) => id),
        ),
    },
    assignment_settings: { section: 'routing', after: listSettingsChanged },
    lead_acceptances: { apart: true },
  },
})
