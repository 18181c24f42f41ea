import { openIdentity } from '#server/db/identity/door.ts'
import { openTenants } from '#server/db/tenant.ts'
import { drain } from '#server/domain/assignment/drain.ts'
import { startDueWorker, type DueWorker } from '#server/kit/due-worker.ts'
import type { Services } from './services.ts'

/** Starts the work that goes on behind the requests, on connections of its own. */
export const startWork = (services: Services, onError: (error: unknown) => void): DueWorker => {
  const tenants = openTenants(services.workPool)
  const worker = startDueWorker(
    openIdentity(services.workPool),
    { assign: (companyId) => drain(tenants, companyId) },
    onError,
  )
  services.onWake(worker.wake)
  return worker
}
