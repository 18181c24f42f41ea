import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Origin } from '#contract/platform/origin.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import type { Route } from '#server/kit/implement.ts'
import type { EntityRules } from '#server/platform/changes/rules.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { LiveTopic } from '#server/platform/live/topic.ts'
import type { DeclaredNotifications, NotificationRules } from '#server/platform/notifications/rules.ts'
import type { MailKinds } from '#server/platform/outbox/kind.ts'
import type { ViewedLists } from '#server/platform/saved-views/params.ts'

/** What an area brings along. The app reads its list of areas, and nothing else, for all that these say. */
export interface Feature<Given> {
  routes?: Made<readonly Route[], Given>
  jobs?: Made<readonly JobKind[], Given>
  /** By each table that it imports rows into: what it takes to see the imports. */
  imports?: Readonly<Record<string, PermissionKey>>
  due?: Made<DueWork, Given>
  /** Its lists that people keep views of. */
  views?: ViewedLists
  /** Its list with exact totals, for `npm run check-totals`. */
  counted?: CountedList<object>
  /** What is kept for some time only, by the act that its history names. */
  forget?: Readonly<Record<string, Forget>>
  /** By the property of `LiveEvent` that tells of it. */
  live?: Made<Readonly<Record<string, LiveTopic>>, NotificationRules>
  /** What it notifies people of. */
  notifications?: DeclaredNotifications
  /** Kinds of mails that it sends. */
  mails?: Made<MailKinds, Given>
  /** What the history and undo have to know of its tables, where the general rules do not do. */
  entities?: Made<Readonly<Record<string, EntityRules>>, Given>
  /** Of what it has made a row of another area, by the entity of that row. */
  origins?: Readonly<Record<string, OriginOf>>
}

/** Undefined where it was made of something else, or of what the caller does not see. */
export type OriginOf = (tenant: Tenant, caller: Caller, id: number) => Promise<Origin | undefined>

/** As it is, or made of what the app has at hand; an area asks for no more of that than it needs. */
type Made<T, Given> = T | ((given: Given) => T)

/** Does what waits for a company, by the kind that `tenant.due` was told. */
type Work = (tenants: Tenants, companyId: number) => Promise<unknown>
type WorkByKind = Readonly<Record<string, Work>>

/** The worker is chosen by who would have to wait for whom. */
export interface DueWork {
  /** On a worker of its own each, since it must wait for nothing else, or nothing else for it. That takes a connection. */
  alone?: WorkByKind
  /** One piece after the other with the short work of all areas. */
  short?: WorkByKind
  /** One piece after the other with what may look at all rows of a company. */
  long?: WorkByKind
  /** On the worker of the long work, where a statement may take longer than a person would wait. It leaves no history. */
  patient?: WorkByKind
}

/** One step of taking away what is old, in a transaction of its own; whether there may be more. */
export type Forget = (tenant: Tenant) => Promise<boolean>

/** The manifest of an area, `feature.ts` in its folder. */
export const feature = <Given = unknown>(it: Feature<Given>): Feature<Given> => it

export const made = <T extends object, Given>(what: Made<T, Given> | undefined, given: Given): T | undefined =>
  typeof what === 'function' ? what(given) : what
