import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { Folded } from './change-set.ts'

/** A row as it is now, by column, as PostgreSQL writes it in JSON. */
export type Row = Readonly<Record<string, unknown>>

export const keyOf = ({ entity, entity_id }: Pick<Folded, 'entity' | 'entity_id'>) => `${entity} ${entity_id}`

/** The rows as they are now, locked in the order of their ids, for what may be deleted unless `lock` says otherwise. */
export const lockRows = async (
  { db, companyId }: Tenant,
  entity: string,
  ids: readonly number[],
  lock: RawBuilder<unknown> = sql`update`,
): Promise<[string, Row][]> => {
  const { rows } = await sql<{ id: number; row: Row }>`
    select t.id, to_jsonb(t) as row from ${sql.table(entity)} t
    where t.company_id = ${companyId} and t.id = any(${ids}::bigint[]) order by t.id for ${lock}`.execute(db)
  return rows.map(({ id, row }) => [keyOf({ entity, entity_id: id }), row])
}

/** What is to be done to one row so that it is as it was; one that was `added` is marked as deleted. */
export type Step = { entity: string; entity_id: number; lastId: number } & (
  | { does: 'set'; values: Row; added?: true }
  | { does: 'remove' }
  | { does: 'insert'; values: Row }
)

/**
 * Takes the steps, the row that was touched last first; alike ones in one statement. Rows that an act touched more than once
 * refer to one another in no order that holds for all of its steps: whether all that is referred to is there is looked at when they are done.
 */
export const takeSteps = async (tenant: Tenant, steps: readonly Step[]) => {
  await sql`set constraints all deferred`.execute(tenant.db)
  const alike = Map.groupBy(
    steps.toSorted((one, other) => other.lastId - one.lastId),
    (step) => [step.entity, step.does, ...(step.does === 'set' ? Object.keys(step.values).sort() : [])].join(' '),
  )
  for (const group of alike.values()) {
    const [first] = group
    if (first?.does === 'set') await setValues(tenant, first.entity, Object.keys(first.values), group)
    if (first?.does === 'remove') await removeRows(tenant, first.entity, group)
    if (first?.does === 'insert') await insertRows(tenant, first.entity, group)
  }
  await sql`set constraints all immediate`.execute(tenant.db)
}

const recordset = (entity: string, steps: readonly Step[]): RawBuilder<unknown> => {
  const rows = steps.map((step) => ({ ...('values' in step ? step.values : {}), id: step.entity_id }))
  return sql`jsonb_populate_recordset(null::${sql.table(entity)}, ${JSON.stringify(rows)}::jsonb)`
}

const setValues = async ({ db, companyId }: Tenant, entity: string, columns: readonly string[], steps: Step[]) => {
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`))
  await sql`
    update ${sql.table(entity)} t set ${set} from ${recordset(entity, steps)} r
    where t.company_id = ${companyId} and t.id = r.id`.execute(db)
}

const removeRows = async ({ db, companyId }: Tenant, entity: string, steps: Step[]) => {
  await sql`
    delete from ${sql.table(entity)} where company_id = ${companyId} and id = any(${steps.map(({ entity_id }) => entity_id)}::bigint[])`.execute(
    db,
  )
}

/** Rows come back under their own ids, with every value that they had; a column without one takes its default only if it must. */
const insertRows = async (tenant: Tenant, entity: string, steps: Step[]) => {
  const known = new Set(steps.flatMap((step) => ('values' in step ? Object.keys(step.values) : [])))
  const columns = (await columnsOf(tenant, entity)).filter(({ name, required }) => !required || known.has(name))
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`
    insert into ${sql.table(entity)} (company_id, id, ${names}) overriding system value
    select ${tenant.companyId}::int, r.id, ${sql.join(columns.map(({ name }) => sql`r.${sql.ref(name)}`))}
    from ${recordset(entity, steps)} r`.execute(tenant.db)
}

const columnsOf = async ({ db }: Tenant, entity: string) => {
  const { rows } = await sql<{ name: string; required: boolean }>`
    select attname as name, attnotnull as required from pg_attribute
    where attrelid = ${entity}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all ('{company_id,id,updated_at}') order by attnum`.execute(db)
  return rows
}

/** The column by which a table's rows name their root, as the table was made known to the history. */
export const rootColumnOf = async ({ db }: Tenant, entity: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select split_part(encode(tgargs, 'escape'), ${'\\000'}, 3) as name from pg_trigger
    where tgrelid = ${entity}::regclass and tgname = 'history_delete'`.execute(db)
  return rows[0]?.name ?? 'id'
}
