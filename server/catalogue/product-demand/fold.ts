import { sql, type RawBuilder } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'

/** Asked once a statement, not for each row. */
export const TODAY = sql`(select company_today())`

/** So many changed leads are counted in one transaction. */
const AT_ONCE = 5_000

/** The kind of due work that counts leads which have changed. */
export const DEMAND_DUE = 'product-demand'
/** The one that is told of names which have become known. */
export const KNOWN_NAMES_DUE = 'known-names'

/** Counts all leads that have changed, and moves the windows where a day has begun. */
export const foldDemand = async (tenants: Tenants, companyId: number): Promise<void> => {
  const actor = { kind: 'system', channel: 'api', act: 'product-demand.fold' } as const
  while (await tenants.write(companyId, actor, foldSome));
}

/** Counts some of the leads that have changed; whether there may be more. */
export const foldSome = async (tenant: Tenant): Promise<boolean> => {
  const { db, companyId } = tenant
  const state = await lockState(tenant)
  if (state.zone !== state.is_zone) await moveDays(tenant, state.is_zone)
  const { rows } = await sql<Counted>`${countAgain(companyId, state.is_zone)}`.execute(db)
  const [counted] = rows
  const moved = state.zone !== state.is_zone || state.moved
  await refreshProducts(tenant, counted?.products ?? [], moved)
  await refreshNames(tenant, counted?.keys ?? [], moved)
  if (moved) {
    await sql`
      update product_demand_states set zone = ${state.is_zone}, today = company_today() where company_id = ${companyId}`.execute(
      db,
    )
    await tenant.due(DEMAND_DUE, sql`company_days_began(0)`)
  }
  if (counted?.known) await tenant.due(KNOWN_NAMES_DUE)
  return counted?.taken === AT_ONCE
}

interface Counted {
  taken: number
  products: number[]
  keys: string[]
  /** Whether one of the names has become known meanwhile. */
  known: boolean
}

/** One at a time: what two counted of a lead at once would be added twice. */
const lockState = async ({ db, companyId }: Tenant) => {
  await sql`
    insert into product_demand_states (company_id, zone, today) values (${companyId}, company_zone(), '-infinity')
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ zone: string; is_zone: string; moved: boolean }>`
    select zone, company_zone() as is_zone, today <> company_today() as moved
    from product_demand_states where company_id = ${companyId} for update`.execute(db)
  const [state] = rows
  if (!state) throw new Error('A company has no state of its demand')
  return state
}

/** What a lead asks for, by product or by name, as rows of product_asks. */
export const ASKS = (companyId: number, zone: RawBuilder<unknown>, leads: RawBuilder<unknown>) => sql`
  select l.company_id, l.id as lead_id, coalesce(i.product_id, 0) as product_id,
    case when i.product_id is null then product_key(i.product_name) else '' end as key,
    (array_agg(i.product_name order by i.id desc))[1] as text, l.created_at as at, (l.created_at at time zone ${zone})::date as day,
    case when l.status in ('valid', 'invalid') then l.status else 'open' end as state
  from leads l join lead_items i on i.company_id = l.company_id and i.lead_id = l.id
  where l.company_id = ${companyId} and ${leads} and l.deleted_at is null and l.kind = 'enquiry'
  group by 1, 2, 3, 4, l.created_at, l.status`

/** In one statement, of one moment: a lead that changes meanwhile has noted it, and is counted the next time. */
const countAgain = (companyId: number, zone: string) => sql`
  with taken as materialized (
    delete from demand_queue where company_id = ${companyId} and id in (
      select id from demand_queue where company_id = ${companyId} order by id limit ${AT_ONCE})
    returning lead_id
  ), touched as materialized (
    select distinct lead_id from taken
  ), is_now as materialized (
    ${ASKS(companyId, sql`${zone}`, sql`l.id in (select lead_id from touched)`)}
  ), was as materialized (
    select a.* from product_asks a where a.company_id = ${companyId} and a.lead_id in (select lead_id from touched)
  ), gone as (
    delete from product_asks a using was w
    where a.company_id = ${companyId} and (a.lead_id, a.product_id, a.key) = (w.lead_id, w.product_id, w.key)
      and not exists (select from is_now n where (n.lead_id, n.product_id, n.key) = (w.lead_id, w.product_id, w.key))
  ), stored as (
    insert into product_asks as a (company_id, lead_id, product_id, key, text, at, day, state) select * from is_now
    on conflict (company_id, lead_id, product_id, key)
    do update set text = excluded.text, at = excluded.at, day = excluded.day, state = excluded.state
    where (a.text, a.at, a.day, a.state) is distinct from (excluded.text, excluded.at, excluded.day, excluded.state)
  ), days as (
    insert into product_demand_days as d (company_id, product_id, key, day, asked, valid, invalid)
    select ${companyId}::int, product_id, key, day, sum(n), coalesce(sum(n) filter (where state = 'valid'), 0),
      coalesce(sum(n) filter (where state = 'invalid'), 0)
    from (select 1 as n, product_id, key, day, state from is_now union all select -1, product_id, key, day, state from was) changed
    group by product_id, key, day
    having sum(n) <> 0 or coalesce(sum(n) filter (where state = 'valid'), 0) <> 0 or coalesce(sum(n) filter (where state = 'invalid'), 0) <> 0
    order by 2, 3, 4
    on conflict (company_id, product_id, key, day)
    do update set asked = d.asked + excluded.asked, valid = d.valid + excluded.valid, invalid = d.invalid + excluded.invalid
  ), subjects as (
    select product_id, key from is_now union select product_id, key from was
  )
  select (select count(*) from taken) as taken,
    coalesce((select json_agg(product_id) from subjects where key = ''), '[]') as products,
    coalesce((select json_agg(key) from subjects where key <> ''), '[]') as keys,
    exists (select from is_now n join product_synonyms s on s.company_id = ${companyId} and s.key = n.key) as known`

/** The days of another zone begin at another hour: everything is added up again. */
const moveDays = async ({ db, companyId }: Tenant, zone: string) => {
  await sql`
    update product_asks set day = (at at time zone ${zone})::date
    where company_id = ${companyId} and day <> (at at time zone ${zone})::date`.execute(db)
  await sql`delete from product_demand_days where company_id = ${companyId}`.execute(db)
  await sql`
    insert into product_demand_days (company_id, product_id, key, day, asked, valid, invalid) ${SUMS(companyId)}`.execute(
    db,
  )
}

/** The days, as the counted leads add up to them. */
export const SUMS = (companyId: number) => sql`
  select company_id, product_id, key, day, count(*)::int as asked, (count(*) filter (where state = 'valid'))::int as valid,
    (count(*) filter (where state = 'invalid'))::int as invalid
  from product_asks where company_id = ${companyId} group by 1, 2, 3, 4`

/** What the last days of the product `d` add up to, as columns. */
export const WINDOWS = (companyId: number, product: RawBuilder<unknown>) => sql`
  select coalesce(sum(asked) filter (where day > ${TODAY} - 30), 0) as asked_30, coalesce(sum(asked), 0) as asked_90,
    coalesce(sum(valid), 0) as valid_90, coalesce(sum(valid + invalid), 0) as decided_90,
    (select a.at from product_asks a where a.company_id = ${companyId} and a.product_id = ${product} and a.key = ''
      order by a.at desc limit 1) as last_lead_at
  from product_demand_days
  where company_id = ${companyId} and product_id = ${product} and key = '' and day > ${TODAY} - 90`

/** Of these products; where a day has begun, also of all that were asked for within the window. */
const refreshProducts = async ({ db, companyId }: Tenant, ids: readonly number[], all: boolean) => {
  if (ids.length === 0 && !all) return
  await sql`
    update product_demand d set asked_30 = w.asked_30, asked_90 = w.asked_90, valid_90 = w.valid_90, decided_90 = w.decided_90,
      last_lead_at = w.last_lead_at
    from product_demand p cross join lateral (${WINDOWS(companyId, sql`p.product_id`)}) w
    where d.company_id = ${companyId} and p.company_id = ${companyId} and p.product_id = d.product_id
      and (p.product_id = any(${ids}::bigint[]) ${
        all
          ? sql`or p.asked_90 > 0 or p.product_id in (
        select product_id from product_demand_days where company_id = ${companyId} and day > ${TODAY} - 90)`
          : sql``
      })
      and (d.asked_30, d.asked_90, d.valid_90, d.decided_90, d.last_lead_at)
        is distinct from (w.asked_30, w.asked_90, w.valid_90, w.decided_90, w.last_lead_at)`.execute(db)
}

/** What the days of the name `key` add up to, as columns of unmatched_names; no row where nobody asks for it. */
export const NAMES = (companyId: number, key: RawBuilder<unknown>) => sql`
  select d.company_id, d.key, newest.text, sum(d.asked)::int as asked,
    coalesce(sum(d.asked) filter (where d.day > ${TODAY} - 90), 0)::int as asked_90,
    coalesce(sum(d.valid) filter (where d.day > ${TODAY} - 90), 0)::int as valid_90, oldest.at as first_at, newest.at as last_at
  from product_demand_days d
  cross join lateral (select a.text, a.at from product_asks a where a.company_id = ${companyId} and a.product_id = 0 and a.key = ${key}
    order by a.at desc, a.lead_id desc limit 1) newest
  cross join lateral (select a.at from product_asks a where a.company_id = ${companyId} and a.product_id = 0 and a.key = ${key}
    order by a.at limit 1) oldest
  where d.company_id = ${companyId} and d.product_id = 0 and d.key = ${key}
  group by 1, 2, newest.text, oldest.at, newest.at having sum(d.asked) > 0`

const refreshNames = async ({ db, companyId }: Tenant, keys: readonly string[], all: boolean) => {
  if (keys.length === 0 && !all) return
  await sql`
    with wanted as (
      select unnest(${keys}::text[]) as key
      ${all ? sql`union select key from unmatched_names where company_id = ${companyId}` : sql``}
    ), sums as materialized (
      select n.* from wanted w cross join lateral (${NAMES(companyId, sql`w.key`)}) n
    ), gone as (
      delete from unmatched_names u using wanted w
      where u.company_id = ${companyId} and u.key = w.key and not exists (select from sums s where s.key = w.key)
    )
    insert into unmatched_names as u (company_id, key, text, asked, asked_90, valid_90, first_at, last_at) select * from sums
    on conflict (company_id, key) do update set text = excluded.text, asked = excluded.asked, asked_90 = excluded.asked_90,
      valid_90 = excluded.valid_90, first_at = excluded.first_at, last_at = excluded.last_at`.execute(db)
}
