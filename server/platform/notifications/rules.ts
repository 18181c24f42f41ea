import type { RawBuilder } from 'kysely'
import type { Noun } from '#contract/kit/history.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { NOTIFICATION_KINDS, type Notification, type NotificationKind } from '#contract/platform/notifications.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Caller } from '#server/kit/auth.ts'

// What areas declare of their notifications. `n` is a row of `notifications`, `subject.id` one of what it is about.

export type Words = Notification['words']

/** A subject that the person may see now; `facts`: what sentences and addresses need beside its label. */
export interface Subject<Facts = object> {
  id: number
  label: string
  note: string | null
  facts: Facts
}

/** What a sentence is made of. */
export interface Told<Detail = object, Facts = object> {
  /** Who did it, the newest first, and how many there are in all. */
  actors: readonly string[]
  actorCount: number
  noun: Noun
  subjects: readonly Subject<Facts>[]
  total: number
  gone: number
  /** Of the newest. */
  detail: Detail
}

/** What notifications can be about. */
export interface NotifiedEntity<Facts = object> {
  noun: Noun
  /** A query of the `id`s that the subjects of `n` have become; undefined: they stay what they are. */
  now?(companyId: number): RawBuilder<unknown>
  /** A query of `id`, `label`, `note` and `facts` of the row `subject.id`, where the caller may see it. */
  shown(companyId: number, caller: Caller): RawBuilder<unknown>
  /** Where the caller finds it. */
  href(subject: Subject<Facts>, caller: Caller): string | undefined
  /** Where whoever opens an email later finds it; undefined: in the list of notifications. */
  link?(id: number): string
  /** Its comments, and whether the caller may read one, `c`. */
  comments?: { table: keyof Tables; readable(companyId: number, caller: Caller): RawBuilder<boolean> }
}

export type NotifiedEntities = ReadonlyMap<string, NotifiedEntity>

/** A kind of notification. What no longer holds drops out of what is unread. */
export interface NotificationRule<Detail = object, Facts = object> {
  /** The sentence, for the screen and for the mail alike. */
  words(told: Told<Detail, Facts>): Words
  /** What is quoted below the sentence: the label of the subject, or a text. */
  excerpt?: 'label' | ((companyId: number, caller: Caller, entities: NotifiedEntities) => RawBuilder<string | null>)
  /** Where the line leads; undefined: to its one subject. */
  href?(detail: Detail, caller: Caller): string | undefined
  /** It reaches nobody but who has this permission. */
  permission?: PermissionKey
  /** Whether the person of `n` may still read it; undefined: as long as they have the permission. */
  mayRead?: RawBuilder<boolean>
  /** Whether `n` still holds. */
  holds?(companyId: number, entities: NotifiedEntities): RawBuilder<boolean>
  /** Whether it still holds for this subject, or for any of some; it holds while it does for one. */
  holdsFor?(companyId: number, subject: RawBuilder<unknown>): RawBuilder<boolean>
}

/** What an area declares. */
export interface DeclaredNotifications {
  entities?: Readonly<Record<string, NotifiedEntity>>
  kinds?: Readonly<Partial<Record<NotificationKind, NotificationRule>>>
}

/** What all areas declare. */
export interface NotificationRules {
  entities: NotifiedEntities
  kinds: ReadonlyMap<string, NotificationRule>
}

export const notificationRulesOf = (declared: readonly DeclaredNotifications[]): NotificationRules => {
  const kinds = new Map(declared.flatMap((area) => Object.entries(area.kinds ?? {})))
  const missing = NOTIFICATION_KINDS.filter((kind) => !kinds.has(kind))
  if (missing.length > 0) throw new Error(`No area declares these kinds of notifications: ${missing.join(', ')}`)
  return { entities: new Map(declared.flatMap((area) => Object.entries(area.entities ?? {}))), kinds }
}
