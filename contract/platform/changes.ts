import { Type, type Static } from 'typebox'
import { DateRange, get, Id, Nullable, One, PersonId, PersonRef, post, Timestamp } from '#contract/kit/endpoint.ts'
import { Noun } from '#contract/kit/history.ts'

/** For how many days an act can be undone. */
export const UNDO_DAYS = 30

/** The sections of the configuration that have a history of their own. */
export const CONFIGURATION_SECTIONS = [
  'working_time',
  'forms',
  'routing',
  'reasons',
  'statuses',
  'sources',
  'enquiry_checks',
  'kept',
  'sales_email',
  'notifications',
  'catalogue',
  'site',
  'mail',
  'permissions',
] as const
export type ConfigurationSection = (typeof CONFIGURATION_SECTIONS)[number]

const ChangeSetId = Type.String({
  maxLength: 36,
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
})
const BySet = Type.Object({ changeSet: ChangeSetId })

/** An act by its name, and who did it when; what a sentence about it needs. */
const Act = Type.Object({
  change_set: Type.String(),
  /** `area.verb`; of an undo, what it took back. */
  act: Type.String(),
  at: Timestamp,
  actor: Type.Object({ kind: Type.String(), id: Nullable(Type.Integer()), name: Type.String() }),
})
export type Act = Static<typeof Act>

/** Something that an act was about, where the caller may see it. */
export const Changed = Type.Object({
  entity: Type.String(),
  noun: Noun,
  id: Type.Integer(),
  name: Type.String(),
  /** What its page calls it, "No. 1737", and the page; null for what has none. */
  label: Nullable(Type.String()),
  href: Nullable(Type.String()),
})
export type Changed = Static<typeof Changed>

/** All that one act changed, in short. */
export const RecentChange = Type.Object({
  ...Act.properties,
  id: Type.Integer(),
  /** The act in words, with a star for what it was done to: "Validated *"; null for one that no area declares. */
  did: Nullable(Type.String()),
  channel: Type.String(),
  reason: Nullable(Type.String()),
  /** How many rows it touched, by what they are. */
  touched: Type.Array(Type.Object({ entity: Type.String(), noun: Noun, verb: Type.String(), rows: Type.Integer() })),
  rows: Type.Integer(),
  /** What it was about, when that was one thing and the caller may see it. */
  about: Nullable(Changed),
  /** The first few of what it was about, when that was several things. */
  among: Type.Array(Changed),
  /** Fields that it changed; not all of them for an act about many rows. */
  fields: Type.Array(Type.String()),
  /** Whether it took back an act, or took back such an undo. */
  undoes: Type.Enum(['nothing', 'act', 'undo']),
  undone: Nullable(Type.Object({ at: Timestamp, by: PersonRef })),
  /** Why the caller cannot undo it; null when they can. */
  not_undoable: Nullable(Type.String()),
})
export type RecentChange = Static<typeof RecentChange>

/** One field of one row, before and after. */
export const FieldChange = Type.Object({
  entity: Type.String(),
  entity_id: Type.Integer(),
  /** What people call such a row, and the field. */
  noun: Type.String(),
  name: Type.String(),
  /** What the row belongs to, by name: the lead of a product line. */
  of: Nullable(Type.String()),
  /** What the row itself is called, where it belongs to nothing else. */
  label: Nullable(Type.String()),
  verb: Type.String(),
  field: Type.String(),
  old: Type.Unknown(),
  new: Type.Unknown(),
})
export type FieldChange = Static<typeof FieldChange>

/** A value that was left as it is, and why. */
export const Skipped = Type.Object({
  entity: Type.String(),
  entity_id: Type.Integer(),
  /** Undefined: the whole row. */
  field: Type.Optional(Type.String()),
  reason: Type.String(),
})
export type Skipped = Static<typeof Skipped>

export const changes = {
  list: get('/marketing/recent_changes', {
    summary: 'Changes by people and rules, newest first',
    permission: 'signed-in',
    query: Type.Object({
      /** All but one's own take changes_undo_others. `people`: what people did, and their imports; `machine`: what rules and schedules did. */
      by: Type.Optional(Type.Enum(['me', 'everybody', 'people', 'machine'])),
      /** Changes by this person alone, in place of `by`. */
      person: Type.Optional(PersonId),
      /** Acts that are called as this one is. */
      act: Type.Optional(Type.String({ maxLength: 80, pattern: '^[a-z-]+\\.[A-Za-z-]+$' })),
      ...DateRange,
      /** All changes to one section of the configuration, of any age. People who may read the section may read these, and no other filter applies. */
      section: Type.Optional(Type.Enum([...CONFIGURATION_SECTIONS])),
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(RecentChange),
      /** Pass as `before` for older ones; null when this is all. */
      next: Nullable(Type.Integer()),
    }),
    failure: 'Failed to fetch data',
  }),
  choices: get('/marketing/recent_change_choices', {
    summary: 'The acts and people by which recent changes can be filtered',
    permission: 'signed-in',
    reply: One(
      Type.Object({
        /** Each sentence once, with one of the acts that it names. */
        acts: Type.Array(Type.Object({ act: Type.String(), did: Type.String() })),
        /** Of one's own changes alone without changes_undo_others: then empty. */
        people: Type.Array(PersonRef),
      }),
    ),
    failure: 'Failed to fetch data',
  }),
  fields: get('/marketing/recent_changes/:changeSet', {
    summary: 'The fields that one act changed',
    permission: 'signed-in',
    params: BySet,
    query: Type.Object({ after: Type.Optional(Id) }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(FieldChange),
      next: Nullable(Type.Integer()),
    }),
    failure: 'Failed to fetch data',
  }),
  undo: post('/marketing/undo_changes', {
    summary: 'Undoes an act at once, or as a job when it is large',
    permission: 'signed-in',
    did: 'Undid changes to *',
    body: Type.Object({
      changeSet: ChangeSetId,
      /** What to do when later acts rest on this one: refuse and name them (usual), take back those that only rules
       *  made of it, or take all of them back. */
      dependents: Type.Optional(Type.Enum(['refuse', 'automatic', 'all'])),
    }),
    reply: One(
      Type.Object({
        change_set: Type.String(),
        /** How many rows are as they were before; null while a large act is still being undone. */
        undone: Nullable(Type.Integer()),
        /** The first hundred of what was left as it is. */
        skipped: Type.Array(Skipped),
        skipped_total: Type.Integer(),
        /** Later acts that were taken back with it. */
        with: Type.Array(Act),
        /** The job that undoes a large act. */
        job: Nullable(Type.Integer()),
      }),
    ),
    failure: 'The change was not undone. Try again.',
  }),
}
