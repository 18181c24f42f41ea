import { crashPoint } from '#server/db/crash.ts'
import type { Actor, Tenant, Tenants } from '#server/db/tenant.ts'
import { mayCall, toCaller, keysOf, type Caller } from '#server/kit/auth.ts'
import { UserError } from '#server/kit/errors.ts'
import { openAside } from './aside.ts'
import { advance, beat, ClaimLost, end, HEARTBEAT_MS, release, type Claim, type OnJobEnd } from './claim.ts'
import type { JobKind } from './kind.ts'

/** How long a job has a worker to itself before the others that wait get their turn. */
const TURN_MS = 1_000
/** After so many failed attempts at the same chunk the job is given up. */
const MOST_FAILURES = 5

/** What running a job needs. */
export interface JobTools {
  tenants: Tenants
  kinds: ReadonlyMap<string, JobKind>
  onError: (error: unknown) => void
  onEnd: OnJobEnd
  stopping: () => boolean
}

/** Does one chunk after the other until the job has ended, its turn is over or the process is to stop. */
export const runTurn = async (tools: JobTools, claim: Claim): Promise<void> => {
  const { tenants, kinds, onError, onEnd, stopping } = tools
  const kind = kinds.get(claim.kind)
  if (!kind?.accepts(claim.input))
    return end(tenants, claim, 'failed', 'This version of the product does not know this work.', onEnd)
  if (claim.cancel_asked) return end(tenants, claim, 'cancelled', null, onEnd)

  const heart = setInterval(() => void beat(tenants, claim).catch(onError), HEARTBEAT_MS)
  let at = claim
  try {
    const until = performance.now() + TURN_MS
    for (let ended = false; !ended;) {
      ;({ next: at, ended } = await runChunk(tools, kind, at))
      crashPoint('job.after_chunk')
      if (!ended && (stopping() || performance.now() >= until)) return await release(tenants, at)
    }
  } catch (error) {
    await giveUp(tools, at, error)
  } finally {
    clearInterval(heart)
  }
}

/** The chunk's effect, its results and the job's progress: one transaction, refused when the job is not ours any more. */
const runChunk = ({ tenants, onEnd }: JobTools, kind: JobKind, claim: Claim) =>
  tenants.write(
    claim.companyId,
    actorOf(kind, claim),
    async (tenant) => {
      const caller = await checkStillMay(tenant, kind, claim)
      const { id: jobId, input, cursor, done } = claim
      const { aside, ended } = openAside(tenants, tenant)
      // None may come back to the job's connection when that is somebody else's already.
      const progress = await kind
        .chunk({ tenant, caller, jobId, input: Object(input), cursor, done, aside })
        .finally(ended)
      crashPoint('job.after_effect')
      return advance(tenant, claim, progress, onEnd)
    },
    claim.change_set,
  )

const actorOf = (kind: JobKind, { person_id }: Claim): Actor => ({
  ...(kind.actor ?? { kind: person_id === null ? 'system' : 'person', channel: 'bulk' }),
  ...(person_id === null ? {} : { id: person_id }),
  act: kind.name,
})

/** The person with the rights of now; the job ends when they may not do this any more. */
const checkStillMay = async (tenant: Tenant, { permission }: JobKind, claim: Claim): Promise<Caller | undefined> => {
  if (permission === 'system') return undefined
  const caller = claim.person_id === null ? undefined : await callerNow(tenant, claim.person_id)
  if (!caller) throw new UserError(403, 'Stopped: who asked for it is not in the company any more.')
  if (mayCall(caller, permission)) return caller
  throw new UserError(403, `Stopped: the permission ${keysOf(permission).join(' or ')} is not held any more.`)
}

const callerNow = async ({ db, companyId }: Tenant, personId: number): Promise<Caller | undefined> => {
  const person = await db
    .selectFrom('staff')
    .select(['name', 'email', 'time_zone as timeZone', 'permissions'])
    .where('id', '=', personId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return person && toCaller({ ...person, personId, companyId })
}

const GIVEN_UP = 'It failed several times, for a reason that only the log of the server tells.'

/** A refusal ends the job with its sentence. Anything else may pass: the chunk is tried again, some times, later. */
const giveUp = async ({ tenants, onError, onEnd }: JobTools, claim: Claim, error: unknown) => {
  if (error instanceof ClaimLost) return
  if (error instanceof UserError) return end(tenants, claim, 'failed', error.message, onEnd)
  onError(error)
  const failures = claim.failures + 1
  if (failures < MOST_FAILURES) await release(tenants, claim, failures)
  else await end(tenants, claim, 'failed', GIVEN_UP, onEnd)
}
