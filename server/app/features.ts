import type { Permission } from '#contract/kit/endpoint.ts'
import { OPEN_ACTS, RULE_ACTS, type PermissionOf } from '#server/leads/changes/may-undo.ts'
import { changeRoutes } from '#server/leads/changes/routes.ts'
import { undoJob } from '#server/leads/changes/large.ts'
import type { Route } from '#server/kit/implement.ts'
import { lazily } from '#server/kit/lazily.ts'
import type { IntakeServices } from '#server/leads/intake/routes.ts'
import { made, type Feature } from '#server/platform/feature.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { AREAS } from './areas.ts'
import { intakeServices } from './intake-services.ts'
import type { Services } from './services.ts'

/** What an area may ask for: the services, and what all areas together come to. */
interface Given extends Services {
  intake: IntakeServices
  jobKinds(): readonly JobKind[]
}

const areas: readonly Feature<Given>[] = AREAS

/** Every area's routes. */
export const features = (services: Services): Route[] => {
  const given = givenBy(services)
  const routes = areas.flatMap((area) => made(area.routes, given) ?? [])
  return [...routes, ...changeRoutes(permissionOfActs(routes), services.auth.forgetAll)]
}

/** Every area's kinds of jobs. */
export const jobKinds = (services: Services): readonly JobKind[] => givenBy(services).jobKinds()

const givenBy = (services: Services): Given => {
  const given: Given = {
    ...services,
    intake: intakeServices(services),
    jobKinds: lazily(() => [...areas.flatMap((area) => made(area.jobs, given) ?? []), undoJob]),
  }
  return given
}

/** What was done by a call is undone by whoever may make that call; what rules did has keys of its own. */
const permissionOfActs = (routes: readonly Route[]): PermissionOf => {
  const known = new Map<string, Permission>([
    ...routes.flatMap(({ kind, name, endpoint }) => (kind === 'tenant' ? [[name, endpoint.permission] as const] : [])),
    ...Object.entries({ ...RULE_ACTS, ...OPEN_ACTS }),
  ])
  return (act) => known.get(act)
}
