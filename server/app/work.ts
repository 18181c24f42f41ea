import { openIdentity } from '#server/db/identity/door.ts'
import { SEAL, sealHistory } from '#server/db/seal.ts'
import { openTenants } from '#server/db/tenant.ts'
import { drain } from '#server/domain/assignment/drain.ts'
import { settleDuplicates } from '#server/domain/duplicates/groups.ts'
import { exportFiles } from '#server/domain/export/files.ts'
import { tendCounts } from '#server/domain/leads/tend-counts.ts'
import { wakeLeads } from '#server/domain/leads/wake.ts'
import { tellJobEnded } from '#server/domain/notifications/events.ts'
import { forgetNotifications } from '#server/domain/notifications/forget.ts'
import { FORGET_DUE } from '#server/domain/notifications/notify.ts'
import { startDueWorker, type Rounds } from '#server/kit/due-worker.ts'
import type { JobKind } from '#server/kit/jobs/kind.ts'
import { startJobWorker } from '#server/kit/jobs/worker.ts'
import { startDigests } from './digests.ts'
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
  const waiting = startDueWorker(
    openIdentity(services.workPool),
    {
      assign: (companyId) => drain(tenants, companyId),
      wake: (companyId) => wakeLeads(tenants, companyId),
      [FORGET_DUE]: (companyId) => forgetNotifications(tenants, companyId),
      duplicates: (companyId) => settleDuplicates(tenants, companyId),
      'lead-counts': (companyId) => tendCounts(tenants, companyId),
      [SEAL]: async (companyId) => {
        const anchor = await sealHistory(unsealed, companyId)
        if (anchor) await services.keepAnchor(anchor)
      },
    },
    onError,
  )
  const jobs = startJobWorker({
    identity: openIdentity(services.jobPool),
    tenants: openTenants(services.jobPool, services.wake, undefined, services.stored),
    kinds,
    onError,
    onEnd: tellJobEnded,
  })
  const all = [waiting, jobs, startDigests(services, onError), startSweep(services, onError)]
  const wake = () => all.forEach((worker) => worker.wake())
  services.onWake(wake)
  return { wake, stop: async () => void (await Promise.all(all.map((worker) => worker.stop()))) }
}

const SWEEP_EVERY_MS = 3_600_000

/** Takes away the files that nobody may fetch any more. */
const startSweep = ({ config }: Services, onError: (error: unknown) => void): Rounds => {
  const files = exportFiles(config.dataFolder)
  const timer = setInterval(() => void files.sweep().catch(onError), SWEEP_EVERY_MS)
  timer.unref()
  return { wake: () => {}, stop: async () => clearInterval(timer) }
}
