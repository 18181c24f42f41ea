import type { Permission } from '#contract/kit/endpoint.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { ApiError } from '#web/kit/data/transport.ts'
import { granterWords } from './permission-words.ts'
import { createStore } from '#web/kit/data/store.ts'
import type { ToastAction } from './toast.ts'

/** The keys of which one is missing and about which the person asks; undefined while nobody does. */
export const asked = createStore<readonly PermissionKey[] | undefined>(undefined)

export const keysOf = (need: Permission): readonly PermissionKey[] => {
  if (need === 'public' || need === 'signed-in') return []
  return typeof need === 'string' ? [need] : need
}

export const WHY_NOT = 'Why can’t I see this?'

/** The permissions of which a refused call needed one; none for any other failure. */
const neededBy = (failure: unknown): readonly PermissionKey[] => {
  if (!(failure instanceof ApiError && failure.code === 'forbidden')) return []
  const { needs } = failure.details
  return Array.isArray(needs) ? PERMISSION_KEYS.filter((key) => needs.includes(key)) : []
}

/** "You need the permission “Edit leads”. Ask Meera Krishnan." */
export const missingPermissionSentence = (failure: ApiError): string | undefined => {
  const keys = neededBy(failure)
  const granters: unknown = failure.details['granted_by']
  if (keys.length === 0 || !Array.isArray(granters)) return undefined
  const names = granters.map((each) => String(Object(each).name))
  const ask =
    names.length > 0 ? ` ${granterWords({ people: names.map((name) => ({ name })), total: names.length })}` : ''
  return `You need the permission ${permissionsInWords(keys)}.${ask}`
}

/** The verb beside a refusal for want of a key; undefined for any other failure. */
export const whyNotAction = (failure: unknown): ToastAction | undefined => {
  const keys = neededBy(failure)
  return keys.length > 0 ? { label: WHY_NOT, run: () => asked.set(keys) } : undefined
}
