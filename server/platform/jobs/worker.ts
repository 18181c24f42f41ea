import { randomUUID } from 'node:crypto'
import { crashPoint } from '#server/db/crash.ts'
import type { Identity } from '#server/db/identity/door.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { takeDue } from '#server/kit/due-turn.ts'
import { JOBS_DUE, startRounds, together, type Rounds } from '#server/kit/due-worker.ts'
import { claimJob, type Claim, type OnJobEnd } from './claim.ts'
import type { JobKind } from './kind.ts'
import { runTurn } from './run.ts'

/** How many jobs a process does at the same time. */
const LANES = 2

interface JobWorker {
  identity: Identity
  tenants: Tenants
  kinds: readonly JobKind[]
  onError: (error: unknown) => void
  onEnd: OnJobEnd
}

/**
 * Does the companies' jobs: whichever company has waited longest is next, and after its turn it waits again behind the
 * others. Stopping waits for the chunks that are being done.
 */
export const startJobWorker = ({ identity, tenants, kinds, onError, onEnd }: JobWorker): Rounds => {
  const worker = `${process.pid}-${randomUUID()}`
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  let stopped = false
  const tools = { tenants, kinds: byName, onError, onEnd, stopping: () => stopped }

  const round = async () => {
    const claims: (Claim | undefined)[] = []
    const took = await takeDue(identity, [JOBS_DUE], async ({ companyId, during }) => {
      claims.push(await claimJob(during(tenants), companyId, byName, worker))
    })
    const [claim] = claims
    if (claim) {
      crashPoint('job.after_claim')
      await runTurn(tools, claim)
    }
    return took
  }
  const lanes = together(Array.from({ length: LANES }, () => startRounds(round, onError)))

  return {
    wake: lanes.wake,
    async stop() {
      stopped = true
      await lanes.stop()
    },
  }
}
