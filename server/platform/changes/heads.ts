import { sql, type RawBuilder } from 'kysely'
import { UNDO_DAYS } from '#contract/platform/changes.ts'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Root } from './change-set.ts'
import { isHalfDone } from './undos.ts'

/** A change set by its newest row, with what came of it. */
export interface Head {
  id: number
  change_set: string
  act: string
  at: string
  actor_kind: 'person' | 'system' | 'import' | 'rule'
  actor_id: number | null
  actor_name: string | null
  channel: string
  reason: string | null
  touched: { entity: string; verb: string; rows: number }[]
  rows: number
  /** Null when it touched several. */
  root: string | null
  root_id: number | null
  /** The first few of what it touched, where that was several things. */
  among: Root[]
  fields: string[]
  /** Null also when the undo ended half-way. */
  undone: { at: string; by: PersonRef } | null
  /** Whether it took back an act, or took back such an undo. */
  undoes: 'nothing' | 'act' | 'undo'
  /** What was done at the beginning: its own act, or those that it took back, or put into force again. */
  acts: string[]
  too_old: boolean
}

/** Whose changes are wanted: of one person, of all people, of no person, or of everybody. */
type By = number | 'everybody' | 'people' | 'machine'

interface Wanted {
  by: By
  /** Whether a person's imports are theirs. */
  withImports: boolean
  /** Undefined: all that there are. */
  acts: readonly string[] | undefined
  /** The first moment that counts, and the first after those; undefined: as far as an act can be undone, and until now. */
  begin: RawBuilder<unknown> | undefined
  end: RawBuilder<unknown> | undefined
  before: number
  limit: number
}

/** The newest change sets below a row of the history, of the last days in which they can be undone. */
export const headsBefore = (
  tenant: Tenant,
  { by, withImports, acts, begin, end, before, limit }: Wanted,
): Promise<Head[]> => {
  const { companyId } = tenant
  const since = begin === undefined ? OLDEST : sql`greatest(${OLDEST}, ${begin})`
  const until = end === undefined ? sql`true` : sql`c.at < ${end}`
  const wanted = sql`c.company_id = ${companyId} and ${madeBy(by, withImports)}`
  const newest = (which: RawBuilder<unknown>) => {
    const next = (act: RawBuilder<unknown>) => sql`
      select c.id, c.change_set, c.at from changes c
      where ${wanted} and ${act} and ${which} and c.id >= (select id from floor) order by c.id desc limit 1`
    // Act by act: in all of them together the rows are not in order.
    return acts === undefined
      ? next(sql`true`)
      : sql`select found.* from unnest(${acts}::text[]) a (act) cross join lateral (${next(sql`c.act = a.act`)}) found
          order by found.id desc limit 1`
  }
  // From one act to the next, past all the rows of each; one that comes up again further down was told already.
  return heads(
    tenant,
    sql`
      with recursive floor as materialized (
        select min(id) as id from (
          select id from changes where company_id = ${companyId} and at > ${since} order by at limit ${OUT_OF_ORDER}) first
      ), roof as materialized (
        select ${
          end === undefined
            ? sql`${before}::bigint`
            : sql`least(${before}::bigint, (select coalesce(max(id) + 1, 0) from (
                select id from changes where company_id = ${companyId} and at < ${end} order by at desc limit ${OUT_OF_ORDER}) last))`
        } as id
      ), walk as (
        (select r.* from (${newest(sql`c.id < (select id from roof)`)}) r)
        union all
        select next.* from walk cross join lateral (${newest(sql`c.id < walk.id and c.change_set <> walk.change_set`)}) next
      )
      select c.id from walk c
      where c.at > ${since} and ${until} and c.id = (
        select max(e.id) from changes e where e.company_id = ${companyId} and e.change_set = c.change_set)
      limit ${limit}`,
  )
}

const madeBy = (by: By, withImports: boolean) => {
  if (by === 'everybody') return sql`true`
  if (by === 'people') return sql`c.actor_kind in ('person', 'import')`
  if (by === 'machine') return sql`c.actor_kind in ('system', 'rule')`
  return withImports
    ? sql`c.actor_id = ${by} and c.actor_kind in ('person', 'import')`
    : sql`c.actor_id = ${by} and c.actor_kind = 'person'`
}

/** The same of the acts about a few settings, also those that cannot be undone any more: their whole history is short. */
export const headsAbout = (
  tenant: Tenant,
  { roots, before, limit }: { roots: readonly string[]; before: number; limit: number },
): Promise<Head[]> =>
  heads(
    tenant,
    sql`
      select max(c.id) as id from changes c
      where c.company_id = ${tenant.companyId} and c.root = any(${roots}) and c.id < ${before}
      group by c.change_set order by 1 desc limit ${limit}`,
  )

export const headOf = async (tenant: Tenant, changeSet: string): Promise<Head | undefined> => {
  const [head] = await heads(
    tenant,
    sql`select max(id) as id from changes where company_id = ${tenant.companyId} and change_set = ${changeSet}`,
  )
  return head
}

/** Rows come nearly in the order of their time: so many are looked at for the first of a day, and for the last. */
const OUT_OF_ORDER = 100

/** The first moment from which an act can be undone. */
export const OLDEST = sql`now() - make_interval(days => ${UNDO_DAYS})`

/** How many rows of an act are looked at for the fields that it changed, and for what it was about. */
const FIELDS_FROM = 20
/** So many of several things are named. */
const NAMED = 3

const heads = async ({ db, companyId }: Tenant, newest: RawBuilder<unknown>): Promise<Head[]> => {
  const { rows } = await sql<Head>`
    with newest as materialized (${newest}),
    head as materialized (
      select c.id, c.change_set, c.act, c.at, c.actor_kind, c.actor_id, c.channel,
        reason_in_words(c.company_id, c.reason) as reason
      from newest n join changes c on c.company_id = ${companyId} and c.id = n.id
    )
    select h.*, s.name as actor_name, t.touched, t.rows, t.root, t.root_id, coalesce(f.fields, '{}') as fields,
      case when t.root is null then coalesce(m.among, '[]') else '[]' end as among,
      case when u.id is not null then json_build_object('at', u.at, 'by', json_build_object('id', u.by_person, 'name', coalesce(b.name, ''))) end as undone,
      a.undoes, case a.undoes when 'nothing' then array[h.act] else a.acts end as acts, h.at <= ${OLDEST} as too_old
    from head h
    left join staff s on s.id = h.actor_id
    left join undos u on u.company_id = ${companyId} and u.undone = h.change_set and not ${isHalfDone(companyId)}
    left join staff b on b.id = u.by_person
    cross join lateral (
      select json_agg(json_build_object('entity', g.entity, 'verb', g.verb, 'rows', g.rows) order by g.newest desc) as touched,
        sum(g.rows)::int as rows,
        case when min(g.root) = max(g.max_root) and min(g.root_id) = max(g.max_root_id) then min(g.root) end as root,
        case when min(g.root) = max(g.max_root) and min(g.root_id) = max(g.max_root_id) then min(g.root_id) end as root_id
      from (
        select entity, verb, count(*)::int as rows, max(id) as newest, min(root) as root, max(root) as max_root,
          min(root_id) as root_id, max(root_id) as max_root_id
        from changes where company_id = ${companyId} and change_set = h.change_set group by entity, verb
      ) g
    ) t
    left join lateral (
      select json_agg(json_build_object('root', root, 'root_id', root_id) order by first) as among from (
        select root, root_id, min(id) as first from (
          select root, root_id, id from changes where company_id = ${companyId} and change_set = h.change_set order by id limit ${FIELDS_FROM}
        ) c group by root, root_id order by first limit ${NAMED}
      ) c
    ) m on true
    left join lateral (
      select array_agg(distinct key) as fields from (
        select c.fields, c.personal from changes c
        where c.company_id = ${companyId} and c.change_set = h.change_set and c.verb = 'updated' order by c.id limit ${FIELDS_FROM}
      ) c
      left join change_values v on v.company_id = ${companyId} and v.digest = c.personal,
      jsonb_object_keys(c.fields || coalesce(v.fields, '{}')) key
    ) f on true
    cross join lateral (
      with recursive undoes as (
        select x.undone, 1 as depth from undos x where x.company_id = ${companyId} and x.change_set = h.change_set
        union
        select x.undone, undoes.depth + 1 from undoes join undos x on x.company_id = ${companyId} and x.change_set = undoes.undone
      )
      select case when max(depth) is null then 'nothing' when max(depth) % 2 = 1 then 'act' else 'undo' end as undoes, array(
        select distinct (select c.act from changes c where c.company_id = ${companyId} and c.change_set = e.undone limit 1)
        from undoes e where not exists (select from undos x where x.company_id = ${companyId} and x.change_set = e.undone)
      ) as acts
      from undoes
    ) a
    order by h.id desc`.execute(db)
  return rows
}
