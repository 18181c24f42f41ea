import { feature } from '#server/platform/feature.ts'
import { drain } from './drain.ts'
import { remindOfAcceptances } from './not-accepted.ts'
import { releaseOverdue } from './overdue.ts'
import { forgetPlaces } from './queue.ts'
import { ALERT_DUE, alertQueues } from './queue-alert.ts'
import { ACCEPTANCE_DUE } from './settings.ts'
import { redistributions } from './take-off.ts'
import { OVERDUE_DUE } from '#server/leads/sla/tend.ts'

export const assignment = feature({
  jobs: Object.values(redistributions),
  due: {
    // A lead waits for a person, not for what else there is to do.
    alone: { assign: drain },
    short: { [ACCEPTANCE_DUE]: remindOfAcceptances, [OVERDUE_DUE]: releaseOverdue, [ALERT_DUE]: alertQueues },
  },
  forget: { 'places.forget': forgetPlaces },
})
