import { sql } from 'kysely'
import { labelOfField } from '#contract/catalogue/master-products.ts'
import type { ProductPicture } from '#contract/catalogue/product-pictures.ts'
import type { ListedMasterProduct, MasterProduct, Missing } from '#contract/catalogue/product.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned, shapesOf } from '#server/db/transaction.ts'
import { picturesOf } from '#server/catalogue/product-pictures/queries.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import type { Caller } from '#server/kit/auth.ts'
import { inWords, pageBounds, paginationOf, startingWith } from '#server/kit/page.ts'
import { idsIn, idsOf, pageFromTheTop, type PageOfIds } from '#server/platform/counted-lists/page.ts'
import { filterOf, listed, PRODUCT_LIST, type ProductFilter, type ProductQuery } from './filter.ts'
import { valuesReader } from './list-values.ts'
import { pageFound, saying, type WantedPage } from './search.ts'
import { pageOf, sortingOf } from './sorting.ts'

/** What a query lists, and in which order: for whoever takes all of it. */
export const inOrder = async (tenant: Tenant, caller: Caller, query: ProductQuery) => {
  const filter = await filterOf(tenant, caller.timeZone, query)
  const { order } = await sortingOf(tenant, query, filter.counted)
  const matching = listed(tenant, filter)
  return { matching: filter.search === undefined ? matching : sql`${matching} and ${saying(filter.search)}`, order }
}

/** All that a page of the list hangs on: who asks for the same has the same page. */
interface Listed {
  timeZone: string
  query: ProductQuery
}

const wantedPage = async (tenant: Tenant, { timeZone, query }: Listed) => {
  const { page, limit, offset } = pageBounds(query)
  const filter = await filterOf(tenant, timeZone, query)
  return {
    page,
    filter,
    wanted: {
      matching: listed(tenant, filter),
      sorting: await sortingOf(tenant, query, filter.counted),
      limit,
      offset,
    },
  }
}

export const productList = async (tenant: Tenant, pictures: Pictures, asked: Listed) => {
  const { page, filter, wanted } = await wantedPage(tenant, asked)
  const read = await shownWith(tenant, pictures, asked.query.values ?? [])
  const { data, total } = isCounted(filter)
    ? await pageFromTheTop(
        tenant,
        PRODUCT_LIST,
        filter.counted,
        (something) => pageOf(wanted.sorting, { ...wanted, matching: sql`${wanted.matching} and ${something}` }),
        (slot) => read(idsIn(slot)),
      )
    : await countedEachTime(tenant, filter, wanted, read)
  return { data, pagination: paginationOf(page, wanted.limit, total) }
}

/** Reads the rows of a page with their pictures and the values of these attributes: all at once, and of a page whose ids nobody has to wait for. */
const shownWith = async (tenant: Tenant, pictures: Pictures, codes: readonly string[]) => {
  const valuesOf = await valuesReader(tenant, codes)
  return async (page: PageOfIds): Promise<ListedMasterProduct[]> => {
    const [rows, images, values] = await Promise.all([
      productRows(tenant, page),
      picturesOf(tenant, pictures, page),
      valuesOf(page),
    ])
    return rows.map((row) => ({ ...row, image: firstOf(images, row.id), values: values.get(row.id) ?? {} }))
  }
}

/** Whether a stored count says how many there are. */
const isCounted = ({ further, search }: ProductFilter) => further.length === 0 && search === undefined

const countedEachTime = async <Row>(
  tenant: Tenant,
  filter: ProductFilter,
  wanted: WantedPage,
  read: (page: PageOfIds) => Promise<Row[]>,
) => {
  const { ids, total } = await idsAndTotal(tenant, filter, wanted)
  return { data: await read(idsOf(ids)), total }
}

const idsAndTotal = async (tenant: Tenant, { search }: ProductFilter, wanted: WantedPage) => {
  if (search !== undefined) return pageFound(tenant, search, wanted)
  const { rows } = await sql<{ total: number; ids: number[] }>`
    select (select count(*) from products p where ${wanted.matching}) as total,
      array(${pageOf(wanted.sorting, wanted)}) as ids`.execute(tenant.db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** The first page without how many there are, and its ids with how many there are: what the list is measured against. */
export const firstPage = async (tenant: Tenant, asked: Listed) => {
  const { filter, wanted } = await wantedPage(tenant, asked)
  const found = filter.search === undefined ? wanted.matching : sql`${wanted.matching} and ${saying(filter.search)}`
  const ids = sql<{ id: number }>`${pageOf(wanted.sorting, { ...wanted, matching: found })}`
  return {
    async rows() {
      const { rows } = await ids.execute(tenant.db)
      return productRows(tenant, idsOf(rows.map(({ id }) => id)))
    },
    idsAndTotal: () => idsAndTotal(tenant, filter, wanted),
  }
}

/** A row of the list but for its picture. */
export type BareProduct = Omit<MasterProduct, 'image'>

const firstOf = (images: ReadonlyMap<number, readonly ProductPicture[]>, id: number) => {
  const first = images.get(id)?.[0]
  return first ? { small: first.small, alt: first.alt } : null
}

interface Row extends Omit<BareProduct, 'missing' | 'missing_count' | 'completeness' | 'gap' | 'last_change'> {
  lacks: string[] | null
  changed_at: string
  changed_by: string | null
}

/**
 * The rows of a page `(id, place)`. What each lacks is looked up, not read from the stored counts: those, which filter and sort the list,
 * may be in the middle of a recount.
 */
const productRows = async ({ db, companyId }: Tenant, page: PageOfIds): Promise<BareProduct[]> => {
  const query = sql<Row>`
    with page as materialized (select id, place from ${page} as page (id, place)),
    needs as materialized (
      select r.id, count(*) as required, count(*) filter (where r.filled) as filled,
        array_agg(coalesce(a.label, r.code) order by a.position nulls first, a.id) filter (where not r.filled) as lacks
      from product_requirements(array(select id from page)) r
      left join product_attributes a on a.company_id = ${companyId} and a.id = r.attribute_id
      group by r.id
    )
    select p.id, p.code, p.name, p.category_id, c.name as category, p.brand, p.unit, n.required, n.filled, n.lacks, p.discoverable, p.version,
      coalesce(d.asked_30, 0) as leads_30, coalesce(d.asked_90, 0) as leads_90, coalesce(d.valid_90, 0) as valid_90,
      coalesce(d.decided_90, 0) as decided_90,
      (select count(*) from vendor_updates u where u.company_id = p.company_id and u.product_id = p.id
        and u.status in ('pending', 'needs_info')) as open_vendor_updates,
      p.updated_at as changed_at, last.by as changed_by
    from page
    join products p on p.company_id = ${companyId} and p.id = page.id
    join needs n on n.id = p.id
    left join product_categories c on c.company_id = p.company_id and c.id = p.category_id
    left join product_demand d on d.company_id = p.company_id and d.product_id = p.id
    left join lateral (
      select case h.actor_kind when 'person' then (select s.name from staff s where s.company_id = h.company_id and s.id = h.actor_id)
        when 'import' then 'Import' else 'Leadroom' end as by
      from changes h where h.company_id = p.company_id and h.root = 'products' and h.root_id = p.id
      order by h.id desc limit 1
    ) last on true
    order by page.place`
  const rows = await runPlanned(db, ROWS, query)
  return rows.map(({ lacks, changed_at, changed_by, ...row }) => ({
    ...row,
    completeness: Math.floor((100 * row.filled) / row.required),
    missing: (lacks ?? []).slice(0, MOST_NAMED).map((label) => labelOf(label)),
    missing_count: row.required - row.filled,
    gap: row.discoverable && row.filled < row.required,
    last_change: { at: changed_at, by: changed_by },
  }))
}

/** Planning its joins takes longer than running it. */
const ROWS = shapesOf('product rows')

/** What people call a field of every product; the label of an attribute stays. */
const labelOf = (name: string) => labelOfField(name) ?? name

const MOST_NAMED = 5

/** One product as a row of the list, also a deleted one. */
export const productRow = async (tenant: Tenant, id: number): Promise<BareProduct | undefined> =>
  (await productRows(tenant, idsOf([id])))[0]

/** The same with its picture. */
export const shownProduct = async (
  tenant: Tenant,
  pictures: Pictures,
  id: number,
): Promise<MasterProduct | undefined> => {
  const [row, images] = await Promise.all([productRow(tenant, id), picturesOf(tenant, pictures, idsOf([id]))])
  return row && { ...row, image: firstOf(images, id) }
}

/** All that each of the products must have and lacks: fields of every product first, then attributes in their order. */
export const missingOf = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<Map<number, Missing[]>> => {
  const { rows } = await sql<Missing & { id: number }>`
    select r.id, r.kind, r.code, coalesce(a.label, r.code) as label, coalesce(a.grouped_under, 'Basics') as group, c.name as required_by
    from product_requirements(${ids}::bigint[]) r
    left join product_attributes a on a.company_id = ${companyId} and a.id = r.attribute_id
    left join product_categories c on c.company_id = ${companyId} and c.id = r.required_by
    where not r.filled order by r.id, a.position nulls first, a.id`.execute(db)
  const missing = new Map<number, Missing[]>(ids.map((id) => [id, []]))
  for (const { id, ...each } of rows) missing.get(id)?.push({ ...each, label: labelOf(each.label) })
  return missing
}

const MOST_BRANDS = 20

export const brands = async ({ db, companyId }: Tenant, search = ''): Promise<string[]> => {
  const begins = startingWith(search.trim())
  const { rows } = await sql<{ brand: string }>`
    select brand from products where company_id = ${companyId} and deleted_at is null and brand is not null and fold(brand) like fold(${begins})
    group by brand order by count(*) desc, ${inWords(sql.ref('brand'))} limit ${MOST_BRANDS}`.execute(db)
  return rows.map(({ brand }) => brand)
}
