import type { Permission } from '#contract/kit/endpoint.ts'
import { UNDO_DAYS } from '#contract/platform/changes.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { neverUndone as neverUndoneTable } from './declared.ts'
import { keysOf, mayCall, type Caller } from '#server/kit/auth.ts'
import { conflict } from '#server/kit/errors.ts'
import { forbidden } from '#server/kit/forbidden.ts'
import type { Head } from './heads.ts'

/** What it takes to do an act today; undefined for one that cannot be undone by its name. */
export type PermissionOf = (act: string) => Permission | undefined

type Refusal = { needs: readonly PermissionKey[] } | { code: string; sentence: string }

/** Why the caller cannot undo an act; undefined when they can. */
export const refusalOf = (caller: Caller, permissionOf: PermissionOf, head: Head): Refusal | undefined => {
  const never = neverUndone(head)
  if (never) return never
  if (head.undone) return { code: 'undone', sentence: `${head.undone.by.name || 'Someone'} has already undone it.` }
  if (head.too_old) return { code: 'too_old', sentence: `It is more than ${UNDO_DAYS} days old and can’t be undone.` }
  return missingRight(caller, permissionOf, head)
}

/** What is undone in another way, or in none. */
export const neverUndone = ({ touched }: Head): Refusal | undefined => {
  const sentence = touched.flatMap(({ entity }) => neverUndoneTable(entity) ?? [])[0]
  return sentence === undefined ? undefined : { code: 'not_undoable', sentence }
}

/** By the rights of today: the act's own key, and changes_undo_others for what somebody else or a rule has done. */
export const missingRight = (
  caller: Caller,
  permissionOf: PermissionOf,
  { actor_kind, actor_id, acts }: Pick<Head, 'actor_kind' | 'actor_id' | 'acts'>,
): Refusal | undefined => {
  const own = actor_kind === 'person' && actor_id === caller.personId
  if (!own && !caller.can('changes_undo_others')) return { needs: ['changes_undo_others'] }
  for (const act of acts) {
    const permission = permissionOf(act)
    if (permission === undefined) return { code: 'not_undoable', sentence: 'This kind of change can’t be undone here.' }
    if (!mayCall(caller, permission)) return { needs: keysOf(permission) }
  }
  return undefined
}

export const refuse = async (tenant: Tenant, refusal: Refusal) => {
  if ('needs' in refusal) throw await forbidden(tenant, refusal.needs)
  throw conflict(refusal.sentence, undefined, refusal.code)
}

/** The refusal as a sentence beside the act. */
export const sentenceOf = (refusal: Refusal) =>
  'needs' in refusal ? `You need the permission ${permissionsInWords(refusal.needs)}.` : refusal.sentence
