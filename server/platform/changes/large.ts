import { Type } from 'typebox'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { undoChunk } from './undo.ts'
import { keysOf, type Caller } from '#server/kit/auth.ts'
import { UserError } from '#server/kit/errors.ts'
import { personJob } from '#server/platform/jobs/kind.ts'
import { keepResults, startJob } from '#server/platform/jobs/start.ts'
import type { Head } from './heads.ts'
import type { PermissionOf } from './may-undo.ts'
import type { Rules } from './rules.ts'
import { seenBy } from './seen.ts'
import { markUndone, restOf } from './undos.ts'

/** As many rows as are taken back while somebody waits; more become a job. */
const LARGE = 1000
export const isLarge = ({ rows }: Head) => rows > LARGE

/**
 * Takes a large act back chunk by chunk, all of it as one act. What others have gone on from stays, and is among the
 * job's results: it can be undone separately.
 */
export const undoJob = (rules: Rules) =>
  personJob({
    name: 'changes.undo',
    permission: 'signed-in',
    actor: { kind: 'person', channel: 'undo' },
    input: Type.Object({
      changeSet: Type.String(),
      /** Of each of these one key is needed, for every chunk anew. */
      needs: Type.Array(Type.Array(Type.Enum([...PERMISSION_KEYS]))),
      /** Where an earlier job left off. */
      from: Type.Optional(Type.Integer()),
    }),
    async chunk({ tenant, caller, jobId, input: { changeSet, needs, from }, cursor }) {
      const lost = needs.find((keys) => !keys.some((key) => caller.can(key)))
      if (lost) throw new UserError(403, `Stopped: you no longer have the permission ${permissionsInWords(lost)}.`)
      const others = needs.some((keys) => keys.includes('changes_undo_others'))
      const within = others ? { within: seenBy(rules, tenant, caller) } : {}
      const wish = {
        rules,
        changeSet,
        by: caller.personId,
        dependents: 'automatic',
        checkMay: () => Promise.resolve(),
        ...within,
      } as const
      const undone = await undoChunk(tenant, wish, cursor || from)
      const skipped = undone.skipped.map(({ entity, entity_id, reason }) => ({
        entity,
        subject: entity_id,
        outcome: 'skipped',
        message: reason,
      }))
      await keepResults(tenant, jobId, skipped)
      return {
        cursor: undone.cursor ?? cursor,
        done: undone.rows + skipped.length,
        outcomes: { undone: undone.rows, skipped: skipped.length },
        last: undone.cursor === undefined,
      }
    },
  })

export type UndoJob = ReturnType<typeof undoJob>

/** Starts it in the transaction that marks the act as undone, or goes on with one that ended half-way; answers the job and the act that it will be. */
export const startUndo = async (
  tenant: Tenant,
  { kind, permissionOf }: { kind: UndoJob; permissionOf: PermissionOf },
  caller: Caller,
  head: Head,
) => {
  const keys = head.acts.map((act) => keysOf(permissionOf(act) ?? [])).filter((keys) => keys.length > 0)
  const own = head.actor_kind === 'person' && head.actor_id === caller.personId
  const needs: PermissionKey[][] = [...keys, ...(own ? [] : [['changes_undo_others'] as const])].map((any) => [...any])
  const rest = await restOf(tenant, head.change_set)
  const total = rest?.rows ?? head.rows
  const job = await startJob(tenant, kind, {
    title: await titleOf(tenant, head, total),
    input: { changeSet: head.change_set, needs, ...(rest?.from && { from: rest.from }) },
    total,
    caller,
    ...(rest && { changeSet: rest.change_set }),
  })
  if (rest) return { job, change_set: rest.change_set }
  const { change_set } = await tenant.db
    .selectFrom('jobs')
    .select('change_set')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', job)
    .executeTakeFirstOrThrow()
  await markUndone(tenant, head.change_set, caller.personId, change_set)
  return { job, change_set }
}

/** Undo “Assign 1,200 leads to Priya Sharma”: by the title of the job that it undoes, where it was one. */
const titleOf = async ({ db, companyId }: Tenant, { change_set }: Head, total: number) => {
  const job = await db
    .selectFrom('jobs')
    .select('title')
    .where('company_id', '=', companyId)
    .where('change_set', '=', change_set)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return job ? `Undo “${job.title}”` : `Undo ${total.toLocaleString('en')} changes`
}
