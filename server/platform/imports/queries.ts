import { sql, type RawBuilder } from 'kysely'
import type { ImportEncoding, ImportSeparator } from '#contract/platform/import-reading.ts'
import type { AnyImport } from '#contract/platform/import-calls.ts'
import type { ImportColumn, ImportCounts, ImportState } from '#contract/platform/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { page, type PageQuery } from '#server/kit/page.ts'
import type { ImportSpec } from './spec.ts'
import { namedWarnings, type LeftOut } from './warnings.ts'

/** What the chunks count, with rows that could not even be read, and with outcomes of the area's own. */
export type Counted = ImportCounts & { broken: number; [outcome: string]: number }

export const nothingCounted = (outcomes: readonly string[]): Counted => ({
  ...Object.fromEntries(outcomes.map((outcome) => [outcome, 0])),
  rows: 0,
  added: 0,
  duplicates: 0,
  duplicates_added: 0,
  rejected: 0,
  noted: 0,
  broken: 0,
})

/** Whose imports: another area's are not found. */
export type Of = Pick<ImportSpec, 'entity' | 'outcomes' | 'readOptions'>

/**
 * An import, and how far its job is. A job that ended without having done all leaves the import where it can be begun
 * again: that follows from the two and is stored nowhere.
 */
const imports = ({ db, companyId }: Tenant, { entity }: Of) =>
  db
    .selectFrom('imports as i')
    .innerJoin('staff as s', (join) =>
      join.onRef('s.company_id', '=', 'i.company_id').onRef('s.id', '=', 'i.created_by'),
    )
    .leftJoin('jobs as j', (join) => join.onRef('j.company_id', '=', 'i.company_id').onRef('j.id', '=', 'i.job_id'))
    .select([
      'i.id',
      'i.file_name',
      'i.bytes',
      sql<ImportState>`case when j.state in ('cancelled', 'failed') then
        case i.state when 'checking' then 'mapping' when 'importing' then 'stopped' when 'reverting' then 'revert_stopped' else i.state end
        else i.state end`.as('state'),
      sql<ImportEncoding>`i.encoding`.as('encoding'),
      'i.encoding_guessed',
      sql<ImportSeparator>`i.separator`.as('separator'),
      'i.header',
      'i.first_row',
      sql<Readonly<Record<string, unknown>>>`i.options`.as('options'),
      'i.duplicates',
      sql<ImportColumn[]>`i.columns`.as('columns'),
      'i.remembered',
      sql<Partial<Counted>>`i.counts`.as('counts'),
      sql<LeftOut[]>`i.warnings`.as('warnings'),
      sql<number>`least(case when i.state = 'reverting' then (i.removed + i.kept)::float8 / greatest((i.counts->>'added')::int, 1) else j.cursor::float8 / i.bytes end, 1)`.as(
        'progress',
      ),
      'i.removed',
      'i.kept',
      'i.job_id',
      sql<string | null>`case when j.state = 'failed' then j.message end`.as('problem'),
      sql<boolean>`i.state = 'importing' and not exists (
        select from import_parts p where p.company_id = i.company_id and p.import_id = i.id)`.as('file_gone'),
      's.id as creator_id',
      's.name as creator',
      'i.created_at',
      'i.finished_at',
      'i.reverted_at',
      'i.row_at',
    ])
    .where('i.company_id', '=', companyId)
    .where('i.entity', '=', entity)

export type Stored = NonNullable<Awaited<ReturnType<typeof get>>>

const shown = (
  { outcomes, readOptions }: Of,
  { creator_id, creator, row_at: _, counts, warnings, progress, options, ...rest }: Stored,
): AnyImport => {
  const { broken: _broken, ...told } = { ...nothingCounted(outcomes), ...counts }
  return {
    ...readOptions(options),
    ...rest,
    counts: told,
    warnings: namedWarnings(warnings, rest.columns),
    progress: progress ?? 0,
    created_by: { id: creator_id, name: creator },
  }
}

export const list = async (tenant: Tenant, of: Of, query: PageQuery) => {
  const { data, pagination } = await page(imports(tenant, of).where('i.state', '<>', 'uploading'), query, {
    searchIn: ['i.file_name'],
    newestBy: 'i.id',
  })
  return { data: data.map((each) => shown(of, each)), pagination }
}

export const get = (tenant: Tenant, of: Of, id: number) => imports(tenant, of).where('i.id', '=', id).executeTakeFirst()

export const show = async (tenant: Tenant, of: Of, id: number) => {
  const row = await get(tenant, of, id)
  return row && shown(of, row)
}

/** The import as it stands, kept so to the end of the transaction; rows may be stored for it meanwhile. */
export const lock = async (tenant: Tenant, of: Of, id: number) => {
  await sql`select from imports where company_id = ${tenant.companyId} and id = ${id} for no key update`.execute(
    tenant.db,
  )
  return get(tenant, of, id)
}

export const begin = async (
  { db, companyId }: Tenant,
  { entity }: Of,
  { file_name, bytes, created_by }: { file_name: string; bytes: number; created_by: number },
) =>
  db
    .insertInto('imports')
    .values({ company_id: companyId, entity, file_name, bytes, created_by })
    .returning('id')
    .executeTakeFirstOrThrow()

/** How long a file is kept that nobody goes on with. */
const KEPT = sql`interval '30 days'`
/** The job of the import `i` has ended without having done all, before the moment. */
const gaveUpBefore = (moment: RawBuilder<unknown>) => sql`exists (
  select from jobs j where j.company_id = i.company_id and j.id = i.job_id and j.state in ('cancelled', 'failed') and j.finished_at <= ${moment})`
const waits = sql`(i.state in ('mapping', 'ready') or i.state = 'checking' and ${gaveUpBefore(sql`now()`)})`

/** Files that were begun and left, or never imported, make room; answers how many still wait. */
export const clearLeft = async (tenant: Tenant) => {
  await dropStopped(tenant)
  const { db, companyId } = tenant
  const { rows } = await sql<{ waiting: number }>`
    with left_alone as (
      delete from imports i where company_id = ${companyId}
        and (state = 'uploading' and created_at < now() - interval '1 day'
          or ${waits} and created_at < now() - ${KEPT}) returning id
    )
    select count(*) as waiting from imports i
    where company_id = ${companyId} and (state = 'uploading' or ${waits}) and id not in (select id from left_alone)`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

/** Of imports that stopped the file goes alone: what they added is known, and can be reverted. */
const dropStopped = async ({ db, companyId }: Tenant) => {
  await sql`
    with stopped as (
      select id from imports i where company_id = ${companyId} and state in ('importing', 'reverting') and ${gaveUpBefore(sql`now() - ${KEPT}`)}
        and exists (select from import_parts p where p.company_id = ${companyId} and p.import_id = i.id)
      for update
    ), files_too as (
      delete from files where company_id = ${companyId} and entity = 'imports' and entity_id in (select id from stopped)
    )
    delete from import_parts where company_id = ${companyId} and import_id in (select id from stopped)`.execute(db)
}

export const remove = async ({ db, companyId }: Tenant, id: number) => {
  await db.deleteFrom('imports').where('company_id', '=', companyId).where('id', '=', id).execute()
}

export interface Changes {
  encoding?: ImportEncoding
  encoding_guessed?: boolean
  separator?: ImportSeparator
  header?: boolean
  first_row?: number
  options?: object
  duplicates?: string
  columns?: readonly ImportColumn[]
  remembered?: boolean
  state?: Exclude<ImportState, 'stopped' | 'revert_stopped'>
  job_id?: number
  row_at?: number
  counts?: Counted
  warnings?: readonly LeftOut[]
  removed?: number
  kept?: number
  finished_at?: RawBuilder<string>
  reverted_at?: RawBuilder<string>
}

export const update = async (
  { db, companyId }: Tenant,
  id: number,
  { columns, counts, warnings, options, ...changes }: Changes,
) => {
  await db
    .updateTable('imports')
    .set({
      ...changes,
      ...(options ? { options: JSON.stringify(options) } : {}),
      ...(columns ? { columns: JSON.stringify(columns) } : {}),
      ...(counts ? { counts: JSON.stringify(counts) } : {}),
      ...(warnings ? { warnings: JSON.stringify(warnings) } : {}),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Lets a job begin where an earlier one of its kind has stopped, as a further part of the same act. */
export const goOn = async ({ db, companyId }: Tenant, jobId: number, after: number) => {
  await sql`
    update jobs set (cursor, change_set) = (select cursor, change_set from jobs where company_id = ${companyId} and id = ${after})
    where company_id = ${companyId} and id = ${jobId}`.execute(db)
}

// ── What columns were said to hold before ────────────────────────────────────

export const rememberedFields = async (
  { db, companyId }: Tenant,
  { entity }: Pick<ImportSpec, 'entity'>,
  header: Buffer,
) => {
  const row = await db
    .selectFrom('import_mappings')
    .select(sql<(string | null)[]>`fields`.as('fields'))
    .where('company_id', '=', companyId)
    .where('entity', '=', entity)
    .where('header', '=', header)
    .executeTakeFirst()
  return row?.fields
}

export const rememberFields = async (
  { db, companyId }: Tenant,
  { entity }: Pick<ImportSpec, 'entity'>,
  header: Buffer,
  fields: readonly (string | null)[],
) => {
  const said = { fields: JSON.stringify(fields), updated_at: sql<string>`now()` }
  await db
    .insertInto('import_mappings')
    .values({ company_id: companyId, entity, header, ...said })
    .onConflict((known) => known.columns(['company_id', 'entity', 'header']).doUpdateSet(said))
    .execute()
}
