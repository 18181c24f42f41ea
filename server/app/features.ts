import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Route } from '#server/kit/implement.ts'
import { lazily } from '#server/kit/lazily.ts'
import { undoPermissionOf } from '#server/platform/changes/declared.ts'
import type { PermissionOf } from '#server/platform/changes/may-undo.ts'
import { rulesOf, type Rules } from '#server/platform/changes/rules.ts'
import { made, type DueWork, type Feature, type OriginOf } from '#server/platform/feature.ts'
import { openFiles, type Files } from '#server/platform/files/read.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { NotificationRules } from '#server/platform/notifications/rules.ts'
import type { MailKinds } from '#server/platform/outbox/kind.ts'
import type { ViewedLists } from '#server/platform/saved-views/params.ts'
import { AREAS, LOCK_ORDER } from './areas.ts'
import { notificationRules } from './notification-rules.ts'
import type { Services } from './services.ts'

/** What an area may ask for: the services, and what all areas together come to. */
interface Given extends Services {
  files: Files
  jobKinds(): readonly JobKind[]
  rules(): Rules
  importKeys(): Readonly<Record<string, PermissionKey>>
  permissionOf: PermissionOf
  notificationRules(): NotificationRules
  viewedLists(): ViewedLists
  originsOf(entity: string): readonly OriginOf[]
}

const areas: readonly Feature<Given>[] = AREAS

/** Every area's routes. */
export const features = (services: Services): Route[] => productOf(services).routes()

/** Every area's kinds of jobs. */
export const jobKinds = (services: Services): readonly JobKind[] => productOf(services).given.jobKinds()

/** Every area's waiting work. */
export const dueOf = (services: Services): readonly DueWork[] => {
  const { given } = productOf(services)
  return areas.flatMap((area) => made(area.due, given) ?? [])
}

/** Every area's kinds of mails. */
export const mailKinds = (services: Services): MailKinds => {
  const { given } = productOf(services)
  return Object.fromEntries(areas.flatMap((area) => Object.entries(made(area.mails, given) ?? {})))
}

/** All areas on these services: what each is given, and what it brings along. */
export const productOf = (services: Services) => {
  const given: Given = {
    ...services,
    files: openFiles(services.tenants),
    jobKinds: lazily(() => areas.flatMap((area) => made(area.jobs, given) ?? [])),
    rules: lazily(() =>
      rulesOf(
        areas.flatMap((area) => Object.entries(made(area.entities, given) ?? {})),
        LOCK_ORDER,
      ),
    ),
    importKeys: lazily(() => Object.fromEntries(areas.flatMap(({ imports }) => Object.entries(imports ?? {})))),
    permissionOf: undoPermissionOf,
    notificationRules,
    originsOf: (entity) => areas.flatMap(({ origins }) => origins?.[entity] ?? []),
    viewedLists: lazily(() => Object.fromEntries(areas.flatMap(({ views }) => Object.entries(views ?? {})))),
  }
  const routes = lazily(() => areas.flatMap((area) => made(area.routes, given) ?? []))
  return { given, routes }
}
