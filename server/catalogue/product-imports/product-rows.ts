import { sql } from 'kysely'
import {
  IMPORTED_ROWS,
  NOTATIONS,
  type ProductImport,
  type ProductImportRow,
} from '#contract/catalogue/product-imports.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { setDiscoverable, whyNotShown } from '#server/catalogue/master-products/discoverable.ts'
import { missingOf } from '#server/catalogue/master-products/queries.ts'
import { KNOWN_NAMES_DUE } from '#server/catalogue/product-demand/fold.ts'
import { addNames, isAdded, problemOf } from '#server/catalogue/product-names/names.ts'
import {
  addProducts,
  foreseeWrites,
  outcomeOf,
  writeProducts,
  type NewProduct,
} from '#server/catalogue/master-products/write.ts'
import type { FieldError } from '#server/kit/errors.ts'
import { sure } from '#server/platform/imports/header-guess.ts'
import type { Became, How, ImportSpec, Reason, ShownRow, Wanted } from '#server/platform/imports/spec.ts'
import { guessColumns, guessNotation, missingColumns } from './columns.ts'
import { productReader, type ImportedProduct } from './product-row.ts'
import { unlikelyOf } from './unlikely.ts'
import { keptProducts, lockImportedProducts, takeBackProducts } from './revert.ts'

type Options = Pick<ProductImport, 'rows_stored' | 'notation'>

/** How rows of files become products, new ones and changes of known ones. */
export const productRows: ImportSpec<Options, ImportedProduct> = {
  entity: 'products',
  noun: 'product',
  readOptions: ({ rows_stored, notation }) => ({
    rows_stored: IMPORTED_ROWS.find((each) => each === rows_stored) ?? 'both',
    notation: NOTATIONS.find((each) => each === notation) ?? 'point',
  }),
  outcomes: ['unchanged', 'left_out'],
  leftOut: ['unchanged', 'left_out'],

  guess: async (tenant, headers) => (await guessColumns(tenant, headers)).map(sure),
  guessOptions: (rows) => ({ notation: guessNotation(rows) }),
  missing: missingColumns,
  reader: (tenant, fields, { notation }) => productReader(tenant, fields, notation),
  knownRows: ({ rows_stored }) => (rows_stored === 'new' ? 'skip' : 'update'),
  refuseRepeat: ({ row, item: { code, gtin } }, earlier) => {
    const what = code === undefined ? 'GTIN' : gtin === undefined ? 'code' : 'code or GTIN'
    return `Row ${row} repeats the ${what} of row ${earlier}.`
  },

  /** By the code, else the GTIN; neither may be twice in a file. */
  keys(rows) {
    const said = rows.flatMap(({ row, item: { code, gtin } }) => [
      ...(code === undefined ? [] : [{ row_no: row, kind: 'code', said: code, finds: true }]),
      ...(gtin === undefined ? [] : [{ row_no: row, kind: 'gtin', said: gtin, finds: code === undefined }]),
    ])
    return sql`
      select row_no, md5(kind || ' ' || fold(said))::uuid as key, kind, said, finds
      from json_to_recordset(${JSON.stringify(said)}::json) as said (row_no int, kind text, said text, finds boolean)`
  },
  stored: ({ companyId }) => sql<number | null>`
    case when keys.finds and keys.kind = 'code' then product_by_code(keys.said)
      when keys.finds then (select p.id from products p where p.company_id = ${companyId} and p.gtin = keys.said and p.deleted_at is null)
    end`,

  preview: (tenant, rows, how) => storeRows(tenant, rows, how, true),
  store: (tenant, rows, how) => storeRows(tenant, rows, how, false),

  lockImported: lockImportedProducts,
  takeBack: takeBackProducts,

  showRows,
  kept: keptProducts,
}

type Row = Wanted<ImportedProduct>

const storeRows = async (
  tenant: Tenant,
  rows: readonly Row[],
  how: How<Options>,
  dryRun: boolean,
): Promise<Became[]> => {
  const became = new Map<Row, Became>()
  const origin = { source: 'import', id: how.importId } as const
  const changed = onceEach(rows, became)
  const added = newRows(rows, how.options, became)
  const edits = changed.map(({ id, row: { item } }) => ({ id, sent: item.sent, onlyEmpty: item.onlyEmpty }))
  const outcomes = dryRun
    ? (await foreseeWrites(tenant, edits)).map(outcomeOf)
    : await writeProducts(tenant, edits, origin)
  const results = await addProducts(
    tenant,
    added.map(({ sent }) => sent),
    origin,
    { dryRun },
  )
  const stored: Stored[] = []
  for (const [at, outcome] of outcomes.entries()) {
    const row = changed[at]?.row
    if (!row) continue
    if (outcome.outcome === 'saved') stored.push({ row, id: outcome.id, added: false, saved: true })
    else if (outcome.outcome === 'unchanged') stored.push({ row, id: outcome.id, added: false, saved: false })
    else if (outcome.outcome === 'refused') became.set(row, refused(row, outcome.fields))
    else became.set(row, rejected('This product was deleted meanwhile.'))
  }
  for (const [at, result] of results.entries()) {
    const row = added[at]?.row
    if (!row) continue
    if ('id' in result) stored.push({ row, id: result.id, added: true, saved: true })
    else became.set(row, refused(row, result.fields))
  }
  const shown = await show(tenant, stored, how, dryRun)
  const named = await giveNames(tenant, stored, dryRun)
  const unlikely = await unlikelyOf(tenant, stored)
  const isSaved = ({ row, saved, id }: Stored) => saved || shown.switched.has(id) || named.added.has(row)
  for (const each of stored) {
    const { row } = each
    const said = (field: string, messages: readonly string[] = []) =>
      messages.map((message): Reason => ({ column: row.item.columnOf.get(field) ?? null, message }))
    const notes = [
      ...said('discoverable', shown.notes.get(row)),
      ...said('names', named.notes.get(row)),
      ...(unlikely.get(row) ?? []).flatMap(({ field, question }) => said(field, [question])),
    ]
    if (notes.length > 0) became.set(row, { notes })
    else if (!isSaved(each)) became.set(row, { outcome: 'unchanged', reasons: [] })
  }
  if (!dryRun) {
    await noteImported(tenant, how.importId, stored.filter(isSaved))
    crashPoint('import.after_products')
  }
  return rows.map((row) => became.get(row))
}

interface Stored {
  row: Row
  id: number
  added: boolean
  /** Something of it was written. */
  saved: boolean
}

/** Rows of known products. By code and by GTIN two rows may mean the same one. */
const onceEach = (rows: readonly Row[], became: Map<Row, Became>) => {
  const first = new Map<number, number>()
  return rows.flatMap((row) => {
    const id = row.known?.id ?? null
    if (id === null) return []
    const earlier = first.get(id)
    if (earlier === undefined) {
      first.set(id, row.row)
      return [{ id, row }]
    }
    became.set(row, rejected(`Row ${row.row} is about the same product as row ${earlier}.`))
    return []
  })
}

const newRows = (rows: readonly Row[], { rows_stored }: Options, became: Map<Row, Became>) =>
  rows.flatMap((row): { row: Row; sent: NewProduct }[] => {
    if ((row.known?.id ?? null) !== null) return []
    const {
      code,
      sent: { name, ...sent },
    } = row.item
    if (rows_stored === 'known') became.set(row, { outcome: 'left_out', reasons: [] })
    else if (code === undefined) became.set(row, rejected('Enter the code.'))
    else if (!name) became.set(row, rejected('Enter the name.'))
    else return [{ row, sent: { ...sent, name, code } }]
    return []
  })

const rejected = (message: string): Became => ({ outcome: 'rejected', reasons: [{ column: null, message }] })
const refused = ({ item: { columnOf } }: Row, fields: readonly FieldError[]): Became => ({
  outcome: 'rejected',
  reasons: fields.map(({ field, message }): Reason => ({ column: columnOf.get(field) ?? null, message })),
})

/** Shows and hides products as their rows say; those that lack something stay hidden, and the row says so. */
const show = async (tenant: Tenant, stored: readonly Stored[], { caller }: How<Options>, dryRun: boolean) => {
  const wanted = stored.filter(({ row }) => row.item.discoverable !== undefined)
  const notes = new Map<Row, string[]>()
  const switched = new Set<number>()
  const now = await shownNow(
    tenant,
    wanted.map(({ id }) => id),
  )
  const differing = wanted.filter(({ row, id }) => row.item.discoverable !== (now.get(id)?.discoverable ?? false))
  if (differing.length > 0 && !caller.can('master_products_toggle_discoverable')) {
    for (const { row } of differing) notes.set(row, ['You need another permission to show or hide products.'])
    return { switched, notes }
  }
  const lacking = differing.filter(({ row, id }) => row.item.discoverable && now.get(id)?.complete === false)
  for (const { id } of differing) switched.add(id)
  if (dryRun) return { switched, notes }
  for (const { id } of lacking) switched.delete(id)
  const missing = await missingOf(
    tenant,
    lacking.map(({ id }) => id),
  )
  for (const { row, id } of lacking)
    notes.set(row, [whyNotShown({ name: now.get(id)?.name ?? '', missing: missing.get(id) ?? [] }) ?? ''])
  for (const discoverable of [true, false]) {
    const ids = differing.filter(({ row, id }) => switched.has(id) && row.item.discoverable === discoverable)
    if (ids.length)
      await setDiscoverable(
        tenant,
        ids.map(({ id }) => id),
        discoverable,
      )
  }
  return { switched, notes }
}

/** Gives products the further names of their rows; one that is another product’s is left out, and the row says so. */
const giveNames = async (tenant: Tenant, stored: readonly Stored[], dryRun: boolean) => {
  const wanted = stored.flatMap(({ row, id, added }) =>
    row.item.names.map((text) => ({ row, text, productId: dryRun && added ? null : id })),
  )
  const outcomes = await addNames(tenant, wanted, { source: 'import', dryRun })
  const problems = wanted.flatMap(({ row }, at) => {
    const problem = problemOf(outcomes[at])
    return problem === undefined ? [] : { row, problem }
  })
  const added = new Set(wanted.flatMap(({ row }, at) => (isAdded(outcomes[at]) ? row : [])))
  if (added.size > 0 && !dryRun) await tenant.due(KNOWN_NAMES_DUE)
  const notes = new Map(
    [...Map.groupBy(problems, ({ row }) => row)].map(([row, all]) => [row, all.map(({ problem }) => problem)]),
  )
  return { added, notes }
}

const shownNow = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, never>()
  const { rows } = await sql<{ id: number; name: string; discoverable: boolean; complete: boolean }>`
    select id, name, discoverable, complete from products where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Notes what was done to each product, for reverting. */
const noteImported = async ({ db, companyId, changeSet }: Tenant, importId: number, stored: readonly Stored[]) => {
  if (stored.length === 0) return
  await sql`
    insert into imported_products (company_id, import_id, product_id, added, change_set)
    select ${companyId}::int, ${importId}::bigint, id, added, ${changeSet}::uuid
    from json_to_recordset(${JSON.stringify(stored.map(({ id, added }) => ({ id, added })))}::json) as r (id bigint, added boolean)
    on conflict do nothing`.execute(db)
}

type Shown = Pick<ProductImportRow, 'known_product' | 'code' | 'name'>

async function showRows({ db, companyId }: Tenant, _caller: unknown, rows: readonly ShownRow[]): Promise<Shown[]> {
  const ids = rows.flatMap(({ known_id }) => known_id ?? [])
  const products = ids.length
    ? await db
        .selectFrom('products')
        .select(['id', 'code', 'name'])
        .where('company_id', '=', companyId)
        .where('id', 'in', ids)
        .execute()
    : []
  const known = new Map(products.map((product) => [product.id, product]))
  return rows.map(({ known_id, cellsOf }) => ({
    known_product: known.get(known_id ?? 0) ?? null,
    code: cellsOf('code') || cellsOf('gtin'),
    name: cellsOf('name', 'name!fill'),
  }))
}
