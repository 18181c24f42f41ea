import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { JOBS_DUE } from '#server/kit/due-worker.ts'
import type { JobKind, Progress } from './kind.ts'

/** Whoever has given no sign of life for so long is taken to be dead, and the job goes to another. */
export const STALE_SECONDS = 10
export const HEARTBEAT_MS = 3_000
/** How often somebody looks whether a running job's worker still lives. */
const WATCH_SECONDS = 5

/** A job that this worker may do, until it lets go or is taken to be dead. */
export interface Claim {
  companyId: number
  id: number
  kind: string
  input: unknown
  person_id: number | null
  cursor: number
  done: number
  outcomes: Record<string, number>
  change_set: string
  token: number
  failures: number
  cancel_asked: boolean
}

/** Hears of a job that has ended by itself, in the transaction that ends it. */
export type OnJobEnd = (tenant: Tenant, job: { id: number; person_id: number | null }) => Promise<void>

/** Somebody else has the job now, or it has ended: nothing of what was done since is stored. */
export class ClaimLost extends Error {}

/** The company's job that has waited longest, under a new token; undefined when none is free. */
export const claimJob = (
  tenants: Tenants,
  companyId: number,
  kinds: ReadonlyMap<string, JobKind>,
  worker: string,
): Promise<Claim | undefined> =>
  tenants.write(companyId, { kind: 'system', channel: 'bulk', act: 'jobs.claim' }, async (tenant) => {
    const { db } = tenant
    // Two who claim at once would both count one running job less than there are.
    await sql`select pg_advisory_xact_lock(hashtext('jobs'), ${companyId})`.execute(db)
    const limits = JSON.stringify(Object.fromEntries([...kinds].map(([name, { atOnce }]) => [name, atOnce ?? null])))
    const free = sql`j.company_id = ${companyId} and j.state in ('queued', 'running') and j.run_from <= now()
      and (j.heartbeat_at is null or j.heartbeat_at < now() - make_interval(secs => ${STALE_SECONDS}))
      and (j.state = 'running' or (${limits}::jsonb ->> j.kind) is null or (${limits}::jsonb ->> j.kind)::int > (
        select count(*) from jobs r where r.company_id = ${companyId} and r.state = 'running' and r.kind = j.kind))`
    const { rows } = await sql<Omit<Claim, 'companyId'>>`
      update jobs set state = 'running', claimed_by = ${worker}, token = token + 1, heartbeat_at = now(),
        started_at = coalesce(started_at, now())
      where company_id = ${companyId} and id = (
        select j.id from jobs j where ${free} order by j.run_from, j.id limit 1 for update skip locked)
      returning id, kind, input, person_id, cursor, done, outcomes, change_set, token, failures,
        cancel_asked_at is not null as cancel_asked`.execute(db)
    await keepWatch(tenant, free)
    const [claimed] = rows
    return claimed && { companyId, ...claimed }
  })

/** While jobs are open somebody comes back to them: at once for one that is free, else to see that its worker lives. */
const keepWatch = async ({ db, companyId }: Tenant, free: ReturnType<typeof sql>) => {
  // On the same beat for everybody, so that many looks that are due become one.
  await sql`
    select mark_due(${JOBS_DUE}, case when exists (select from jobs j where ${free}) then now()
      else date_bin(make_interval(secs => ${WATCH_SECONDS}), now(), 'epoch') + make_interval(secs => ${WATCH_SECONDS}) end)
    where exists (select from jobs where company_id = ${companyId} and state in ('queued', 'running'))`.execute(db)
}

/** Says that the worker lives; nothing happens when the job is not its own any more. */
export const beat = (tenants: Tenants, claim: Claim) =>
  change(tenants, claim, async ({ db }) => {
    await sql`update jobs set heartbeat_at = now() where ${held(claim)}`.execute(db)
  })

/** Keeps how far a chunk has come, in its transaction. Returns whether the job has ended. */
export const advance = async (
  tenant: Tenant,
  claim: Claim,
  progress: Progress,
  onEnd: OnJobEnd,
): Promise<{ next: Claim; ended: boolean }> => {
  const next: Claim = {
    ...claim,
    cursor: progress.cursor,
    done: claim.done + progress.done,
    outcomes: added(claim.outcomes, progress.outcomes ?? {}),
    failures: 0,
  }
  const { rows } = await sql<{ state: string }>`
    update jobs set cursor = ${next.cursor}, done = ${next.done}, outcomes = ${JSON.stringify(next.outcomes)}::jsonb, failures = 0,
      total = coalesce(${progress.total ?? null}::int, total), heartbeat_at = now(),
      state = case when ${progress.last} then 'done' when cancel_asked_at is not null then 'cancelled' else state end,
      finished_at = case when ${progress.last} or cancel_asked_at is not null then now() end
    where ${held(claim)} returning state`.execute(tenant.db)
  const [stored] = rows
  if (!stored) throw new ClaimLost(`Job ${claim.id} is somebody else's now`)
  const ended = stored.state !== 'running'
  if (ended) await tenant.due(JOBS_DUE)
  if (stored.state === 'done') await onEnd(tenant, claim)
  return { next, ended }
}

const added = (sums: Readonly<Record<string, number>>, more: Readonly<Record<string, number>>) => {
  const all = { ...sums }
  for (const [outcome, count] of Object.entries(more)) if (count) all[outcome] = (all[outcome] ?? 0) + count
  return all
}

/** Lets go of a job that goes on later, behind the others that wait; after a failed attempt not at once. */
export const release = (tenants: Tenants, claim: Claim, failures = 0) =>
  change(tenants, claim, async (tenant) => {
    await sql`
      update jobs set claimed_by = null, heartbeat_at = null, failures = ${failures},
        run_from = now() + make_interval(secs => ${failures ? 2 ** failures : 0})
      where ${held(claim)}`.execute(tenant.db)
    if (failures === 0) await tenant.due(JOBS_DUE)
  })

/** Ends a job before its work is done. */
export const end = (
  tenants: Tenants,
  claim: Claim,
  state: 'failed' | 'cancelled',
  message: string | null,
  onEnd: OnJobEnd,
) =>
  change(tenants, claim, async (tenant) => {
    const { rows } = await sql`
      update jobs set state = ${state}, message = ${message}, finished_at = now() where ${held(claim)} returning id`.execute(
      tenant.db,
    )
    await tenant.due(JOBS_DUE)
    if (rows.length > 0 && state === 'failed') await onEnd(tenant, claim)
  })

/** Let go of, it is nobody's: a sign of life that was on its way then must not keep the next one waiting. */
const held = ({ companyId, id, token }: Claim) =>
  sql`company_id = ${companyId} and id = ${id} and token = ${token} and state = 'running' and claimed_by is not null`

const change = (tenants: Tenants, { companyId }: Claim, work: (tenant: Tenant) => Promise<void>) =>
  tenants.write(companyId, { kind: 'system', channel: 'bulk', act: 'jobs.progress' }, work)
