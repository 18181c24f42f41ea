import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Actor, Tenant, Tenants } from '#server/db/tenant.ts'
import { mayCall, toCaller, keysOf, type Caller } from '#server/kit/auth.ts'
import { UserError } from '#server/kit/errors.ts'
import { advance, beat, ClaimLost, end, HEARTBEAT_MS, release, type Claim, type OnJobEnd } from './claim.ts'
import type { Chunk, JobKind } from './kind.ts'

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

const nobodyTold = () => Promise.resolve()

/** Does one chunk after the other until the job has ended, its turn is over or the process is to stop. */
export const runTurn = async (given: JobTools, claim: Claim): Promise<void> => {
  const kind = given.kinds.get(claim.kind)
  const tools = kind?.quiet ? { ...given, onEnd: nobodyTold } : given
  const { tenants, onError, onEnd, stopping } = tools
  if (!kind?.accepts(claim.input))
    return end(tenants, claim, 'failed', 'This version doesn’t know this kind of job.', onEnd)
  if (claim.cancel_asked) return end(tenants, claim, 'cancelled', null, onEnd)

  const heart = setInterval(() => void beat(tenants, claim).catch(onError), HEARTBEAT_MS)
  const until = performance.now() + TURN_MS
  const overdue = () => stopping() || performance.now() >= until
  const begin = chunksOf(tools, kind, overdue)
  let at: Stored = { next: claim, ended: false }
  let chunk = begin(claim)
  try {
    for (;;) {
      at = await chunk.stored
      crashPoint('job.after_chunk')
      if (at.ended) return
      if (!chunk.following && overdue()) return await release(tenants, at.next)
      chunk = chunk.following ?? begin(at.next)
    }
  } catch (error) {
    await settled(chunk.following)
    await giveUp(tools, at.next, error)
  } finally {
    await settled(chunk.following)
    clearInterval(heart)
  }
}

type Stored = Awaited<ReturnType<typeof advance>>

/** A chunk under way, and the next one, if that was begun beside it. */
interface Begun {
  stored: Promise<Stored>
  following?: Begun
}

/** What a chunk that is begun beside another one has from it. */
interface Beside {
  before: Promise<Stored>
  mark: number
}

/** So many chunks of a job are under way at the same time. */
const MOST_UNDER_WAY = 3

/** Begins chunks of a turn, and behind each those that it hands on to. When one is not stored, nothing new is begun. */
const chunksOf = (tools: JobTools, kind: JobKind, overdue: () => boolean) => {
  let underWay = 0
  let over = false
  let waiting: (() => void) | undefined

  const begin = (claim: Claim, beside?: Beside): Begun => {
    const follow = (cursor: number, mark: number) => {
      // After a failure one at a time: it may have been another one's doing.
      if (over || claim.failures > 0 || overdue() || !tools.tenants.haveSpare()) return
      begun.following = begin({ ...claim, cursor }, { before: begun.stored, mark })
    }
    const handOn: Chunk<unknown>['handOn'] = (...place) => {
      if (underWay < MOST_UNDER_WAY) follow(...place)
      else waiting = () => follow(...place)
    }
    const order = { mark: beside?.mark, handOn, before: () => storedBefore(claim, beside) }
    const run = async () => {
      underWay += 1
      try {
        const stored = await runChunk(tools, kind, claim, order)
        underWay -= 1
        over ||= stored.ended
        const next = waiting
        waiting = undefined
        next?.()
        return stored
      } catch (error) {
        over = true
        throw error
      }
    }
    const begun: Begun = { stored: run() }
    // Whoever waits for it hears of a failure, as late as that may be.
    begun.stored.catch(() => undefined)
    return begun
  }
  return begin
}

/** What cannot be stored any more is over: whoever has the job next must not meet it. */
const settled = async (chunk: Begun | undefined) => {
  for (let each = chunk; each; each = each.following) await each.stored.catch(() => undefined)
}

/** The job as the chunk before has left it, which has to be where this one began. */
const storedBefore = async (claim: Claim, beside: Beside | undefined): Promise<Claim> => {
  if (!beside) return claim
  const { next, ended } = await beside.before
  if (ended) throw new ClaimLost(`Job ${claim.id} has ended`)
  if (next.cursor !== claim.cursor)
    throw new Error(`Job ${claim.id} is at ${next.cursor} but continued at ${claim.cursor}`)
  return next
}

interface Order extends Pick<Chunk<unknown>, 'handOn' | 'mark'> {
  before(): Promise<Claim>
}

/** The chunk's effect, its results and the job's progress: one transaction, refused when the job is not ours any more. */
const runChunk = ({ tenants, onEnd }: JobTools, kind: JobKind, claim: Claim, { before, ...order }: Order) =>
  tenants.write(
    claim.companyId,
    actorOf(kind, claim),
    async (tenant) => {
      const caller = await checkStillMay(tenant, kind, claim)
      const { id: jobId, input, cursor, done } = claim
      const myTurn = () => before().then(() => undefined)
      const progress = await kind.chunk({ tenant, caller, jobId, input: Object(input), cursor, done, myTurn, ...order })
      crashPoint('job.after_effect')
      return advance(tenant, await before(), progress, kind.isStep ? nobodyTold : onEnd)
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
  if (!caller) throw new UserError(403, 'Stopped: the person who started it is no longer active in the company.')
  if (mayCall(caller, permission)) return caller
  throw new UserError(
    403,
    `Stopped: the person who started it no longer has the permission ${permissionsInWords(keysOf(permission))}.`,
  )
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

const GIVEN_UP = 'It failed several times. The server’s log shows why.'

/** A refusal ends the job with its sentence. Anything else may pass: the chunk is tried again, some times, later. */
const giveUp = async ({ tenants, onError, onEnd }: JobTools, claim: Claim, error: unknown) => {
  if (error instanceof ClaimLost) return
  if (error instanceof UserError) return end(tenants, claim, 'failed', error.message, onEnd)
  onError(error)
  const failures = claim.failures + 1
  if (failures < MOST_FAILURES) await release(tenants, claim, failures)
  else await end(tenants, claim, 'failed', GIVEN_UP, onEnd)
}
