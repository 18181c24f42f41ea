import { myPermissions } from '#contract/platform/my-permissions.ts'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import { grantersByKey } from '#server/kit/forbidden.ts'
import { implement } from '#server/kit/implement.ts'

export const myPermissionRoutes = implement('my-permissions', myPermissions, {
  async granters({ tenant }) {
    const known = await grantersByKey(tenant, PERMISSION_KEYS)
    return { data: PERMISSION_KEYS.map((key) => ({ key, ...(known.get(key) ?? { people: [], total: 0 }) })) }
  },
})
