import { sql } from 'kysely'
import { Type } from 'typebox'
import { autoAssignQa, type OpenWork } from '#contract/leads/auto-assign-qa.ts'
import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import { Id, type Permission } from '#contract/kit/endpoint.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { LEADS } from '#server/leads/bulk/selection.ts'
import { nextOf, selectRows } from '#server/platform/selections/select.ts'
import type { Caller } from '#server/kit/auth.ts'
import { found, UserError } from '#server/kit/errors.ts'
import { forbidden } from '#server/kit/forbidden.ts'
import { personJob, type JobKind } from '#server/platform/jobs/kind.ts'
import { keepResults, startJob } from '#server/platform/jobs/start.ts'
import * as queries from './entry-queries.ts'
import { firstHeld, heldBy, KEY_TO_TAKE_AWAY, passOn } from './open-work.ts'
import type { AssignmentList } from './queue.ts'
import { BATCH } from './waiting.ts'

/**
 * Takes a person off the list; the leads that they hold stay theirs, or are shared out among the others: at once where they are
 * few, else by a job that is part of the same act.
 */
export const removeEntry = async (
  tenant: Tenant,
  caller: Caller,
  list: AssignmentList,
  { id, openWork = 'keep' }: { id: number; openWork?: OpenWork | undefined },
) => {
  if (openWork === 'redistribute' && !caller.can(KEY_TO_TAKE_AWAY[list]))
    throw await forbidden(tenant, [KEY_TO_TAKE_AWAY[list]])
  await queries.lockList(tenant, list)
  const { sid, name } = found(
    'Person on the list',
    await queries.entries(tenant, list).where('e.id', '=', id).executeTakeFirst(),
  )
  await queries.remove(tenant, list, id)
  if (openWork === 'keep') return undefined

  const first = await firstHeld(tenant, list, sid)
  if (first.length > BATCH) {
    const held = sql`select l.id from ${heldBy(tenant, list, sid)} order by l.id`
    const { id: selection, count } = await selectRows(tenant, caller, LEADS, held)
    const title = `Redistribute ${count.toLocaleString('en')} leads of ${name}`
    const job = await startJob(tenant, redistributions[list], {
      title,
      input: { selection, staffId: sid, name },
      total: count,
      caller,
      changeSet: tenant.changeSet,
    })
    return { given: 0, waiting: 0, kept: 0, job }
  }
  await tenant.setReason(takenOff(name))
  const { given, waiting, kept } = await passOn(tenant, list, sid, first)
  return { given, waiting, kept: kept.length, job: null }
}

const takenOff = (name: string) => `${name} was removed from the list`
const ON_HOLD = 'It is on hold and nobody is eligible, so it stays with its owner'
const GONE = 'It was decided or reassigned meanwhile'

/** Named as the call of which it does the rest. */
const redistribution = (list: AssignmentList, name: string, permission: Permission) =>
  personJob({
    name,
    permission,
    input: Type.Object({ selection: Id, staffId: Id, name: Type.String() }),
    async chunk({ tenant, caller, jobId, input: { selection, staffId, name: person }, cursor }) {
      const key = KEY_TO_TAKE_AWAY[list]
      if (!caller.can(key))
        throw new UserError(403, `Stopped: you no longer have the permission ${permissionsInWords([key])}.`)
      await queries.lockList(tenant, list)
      if (await queries.isOnList(tenant, list, staffId))
        throw new UserError(409, `Stopped: ${person} is back on the list.`)
      await tenant.setReason(takenOff(person))
      const { ids, place, last } = await nextOf(tenant, selection, cursor, BATCH)
      const { given, waiting, kept, gone } = await passOn(tenant, list, staffId, ids)
      await keepResults(tenant, jobId, [
        ...kept.map((subject) => ({ entity: 'leads', subject, outcome: 'kept', message: ON_HOLD })),
        ...gone.map((subject) => ({ entity: 'leads', subject, outcome: 'skipped', message: GONE })),
      ])
      return {
        cursor: place,
        done: ids.length,
        outcomes: { reassigned: given, waiting, kept: kept.length, skipped: gone.length },
        last,
      }
    },
  })

export const redistributions = {
  qa: redistribution('qa', 'auto-assign-qa.remove', autoAssignQa.remove.permission),
  sales: redistribution('sales', 'auto-assign-sales.remove', autoAssignSales.remove.permission),
} satisfies Record<AssignmentList, JobKind>
