import { feature } from '#server/platform/feature.ts'
import { undoJob } from './large.ts'
import type { PermissionOf } from './may-undo.ts'
import { changeRoutes } from './routes.ts'
import type { Rules } from './rules.ts'

interface Given {
  rules(): Rules
  permissionOf: PermissionOf
}

export const changes = feature({
  routes: ({ rules, permissionOf }: Given) => changeRoutes({ rules: rules(), permissionOf }),
  jobs: ({ rules }: Given) => [undoJob(rules())],
})
