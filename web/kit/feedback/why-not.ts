import type { Permission } from '#contract/kit/endpoint.ts'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { ApiError } from '#web/kit/data/transport.ts'
import { createStore } from '#web/kit/data/store.ts'
import type { ToastAction } from './toast.ts'

/** The keys of which one is missing and about which the person asks; undefined while nobody does. */
export const asked = createStore<readonly PermissionKey[] | undefined>(undefined)

export const keysOf = (need: Permission): readonly PermissionKey[] => {
  if (need === 'public' || need === 'signed-in') return []
  return typeof need === 'string' ? [need] : need
}

export const WHY_NOT = 'Why can’t I see this?'

/** The verb beside a refusal for want of a key; undefined for any other failure. */
export const whyNotAction = (failure: unknown): ToastAction | undefined => {
  if (!(failure instanceof ApiError && failure.code === 'forbidden')) return undefined
  const { needs } = failure.details
  const keys = Array.isArray(needs) ? PERMISSION_KEYS.filter((key) => needs.includes(key)) : []
  return keys.length > 0 ? { label: WHY_NOT, run: () => asked.set(keys) } : undefined
}
