import { sql, type Kysely } from 'kysely'
import type { HrEntry } from '#contract/portal/hr.ts'
import type { Tables } from '../tables.ts'
import type { Actor } from '../tenant.ts'
import type { Identity } from './door.ts'
import { lockCompany } from './rights.ts'

type Db = Kysely<Tables>
type List = 'departments' | 'designations'
const PEOPLE = { departments: 'department_id', designations: 'designation_id' } as const

const entries = (db: Db, list: List, companyId: number) => {
  const within = list === 'designations' ? sql`e.department_id` : sql`null::integer`
  return db
    .selectFrom(
      sql<HrEntry & { department_id: number | null }>`(
        select e.id, e.name, e.position, e.retired, e.version, ${within} as department_id,
          (select count(*) from identity.memberships m where m.company_id = e.company_id and ${sql.ref(`m.${PEOPLE[list]}`)} = e.id) as people
        from ${sql.table(`identity.${list}`)} e where e.company_id = ${companyId})`.as('g'),
    )
    .select(['g.id', 'g.name', 'g.people', 'g.position', 'g.retired', 'g.version'])
}

/** The departments of a company, as the caller goes on to page them. */
export const departmentsOf = (db: Db, companyId: number) => entries(db, 'departments', companyId)

/** The designations of one department, as the caller goes on to page them. */
export const designationsOf = (db: Db, companyId: number, departmentId: number, withRetired: boolean) => {
  const all = entries(db, 'designations', companyId).where('g.department_id', '=', departmentId)
  return withRetired ? all : all.where('g.retired', '=', false)
}

interface Wanted {
  name?: string | undefined
  position?: number | undefined
  retired?: boolean | undefined
  department_id?: number | undefined
  version?: number | undefined
}
/** Why it was not done. */
export type HrRefusal = { refused: 'unknown' | 'no department' | 'taken' | 'changed' }
export interface HrAct {
  companyId: number
  actor: Actor
}
type Outcome<T> = T | HrRefusal

/** Adds an entry, or changes the one with this id. */
export const saveEntry = (identity: Identity, { companyId, actor }: HrAct, list: List, wanted: Wanted, id?: number) =>
  identity.write(
    async (db): Promise<Outcome<HrEntry>> => {
      // One at a time in a company: two people do not give the same name.
      await lockCompany(db, companyId)
      const before = id === undefined ? undefined : await entryOf(db, list, companyId, id)
      if (id !== undefined && !before) return { refused: 'unknown' }
      if (before && wanted.version !== undefined && wanted.version !== before.version) return { refused: 'changed' }
      const department =
        list === 'designations' ? (wanted.department_id ?? (await departmentOf(db, companyId, id))) : null
      if (department !== null && !(await entryOf(db, 'departments', companyId, department ?? 0)))
        return { refused: 'no department' }
      const name = wanted.name ?? before?.name ?? ''
      if (await isTaken(db, list, companyId, { name, department, id })) return { refused: 'taken' }
      const position = wanted.position ?? before?.position ?? 0
      const retired = wanted.retired ?? before?.retired ?? false
      const within = department === null ? sql`` : sql`, department_id`
      const value = department === null ? sql`` : sql`, ${department}::int`
      const table = sql.table(`identity.${list}`)
      const { rows } = await (
        id === undefined
          ? sql<{ id: number }>`insert into ${table} (company_id, name, position, retired${within})
              values (${companyId}, ${name}, ${position}, ${retired}${value}) returning id`
          : sql<{ id: number }>`update ${table} set name = ${name}, position = ${position}, retired = ${retired}
              ${department === null ? sql`` : sql`, department_id = ${department}`} where company_id = ${companyId} and id = ${id} returning id`
      ).execute(db)
      return (await entryOf(db, list, companyId, rows[0]?.id ?? 0)) ?? { refused: 'unknown' }
    },
    { companyId, actor },
  )

/** Deletes an entry that nobody has; one that people have is retired, and answered. */
export const removeEntry = (identity: Identity, { companyId, actor }: HrAct, list: List, id: number) =>
  identity.write(
    async (db): Promise<Outcome<{ retired: HrEntry | null }>> => {
      await lockCompany(db, companyId)
      const entry = await entryOf(db, list, companyId, id)
      if (!entry) return { refused: 'unknown' }
      const used = entry.people > 0 || (list === 'departments' && (await hasDesignations(db, companyId, id)))
      if (used) {
        if (!entry.retired)
          await sql`update ${sql.table(`identity.${list}`)} set retired = true where company_id = ${companyId} and id = ${id}`.execute(
            db,
          )
        return { retired: (await entryOf(db, list, companyId, id)) ?? null }
      }
      await sql`delete from ${sql.table(`identity.${list}`)} where company_id = ${companyId} and id = ${id}`.execute(db)
      return { retired: null }
    },
    { companyId, actor },
  )

const entryOf = (db: Db, list: List, companyId: number, id: number): Promise<HrEntry | undefined> =>
  entries(db, list, companyId).where('g.id', '=', id).executeTakeFirst()

const departmentOf = async (db: Db, companyId: number, id: number | undefined) => {
  const { rows } = await sql<{ department_id: number }>`
    select department_id from identity.designations where company_id = ${companyId} and id = ${id ?? 0}`.execute(db)
  return rows[0]?.department_id
}

const hasDesignations = async (db: Db, companyId: number, id: number) => {
  const { rows } = await sql`
    select 1 from identity.designations where company_id = ${companyId} and department_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

const isTaken = async (
  db: Db,
  list: List,
  companyId: number,
  { name, department, id = 0 }: { name: string; department: number | null | undefined; id?: number | undefined },
) => {
  const { rows } = await sql`
    select 1 from ${sql.table(`identity.${list}`)} g where g.company_id = ${companyId} and g.id <> ${id} and public.fold(g.name) = public.fold(${name})
      ${department ? sql`and g.department_id = ${department}` : sql``} limit 1`.execute(db)
  return rows.length > 0
}
