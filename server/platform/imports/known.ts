import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { ImportSpec, Known, Lookup, Ready } from './spec.ts'

type Row<Item> = Pick<Ready<Item>, 'row' | 'item'>
type Of<Options extends object, Item> = Pick<ImportSpec<Options, Item>, 'keys' | 'stored' | 'knownBy'>

/** Notes what the rows are known by, so that a later one which says the same is found. The first row that says it counts. */
export const noteKeys = async <Options extends object, Item>(
  tenant: Tenant,
  spec: Of<Options, Item>,
  of: Lookup<Options>,
  rows: readonly Row<Item>[],
) => {
  const { db, companyId } = tenant
  await sql`
    insert into import_keys (company_id, import_id, key, row_no)
    select ${companyId}::int, ${of.importId}::bigint, key, min(row_no) from (${spec.keys(rows, tenant, of)}) keys group by key
    on conflict (company_id, import_id, key) do nothing`.execute(db)
}

/** The rows with what they repeat: what is stored, or earlier rows whose keys are noted. */
export const withKnown = <Options extends object, Item, R extends Row<Item>>(
  tenant: Tenant,
  spec: Of<Options, Item>,
  of: Lookup<Options>,
  rows: readonly R[],
) => withFound(tenant, spec, of, rows, (key) => earlierRow(tenant, of.importId, key))

/** The same for rows of which it was noted before which repeat earlier ones: no other does. */
export const withKnownAgain = async <Options extends object, Item, R extends Row<Item>>(
  tenant: Tenant,
  spec: Of<Options, Item>,
  of: Lookup<Options>,
  rows: readonly R[],
  repeats: (row: number) => boolean,
) => {
  const found = await Promise.all([
    withKnown(
      tenant,
      spec,
      of,
      rows.filter(({ row }) => repeats(row)),
    ),
    withFound(
      tenant,
      spec,
      of,
      rows.filter(({ row }) => !repeats(row)),
      () => sql`null::integer`,
    ),
  ])
  return found.flat().toSorted((one, other) => one.row - other.row)
}

const earlierRow = ({ companyId }: Tenant, importId: number, { key, row_no }: Record<'key' | 'row_no', Sql>) => sql`(
  select row_no from import_keys
  where company_id = ${companyId} and import_id = ${importId} and key = ${key} and row_no < ${row_no} limit 1)`

type Sql = RawBuilder<unknown>

const withFound = async <Options extends object, Item, R extends Row<Item>>(
  tenant: Tenant,
  spec: Of<Options, Item>,
  of: Lookup<Options>,
  rows: readonly R[],
  earlier: (keys: Record<'key' | 'row_no', Sql>) => Sql,
): Promise<(R & { known: Known | undefined })[]> => {
  const known = rows.length ? await knownRows(tenant, spec, of, rows, earlier) : undefined
  return rows.map((row) => ({ ...row, known: known?.get(row.row) }))
}

const knownRows = async <Options extends object, Item>(
  tenant: Tenant,
  spec: Of<Options, Item>,
  of: Lookup<Options>,
  rows: readonly Row<Item>[],
  earlier: (keys: Record<'key' | 'row_no', Sql>) => Sql,
): Promise<ReadonlyMap<number, Known>> => {
  // One row each and in no order: so every planner walks the index of what is asked for.
  const { rows: found } = await sql<{ row_no: number } & Known>`
    with keys as materialized (${spec.keys(rows, tenant, of)}), known as materialized (
      select row_no, ${spec.stored(tenant, of)} as id, ${earlier({ key: sql`keys.key`, row_no: sql`keys.row_no` })} as row,
        ${spec.knownBy ?? sql`null::text`} as by
      from keys
    ), best as (
      select row_no, max(id) as id, min(row) as row from known where id is not null or row is not null group by row_no
    )
    select best.*, coalesce(array_agg(distinct by order by by) filter (where by is not null
      and (known.id = best.id or best.id is null and known.row = best.row)), '{}') as by
    from best join known using (row_no) group by row_no, best.id, best.row`.execute(tenant.db)
  return new Map(found.map(({ row_no, id, row, by }) => [row_no, { id, row, by }]))
}
