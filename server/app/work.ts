import { openIdentity } from '#server/db/identity/door.ts'
import { refreshYoungStatistics } from '#server/db/identity/statistics.ts'
import { SEAL, sealHistory } from '#server/db/seal.ts'
import { openTenants } from '#server/db/tenant.ts'
import { type DueWork, onOneNode } from '#server/kit/due-turn.ts'
import { startDueWorker, together, type Rounds } from '#server/kit/due-worker.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { tellJobEnded } from '#server/platform/jobs/notified.ts'
import { startJobWorker } from '#server/platform/jobs/worker.ts'
import { dueWork } from './due.ts'
import { dueOf, jobKinds } from './features.ts'
import { forgetOld } from './forget.ts'
import { startOutbox } from './outbox.ts'
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
  const { alone, short, long } = dueWork(dueOf(services), tenants, patient)
  const seal: DueWork = async ({ companyId, during }) => {
    const anchor = await sealHistory(during(unsealed), companyId)
    if (anchor) await services.keepAnchor(anchor)
  }
  const jobs = startJobWorker({
    identity,
    tenants: openTenants(services.jobPool, () => services.news.emit('work'), undefined, services.stored),
    kinds,
    onError,
    onEnd: tellJobEnded,
  })
  const all = [
    ...[...alone, long].map((handlers) => startDueWorker(identity, handlers, onError)),
    startDueWorker(identity, { ...short, [SEAL]: seal }, onError, { lanes: 3 }),
    jobs,
    startOutbox(services, onError),
    every(
      SWEEP_EVERY_MS,
      () => onOneNode(identity, 'forget', SECONDS_BETWEEN, () => forgetOld(tenants, identity, onError)),
      onError,
    ),
    every(STATISTICS_EVERY_MS, () => refreshYoungStatistics(identity), onError),
  ]
  const worker = together(all)
  services.news.on('work', worker.wake)
  return {
    ...worker,
    async stop() {
      services.news.off('work', worker.wake)
      await worker.stop()
    },
  }
}

/** What was kept for long enough is taken away. */
const SWEEP_EVERY_MS = 3_600_000
/** A little less than between two sweeps of a node, whose turn it would else never be again. */
const SECONDS_BETWEEN = 3_300
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
