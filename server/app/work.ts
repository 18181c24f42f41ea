import { openIdentity } from '#server/db/identity/door.ts'
import { refreshYoungStatistics } from '#server/db/identity/statistics.ts'
import { SEAL, sealHistory } from '#server/db/seal.ts'
import { openTenants } from '#server/db/tenant.ts'
import { drain } from '#server/leads/assignment/drain.ts'
import { ACCEPTANCE_DUE } from '#server/leads/assignment/settings.ts'
import { remindOfAcceptances } from '#server/leads/assignment/not-accepted.ts'
import { releaseOverdue } from '#server/leads/assignment/overdue.ts'
import { ALERT_DUE, alertQueues } from '#server/leads/assignment/queue-alert.ts'
import { groupDuplicates } from '#server/leads/duplicates/groups.ts'
import { SWEEP_DUE, sweepDuplicates } from '#server/leads/duplicates/sweep.ts'
import { exportFiles } from '#server/leads/exports/files.ts'
import { ROLLUPS_DUE } from '#server/leads/totals/tally.ts'
import { makeRollups, refreshCounts } from '#server/leads/totals/tend-counts.ts'
import { wakeLeads } from '#server/leads/lead/wake.ts'
import { tellJobEnded } from '#server/leads/notifications/events.ts'
import { forgetNotifications } from '#server/leads/notifications/forget.ts'
import { FORGET_DUE } from '#server/leads/notifications/notify.ts'
import { OVERDUE_DUE, resetClocks } from '#server/leads/sla/tend.ts'
import { startDueWorker, type Rounds } from '#server/kit/due-worker.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { startJobWorker } from '#server/platform/jobs/worker.ts'
import { startDigests } from './digests.ts'
import { forgetOld } from './forget.ts'
import { jobKinds } from './job-kinds.ts'
import type { Services } from './services.ts'

/** Starts the work that goes on behind the requests, on connections of its own. */
export const startWork = (
  services: Services,
  onError: (error: unknown) => void,
  kinds: readonly JobKind[] = jobKinds(services),
): Rounds => {
  const tenants = openTenants(services.workPool, undefined, undefined, services.stored)
  // What sealing writes needs no sealing.
  const unsealed = openTenants(services.workPool)
  // Adding up what many leads are may take longer than a person would wait.
  const patient = openTenants(services.jobPool)
  const identity = openIdentity(services.claimPool)
  // By itself: a lead waits for a person, not for what else there is to do.
  const assigning = startDueWorker(
    identity,
    { assign: ({ companyId, during }) => drain(during(tenants), companyId) },
    onError,
  )
  // By itself: thousands of clocks may have to be set anew.
  const clocks = startDueWorker(
    identity,
    { clocks: ({ companyId, during }) => resetClocks(during(tenants), companyId) },
    onError,
  )
  // By itself: all leads of a company may have to be looked at.
  const counting = startDueWorker(
    identity,
    {
      'lead-counts': ({ companyId, during }) => refreshCounts(during(patient), companyId),
      [ROLLUPS_DUE]: ({ companyId, during }) => makeRollups(during(patient), companyId),
      [SWEEP_DUE]: ({ companyId, during }) => sweepDuplicates(during(tenants), companyId),
    },
    onError,
  )
  const waiting = startDueWorker(
    identity,
    {
      [ACCEPTANCE_DUE]: ({ companyId, during }) => remindOfAcceptances(during(tenants), companyId),
      [OVERDUE_DUE]: ({ companyId, during }) => releaseOverdue(during(tenants), companyId),
      [ALERT_DUE]: ({ companyId, during }) => alertQueues(during(tenants), companyId),
      wake: ({ companyId, during }) => wakeLeads(during(tenants), companyId),
      [FORGET_DUE]: ({ companyId, during }) => forgetNotifications(during(tenants), companyId),
      duplicates: ({ companyId, during }) => groupDuplicates(during(tenants), companyId),
      [SEAL]: async ({ companyId, during }) => {
        const anchor = await sealHistory(during(unsealed), companyId)
        if (anchor) await services.keepAnchor(anchor)
      },
    },
    onError,
  )
  const jobs = startJobWorker({
    identity,
    tenants: openTenants(services.jobPool, services.wake, undefined, services.stored),
    kinds,
    onError,
    onEnd: tellJobEnded,
  })
  const all = [
    assigning,
    clocks,
    counting,
    waiting,
    jobs,
    startDigests(services, onError),
    every(SWEEP_EVERY_MS, () => exportFiles(services.config.dataFolder).sweep(), onError),
    every(SWEEP_EVERY_MS, () => forgetOld(tenants, identity, onError), onError),
    every(STATISTICS_EVERY_MS, () => refreshYoungStatistics(identity), onError),
  ]
  const wake = () => all.forEach((worker) => worker.wake())
  services.onWake(wake)
  return { wake, stop: async () => void (await Promise.all(all.map((worker) => worker.stop()))) }
}

/** What was kept for long enough is taken away. */
const SWEEP_EVERY_MS = 3_600_000
const STATISTICS_EVERY_MS = 2_000

/** Does it so often, never twice at a time. */
export const every = (ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Rounds => {
  let going: Promise<unknown> | undefined
  const timer = setInterval(() => {
    going ??= work()
      .catch(onError)
      .finally(() => (going = undefined))
  }, ms)
  timer.unref()
  return {
    wake: () => {},
    async stop() {
      clearInterval(timer)
      await going
    },
  }
}
