import { sql, type RawBuilder } from 'kysely'
import { NOTIFICATION_DAYS, type Notification, type NotificationKind } from '#contract/platform/notifications.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import type { NotificationRule, NotificationRules, Subject } from './rules.ts'

/** A person's older ones are forgotten, however young. */
export const MOST_KEPT = 5_000
/** How many subjects of one line are named. */
const SUBJECTS_NAMED = 5

interface Row {
  id: number
  kind: NotificationKind
  entity: string | null
  unread: boolean
  at: string
  actors: string[]
  actorCount: number
  subjects: Subject[]
  total: number
  gone: number
  detail: object
  excerpt: string | null
}

interface Which {
  /** The rows, of `notifications`, to be told, within a person's. */
  where: RawBuilder<unknown>
  /** Those of them alone that are of this kind. */
  kind?: NotificationKind | undefined
  limit: number
  before?: number | undefined
}

/** Of each kind what its rule says, else otherwise. */
const byKind = <T>(
  { kinds }: NotificationRules,
  pick: (rule: NotificationRule) => RawBuilder<T> | undefined,
  otherwise: RawBuilder<T>,
) => {
  const cases = [...kinds].flatMap(([kind, rule]) => {
    const said = pick(rule)
    return said ? [sql`when ${sql.lit(kind)} then ${said}`] : []
  })
  return cases.length === 0 ? otherwise : sql<T>`case n.kind ${sql.join(cases, sql` `)} else ${otherwise} end`
}

const ALWAYS = sql<boolean>`true`

const mayRead = (rule: NotificationRule) =>
  rule.mayRead ??
  (rule.permission &&
    sql<boolean>`exists (select from staff s where s.id = n.person_id and ${sql.lit(rule.permission)} = any (s.permissions))`)

/**
 * Whether a notification `n` that is unread still holds: leads that somebody else has now were given in vain, a comment or a verdict may
 * have been undone.
 */
export const stands = (rules: NotificationRules, companyId: number) =>
  byKind(
    rules,
    (rule) =>
      rule.holds ? sql<boolean>`(${mayRead(rule) ?? ALWAYS} and ${rule.holds(companyId, rules.entities)})` : undefined,
    sql`exists (
      select from (select array(select id from ${subjects(rules, companyId)} subject) as ids offset 0) subject
      where ${standsFor(rules, companyId, sql`any (subject.ids)`)})`,
  )

/**
 * What `n` is about, as what it has become. Rows are looked up by these as values (offset 0): under row-level security an expression
 * would make it look at all of them.
 */
const subjects = ({ entities }: NotificationRules, companyId: number) => {
  const moving = [...entities].flatMap(([entity, { now }]) => (now ? [{ entity, ids: now(companyId) }] : []))
  const moved = moving.map(
    ({ entity, ids }) => sql`select id from (${ids}) moved where n.entity = ${sql.lit(entity)} union all`,
  )
  return sql`(${sql.join(moved, sql` `)}
    select told.id from unnest(n.subject_ids) told (id) where n.entity <> all (${moving.map(({ entity }) => entity)}::text[]) offset 0)`
}

/** The same of a subject, or of any of some. */
const standsFor = (rules: NotificationRules, companyId: number, subject: RawBuilder<unknown>) =>
  byKind(rules, ({ holdsFor }) => holdsFor?.(companyId, subject), ALWAYS)

/** The row of each subject, where the caller may see it. */
const shown = ({ entities }: NotificationRules, companyId: number, caller: Caller) =>
  sql.join(
    [...entities].map(
      ([entity, rule]) =>
        sql`select * from (${rule.shown(companyId, caller)}) found where g.entity = ${sql.lit(entity)}`,
    ),
    sql` union all `,
  )

/** What the bell counts. */
export const UNREAD = sql<boolean>`n.in_app and n.read_at is null`

/** The newest of a person's notifications `n` that meet this: what the lists tell, and the bell counts. */
export const kept = (companyId: number, personId: unknown, where: RawBuilder<unknown>) => sql`
  select n.* from notifications n
  where n.company_id = ${companyId} and n.person_id = ${personId} and ${where}
    and n.created_at > now() - make_interval(days => ${NOTIFICATION_DAYS})
  order by n.id desc limit ${MOST_KEPT}`

/** A notification with its address for an email. */
export type Telling = Notification & { link: string | null }

/**
 * A person's notifications in lines, the newest first: what is of one kind, about one thing, and unread or read
 * together. Labels come from the subjects as they are now, and only from those that the person may see now.
 */
export const tellings = async (
  rules: NotificationRules,
  { db, companyId }: Tenant,
  caller: Caller,
  { where, kind, limit, before = Number.MAX_SAFE_INTEGER }: Which,
): Promise<Telling[]> => {
  const { personId } = caller
  const excerpt = byKind<string | null>(
    rules,
    (rule) => (typeof rule.excerpt === 'function' ? rule.excerpt(companyId, caller, rules.entities) : undefined),
    sql`null`,
  )
  const { rows } = await sql<Row>`
    with mine as materialized (
      select * from (${kept(companyId, personId, where)}) n
      where ${kind === undefined ? sql`true` : sql`n.kind = ${kind}`} and case when n.read_at is null then ${stands(rules, companyId)}
        else ${byKind(rules, mayRead, ALWAYS)} end
    ), lines as materialized (
      select max(id) as id, kind, thing, entity, read_at, max(created_at) as at, count(distinct actor_id)::int as actor_count
      from mine group by kind, thing, entity, read_at having max(id) < ${before} order by 1 desc limit ${limit}
    )
    select g.id, g.kind, g.entity, g.read_at is null as unread, g.at, n.detail, g.actor_count as "actorCount",
      coalesce(actors.names, '{}') as actors, coalesce(things.subjects, '[]') as subjects, things.total, things.gone, ${excerpt} as excerpt
    from lines g
    join mine n on n.id = g.id
    left join lateral (
      select array_agg(s.name order by a.newest desc) as names from (
        select n.actor_id, max(n.id) as newest from mine n
        where ${sameLine} and n.actor_id is not null group by n.actor_id order by 2 desc limit 3
      ) a join staff s on s.id = a.actor_id
    ) actors on true
    left join lateral (
      select count(*)::int as total, (count(*) - count(t.id))::int as gone,
        json_agg(json_build_object('id', t.id, 'label', t.label, 'note', t.note, 'facts', t.facts) order by t.place)
          filter (where t.id is not null and t.place <= ${SUBJECTS_NAMED}) as subjects
      from (
        select shown.*, row_number() over (order by shown.id is null, subject.newest desc, shown.id desc) as place
        from (
          select subject.id, max(n.id) as newest from mine n, lateral ${subjects(rules, companyId)} subject
          where ${sameLine} and (n.read_at is not null or ${standsFor(rules, companyId, sql`subject.id`)})
          group by subject.id
        ) subject
        left join lateral (${shown(rules, companyId, caller)}) shown on true
      ) t
    ) things on true
    order by g.id desc`.execute(db)
  return rows.map((row) => toTelling(rules, caller, row))
}

const sameLine = sql`n.kind = g.kind and n.thing = g.thing and n.read_at is not distinct from g.read_at`

const toTelling = ({ entities, kinds }: NotificationRules, caller: Caller, row: Row): Telling => {
  const { id, kind, unread, at, total, gone, detail } = row
  const entity = row.entity === null ? undefined : entities.get(row.entity)
  const rule = kinds.get(kind)
  const [first] = row.subjects
  const only = total === 1 ? first : undefined
  return {
    id,
    kind,
    unread,
    at,
    words: rule?.words({ ...row, noun: entity?.noun ?? NO_NOUN }) ?? [],
    excerpt: rule?.excerpt === 'label' ? (first?.label ?? null) : row.excerpt,
    href: (rule?.href ? rule.href(detail, caller) : only && entity?.href(only, caller)) ?? null,
    noun: entity?.noun ?? null,
    subjects: row.subjects.map((subject) => ({
      id: subject.id,
      label: subject.label,
      note: subject.note,
      href: entity?.href(subject, caller) ?? null,
    })),
    total,
    gone,
    link: (only && entity?.link?.(only.id)) ?? null,
  }
}

const NO_NOUN = { one: 'row', many: 'rows' }
