import { changes, type Act, type Changed, type RecentChange } from '#contract/platform/changes.ts'
import { writeThrough, type Tenant } from '#server/db/tenant.ts'
import { calledAlike, didOf, nounOf } from './declared.ts'
import { actorName, staffNames } from '#server/platform/people/staff-names.ts'
import { rootKey, type Change } from './change-set.ts'
import { actsOf, actsOfAll, peopleWhoActed } from './choices.ts'
import type { Rules } from './rules.ts'
import { HIDDEN, undoChunk, type Undone, type Wish } from './undo.ts'
import type { Caller } from '#server/kit/auth.ts'
import { dayBounds } from '#server/kit/day.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { forbidden } from '#server/kit/forbidden.ts'
import { implement } from '#server/kit/implement.ts'
import { headOf, headsAbout, headsBefore, type Head } from './heads.ts'
import { isLarge, startUndo, undoJob } from './large.ts'
import { missingRight, neverUndone, refusalOf, refuse, sentenceOf, type PermissionOf } from './may-undo.ts'
import { changedOf, fieldsOf, withAbout, type About } from './queries.ts'
import { seenBy } from './seen.ts'
import { markUndone } from './undos.ts'

const USUAL_LIMIT = 20
const MOST_TOLD = 100

export interface Undoing {
  rules: Rules
  permissionOf: PermissionOf
}

export const changeRoutes = ({ rules, permissionOf }: Undoing) => {
  const kind = undoJob(rules)
  return implement('changes', changes, {
    async list({ tenant, caller, query }) {
      const { by = 'me', person, act, section, before = Number.MAX_SAFE_INTEGER, limit = USUAL_LIMIT } = query
      const whose = person ?? (by === 'me' ? caller.personId : by)
      const withImports = caller.can('changes_undo_others')
      if (whose !== caller.personId && !section && !withImports) throw await forbidden(tenant, ['changes_undo_others'])
      const days = dayBounds(query, caller.timeZone)
      const told = rules.all.filter(([, each]) => section !== undefined && each.section === section)
      for (const [, { readBy }] of told) if (readBy && !caller.can(readBy)) throw await forbidden(tenant, [readBy])
      const heads = section
        ? await headsAbout(tenant, { roots: told.map(([entity]) => entity), before, limit })
        : await headsBefore(tenant, {
            by: whose,
            withImports,
            acts: act === undefined ? undefined : calledAlike(act),
            ...days,
            before,
            limit,
          })
      const seen = await withAbout(rules, tenant, caller, heads)
      const roots = heads.flatMap(({ root, root_id, among }) =>
        root !== null && root_id !== null ? [{ root, root_id }] : among,
      )
      const changed = await changedOf(rules, tenant, caller, roots)
      return {
        data: seen.map((head) => toRecent(head, changed, caller, permissionOf)),
        next: heads.length < limit ? null : (heads.at(-1)?.id ?? null),
      }
    },

    async choices({ tenant, caller }) {
      const all = caller.can('changes_undo_others')
      const acts = await (all ? actsOfAll(tenant) : actsOf(tenant, caller.personId))
      const named = acts.flatMap((act) => {
        const did = didOf(act)
        return did === null ? [] : [{ act, did }]
      })
      return {
        data: {
          acts: [...new Map(named.map((each) => [each.did, each])).values()],
          people: all ? await peopleWhoActed(tenant) : [],
        },
      }
    },

    async fields({ tenant, caller, params: { changeSet }, query: { after } }) {
      const head = found('Change', await headOf(tenant, changeSet))
      const missing = isOwn(head, caller) ? undefined : missingRight(caller, permissionOf, head)
      if (missing) await refuse(tenant, missing)
      // An undo tells what others had stored.
      const own = isOwn(head, caller) && head.undoes === 'nothing'
      return fieldsOf(rules, tenant, caller, { changeSet, own, after })
    },

    async undo({ tenant, caller, body: { changeSet, dependents = 'refuse' } }) {
      const head = found('Change', await headOf(tenant, changeSet))
      const refusal = refusalOf(caller, permissionOf, head)
      if (refusal) await refuse(tenant, refusal)
      if (isLarge(head)) {
        const begun = await startUndo(tenant, { kind, permissionOf }, caller, head)
        return {
          data: { ...begun, undone: null, skipped: [], skipped_total: 0, with: [] },
          message: 'The undo is running as a job',
        }
      }
      await markUndone(tenant, changeSet, caller.personId)
      await writeThrough(tenant, 'undo')
      // Before any row, also where the part that asks for it comes last.
      for (const entity of rules.inLockOrder(head.touched.map((each) => each.entity)))
        await rules.of(entity).lock?.(tenant)

      const checkMay = (act: Change) => checkMayTakeBack(tenant, caller, { rules, permissionOf }, act)
      const within = isOwn(head, caller) ? {} : { within: seenBy(rules, tenant, caller) }
      const undone = await undoAll(tenant, { rules, changeSet, by: caller.personId, dependents, checkMay, ...within })
      const [blockedBy, along] = [await toActs(tenant, undone.blockedBy), await toActs(tenant, undone.with)]
      checkAnyUndone(undone, blockedBy)
      return {
        data: {
          change_set: tenant.changeSet,
          undone: undone.rows,
          skipped: undone.skipped.slice(0, MOST_TOLD),
          skipped_total: undone.skipped.length,
          with: along,
          job: null,
        },
        message: undone.skipped.length ? 'Undone in part: later changes stay' : 'Undone',
      }
    },
  })
}

const isOwn = ({ actor_kind, actor_id }: Head, caller: Caller) =>
  actor_kind === 'person' && actor_id === caller.personId

const toRecent = (
  head: Head & About,
  changed: ReadonlyMap<string, Changed>,
  caller: Caller,
  permissionOf: PermissionOf,
): RecentChange => {
  const { id, change_set, act, at, actor_kind, actor_id, channel, reason, touched, rows, undoes, undone, acts } = head
  const { root, root_id, among, seen } = head
  const refusal = refusalOf(caller, permissionOf, head)
  const shownAct = undoes === 'nothing' ? act : (acts[0] ?? act)
  const isHidden = !seen && !isOwn(head, caller)
  return {
    id,
    change_set,
    act: shownAct,
    did: didOf(shownAct),
    at,
    actor: { kind: actor_kind, id: actor_id, name: actorName(head) },
    channel,
    // It may tell of what is hidden.
    reason: isHidden ? null : reason,
    touched: touched.map((part) => ({ ...part, noun: nounOf(part.entity) })),
    rows,
    about: root !== null && root_id !== null ? (changed.get(rootKey({ root, root_id })) ?? null) : null,
    among: among.flatMap((each) => changed.get(rootKey(each)) ?? []),
    fields: head.fields,
    undoes,
    undone,
    not_undoable: refusal ? sentenceOf(refusal) : isHidden ? HIDDEN : null,
  }
}

/** A later act that goes along needs what it would need by itself; what rules made of an act goes with it. */
const checkMayTakeBack = async (tenant: Tenant, caller: Caller, { rules, permissionOf }: Undoing, act: Change) => {
  if (act.actor_kind === 'rule') return
  const head = found('Change', await headOf(tenant, act.change_set))
  const refusal = neverUndone(head) ?? missingRight(caller, permissionOf, head)
  if (refusal) await refuse(tenant, refusal)
  if (isOwn(head, caller)) return
  const [about] = await withAbout(rules, tenant, caller, [act])
  if (!about?.seen) throw conflict(`${actorName(head)} has changed it since. ${HIDDEN}`, undefined, 'not_undoable')
}

const undoAll = async (tenant: Tenant, wish: Wish): Promise<Undone> => {
  let all = await undoChunk(tenant, wish)
  while (all.cursor !== undefined) {
    const next = await undoChunk(tenant, wish, all.cursor)
    all = {
      rows: all.rows + next.rows,
      skipped: [...all.skipped, ...next.skipped],
      with: [...all.with, ...next.with],
      blockedBy: [...all.blockedBy, ...next.blockedBy],
      cursor: next.cursor,
    }
  }
  return all
}

/** When nothing could be put back the whole call is refused, and tells what stands in its way. */
const checkAnyUndone = ({ rows, skipped }: Undone, blockedBy: readonly Act[]) => {
  if (rows > 0) return
  if (blockedBy.length)
    throw conflict(
      `${namesIn(blockedBy)} changed it since. Undo that first, or undo all together.`,
      { dependents: blockedBy },
      'dependent_acts',
    )
  throw conflict(
    skipped[0] ? `Nothing is left to undo. ${skipped[0].reason}` : 'Nothing is left to undo: it is already as before.',
    { skipped: skipped.slice(0, MOST_TOLD) },
    'nothing_to_undo',
  )
}

const namesIn = (acts: readonly Act[]) => {
  const names = [...new Set(acts.map(({ actor }) => actor.name))]
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]
}

const toActs = async (tenant: Tenant, all: readonly Change[]): Promise<Act[]> => {
  const names = await staffNames(
    tenant,
    all.flatMap(({ actor_id }) => actor_id ?? []),
  )
  return all.map(({ change_set, act, at, actor_kind, actor_id }) => ({
    change_set,
    act,
    at,
    actor: {
      kind: actor_kind,
      id: actor_id,
      name: actorName({ actor_kind, actor_name: actor_id === null ? null : (names.get(actor_id) ?? null) }),
    },
  }))
}
