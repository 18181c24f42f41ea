import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { OPEN_STATUSES } from '#contract/catalogue/vendor-request.ts'
import type { UPDATE_SORTS, VendorUpdateRow, vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, inWords, page, sortColumn, startingWith } from '#server/kit/page.ts'
import type { Selectable } from '#server/platform/selections/select.ts'
import { attributesOf, knownFields, productsNow, type KnownField, type Value } from './known-fields.ts'

export const UPDATES: Selectable = {
  entity: 'vendor_updates',
  alias: 'u',
  none: 'None of these requests exist any more.',
}
export const there = () => sql<boolean>`u.deleted_at is null`

type Query = QueryOf<typeof vendorUpdates.list>
type ListCaller = Pick<Caller, 'timeZone'>

const SORTS: ReadonlyMap<string, string> = new Map<(typeof UPDATE_SORTS)[number], string>([
  ['requestedOn', 'u.requested_on'],
  ['vendor', 'v.name'],
  ['record', 'p.name'],
  ['status', 'u.status'],
  ['decidedOn', 'u.decided_on'],
  ['fields', 'fields'],
])
const WORDS = ['v.name', 'p.name']

/** What the product `p` has now in the field of the row `f`. */
const nowOf = sql`case when f.field like 'attributes.%' then (
    select pv.value from product_attributes a
    join product_values pv on pv.company_id = a.company_id and pv.attribute_id = a.id and pv.filled
    where a.company_id = f.company_id and 'attributes.' || a.code = f.field and pv.product_id = u.product_id)
  else nullif((select to_jsonb(p) -> f.field from products p where p.company_id = u.company_id and p.id = u.product_id), 'null') end`

const conditionsOf = ({ companyId }: Tenant, { timeZone }: ListCaller, query: Query): RawBuilder<boolean>[] => {
  const { status, vendor, product, field, changed_since } = query
  const text = query.search?.trim()
  const pattern = text && sql`fold(${containing(text)})`
  return [
    sql<boolean>`u.company_id = ${companyId}`,
    there(),
    ...withinDays(sql.ref('u.requested_on'), query, timeZone, { from: 'fromDate', to: 'toDate' }),
    ...(status ? [sql<boolean>`u.status = any (${status}::text[])`] : []),
    ...(vendor ? [sql<boolean>`u.vendor_id = any (${vendor}::bigint[])`] : []),
    ...(product === undefined ? [] : [sql<boolean>`u.product_id = ${product}`]),
    ...(field
      ? [
          sql<boolean>`exists (select from vendor_update_fields f
            where f.company_id = u.company_id and f.update_id = u.id and f.field = any (${field}::text[]))`,
        ]
      : []),
    ...(changed_since
      ? [
          sql<boolean>`exists (select from vendor_update_fields f cross join lateral (select ${nowOf} as value) now
            where f.company_id = u.company_id and f.update_id = u.id and f.decision = 'pending'
              and now.value is distinct from f.then_value and now.value is distinct from f.requested)`,
        ]
      : []),
    ...(pattern
      ? [
          sql<boolean>`(fold(u.vendor_name) like ${pattern}
            or exists (select from products s where s.company_id = u.company_id and s.id = u.product_id
              and (fold(s.name) like ${pattern} or fold(s.code) like ${pattern}))
            or exists (select from vendor_update_fields f
              where f.company_id = u.company_id and f.update_id = u.id and fold(f.raw) like ${pattern}))`,
        ]
      : []),
  ]
}

/** What a filter finds, and in which order: for a selection. */
export const updatesInOrder = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const column = sortColumn(query.sort ?? 'requestedOn', SORTS)
  const direction = sql.raw(query.order ?? 'desc')
  const by: Readonly<Record<string, RawBuilder<unknown>>> = {
    'v.name': inWords(sql`(select v.name from vendors v where v.company_id = u.company_id and v.id = u.vendor_id)`),
    'p.name': inWords(sql`(select p.name from products p where p.company_id = u.company_id and p.id = u.product_id)`),
    fields: COUNT,
  }
  const shown = by[column] ?? sql.ref(column)
  return {
    matching: sql`${sql.join(conditionsOf(tenant, caller, query), sql` and `)}`,
    order: sql`${shown} ${direction} nulls last, u.id ${direction}`,
  }
}

const COUNT = sql<number>`(select count(*) from vendor_update_fields f where f.company_id = u.company_id and f.update_id = u.id)`
const OPEN = sql<number>`(select count(*) from vendor_update_fields f
  where f.company_id = u.company_id and f.update_id = u.id and f.decision = 'pending')`

const updates = ({ db, companyId }: Tenant) =>
  db
    .selectFrom('vendor_updates as u')
    .innerJoin('vendors as v', (join) =>
      join.onRef('v.company_id', '=', 'u.company_id').onRef('v.id', '=', 'u.vendor_id'),
    )
    .innerJoin('products as p', (join) =>
      join.onRef('p.company_id', '=', 'u.company_id').onRef('p.id', '=', 'u.product_id'),
    )
    .where('u.company_id', '=', companyId)
    .select([
      'u.id',
      'u.requested_on as requestedOn',
      sql<VendorUpdateRow['vendor']>`jsonb_build_object('id', v.id, 'name', v.name)`.as('vendor'),
      sql<VendorUpdateRow['record']>`jsonb_build_object('id', p.id, 'code', p.code, 'name', p.name)`.as('record'),
      COUNT.as('fields'),
      OPEN.as('open_fields'),
      sql<VendorUpdateRow['status']>`u.status`.as('status'),
      sql<
        VendorUpdateRow['reviewer']
      >`(select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = u.reviewer)`.as('reviewer'),
      'u.decided_on as decidedOn',
      'u.reason',
      'u.version',
    ])

export const updateList = async (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { search: _, ...rest } = query
  const matching = conditionsOf(tenant, caller, query).reduce(
    (found, condition) => found.where(condition),
    updates(tenant),
  )
  const { data, pagination } = await page(matching, rest, {
    sorts: SORTS,
    words: WORDS,
    newestBy: query.sort === undefined ? 'u.requested_on' : 'u.id',
  })
  const changes = await changesOf(tenant, data)
  return { data: data.map((row) => ({ ...row, changes: changes.get(row.id) ?? [] })), pagination }
}

/** One request as a row of the list. */
export const updateRow = async (tenant: Tenant, id: number): Promise<VendorUpdateRow | undefined> => {
  const row = await updates(tenant).where(there()).where('u.id', '=', id).executeTakeFirst()
  return row && { ...row, changes: (await changesOf(tenant, [row])).get(id) ?? [] }
}

export interface StoredField {
  update_id: number
  field: string
  then_value: Value
  requested: Value
  applied: Value
  raw: string | null
  problem: string | null
  decision: 'pending' | 'approved' | 'rejected' | 'superseded'
  reason: string | null
}

/** The fields of some requests in their order. */
export const storedFields = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
  most = Number.MAX_SAFE_INTEGER,
): Promise<StoredField[]> => {
  const { rows } = await sql<StoredField>`
    select update_id, field, then_value, requested, applied, raw, problem, decision, reason from (
      select f.*, row_number() over (partition by f.update_id order by f.position, f.id) as place
      from vendor_update_fields f where f.company_id = ${companyId} and f.update_id = any (${ids}::bigint[])) f
    where place <= ${most} order by update_id, place`.execute(db)
  return rows
}

/** All values of some fields in which options may be named. */
export const saidIn = (rows: readonly StoredField[]) =>
  rows.flatMap(({ then_value, requested, applied }) => [then_value, requested, applied])

/** What is known of these fields, and what the products have now. */
const knowledgeOf = async (tenant: Tenant, productIds: readonly number[], rows: readonly StoredField[]) => {
  const names = [...new Set(rows.map(({ field }) => field))]
  const [products, attributes] = await Promise.all([
    productsNow(tenant, [...new Set(productIds)], names),
    attributesOf(tenant, names),
  ])
  const now = [...products.values()].flatMap(({ values }) => [...values.values()])
  const known = await knownFields(tenant, names, [...saidIn(rows), ...now], attributes)
  return { known, products }
}

/** Both at once. */
export const fieldsOf = async (
  tenant: Tenant,
  requests: readonly { id: number; productId: number }[],
  most?: number,
) => {
  const rows = await storedFields(
    tenant,
    requests.map(({ id }) => id),
    most,
  )
  return {
    rows,
    ...(await knowledgeOf(
      tenant,
      requests.map(({ productId }) => productId),
      rows,
    )),
  }
}

/** How many changes a row of the list shows. */
const SHOWN = 3

const changesOf = async (tenant: Tenant, rows: readonly Pick<VendorUpdateRow, 'id' | 'record'>[]) => {
  const requests = rows.map(({ id, record }) => ({ id, productId: record.id }))
  const productOf = new Map(requests.map(({ id, productId }) => [id, productId]))
  const { rows: stored, known, products } = await fieldsOf(tenant, requests, SHOWN)
  const changes = stored.map((row) => {
    const rule = known.get(row.field)
    const now = products.get(productOf.get(row.update_id) ?? 0)?.values.get(row.field) ?? null
    return {
      update_id: row.update_id,
      change: {
        field: row.field,
        label: rule?.label ?? row.field,
        old_text: rule?.text(row.then_value) ?? null,
        new_text: rule?.text(row.applied ?? row.requested) ?? row.raw,
        changed_since: rule !== undefined && isStale(rule, row, now),
      },
    }
  })
  const byUpdate = Map.groupBy(changes, ({ update_id }) => update_id)
  return new Map([...byUpdate].map(([id, all]) => [id, all.map(({ change }) => change)]))
}

/** Changed since it was asked for, and not to what was asked for. */
export const isStale = (rule: KnownField, { decision, then_value, requested, problem }: StoredField, now: Value) =>
  decision === 'pending' && !rule.same(now, then_value) && (problem !== null || !rule.same(now, requested))

export const isOpen = (status: string): boolean => OPEN_STATUSES.some((open) => open === status)

const MOST_VENDORS = 20

export const vendors = async ({ db, companyId }: Tenant, search = '') => {
  const text = search.trim()
  const like = text.length < 3 ? startingWith(text) : containing(text)
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from vendors where company_id = ${companyId} and fold(name) like fold(${like})
    order by ${inWords(sql.ref('name'))}, id limit ${MOST_VENDORS}`.execute(db)
  return rows
}
