import { sql, type RawBuilder } from 'kysely'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { ConfigurationSection } from '#contract/platform/changes.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import type { Row } from './rows.ts'

/** A row of the history, its personal values among its fields. */
export interface HistoryRow {
  entity: string
  root_id: number
  fields: Record<string, [unknown, unknown]>
}

/** What people call rows, and the pages where they find them, by id. */
export type RowLinks = ReadonlyMap<number, { label: string; href: string }>

/** The exceptions of a table. By the general rules everyone sees all of a row, and undo restores each value that has not changed since. */
export interface EntityRules {
  /** What the row `r.root_id` is called, where the caller may see it; undefined: it has no name. */
  name?(tenant: Tenant, caller: Caller): RawBuilder<string | null>
  /** Fields of any table that have the ids of these rows, told by their names. */
  namedIn?: readonly string[]
  /** Whether the row `r.root_id` is there for the caller. */
  seen?(tenant: Tenant, caller: Caller): RawBuilder<boolean>
  /** What of these rows of the history is kept from the caller. */
  hidden?(
    tenant: Tenant,
    caller: Caller,
    rows: readonly HistoryRow[],
  ): Promise<(row: HistoryRow, field: string) => boolean>
  /** The section of the configuration whose history tells of it; what it takes to read that, where not everybody may. */
  section?: ConfigurationSection
  readBy?: PermissionKey

  /** It tells what happened, and stays when that is taken back; nothing rests on it. */
  apart?: true

  /** Fields that stand or fall together. */
  together?: ReadonlySet<string>
  /** Fields that are made of other rows, again whenever those were put back: not told where they stay. */
  madeAnew?: ReadonlySet<string>
  /** Fields with values by name, each of which is put back apart from the others. */
  parts?: ReadonlySet<string>
  /** Fields that were made of others of the row: not put back where one of those stays as it was changed later. */
  follows?: Readonly<Record<string, readonly string[]>>
  /** How the results of jobs show these rows, by id; undefined: by their reason alone. */
  links?(tenant: Tenant, ids: readonly number[]): Promise<RowLinks>
  /** How its rows are locked; undefined: as what may be deleted. */
  lockedFor?: RawBuilder<unknown>
  /** Whoever writes its rows locks what they belong to first. */
  rootFirst?: true
  /** Held before anything is looked at. */
  lock?(tenant: Tenant): Promise<void>
  /** For rows that are none of the company's own tables: how they are locked and read, and put back one by one in the name of a person. */
  elsewhere?: {
    lockRows(tenant: Tenant, ids: readonly number[]): Promise<[string, Row][]>
    putBack(tenant: Tenant, by: number, id: number, values: Row): Promise<void>
  }
  /** Why rows cannot be as they were, by id; those that were `added` go. `comesBack`: whether the same undo restores this row, too. */
  faults?(
    tenant: Tenant,
    rows: readonly { id: number; now: Row; values: Row; added: boolean }[],
    comesBack: (entity: string, id: number) => boolean,
  ): Promise<ReadonlyMap<number, string>>
  /** Runs after rows were restored: `now` is the row before, `values` what undo set; `acts` are the change sets undone. */
  after?(tenant: Tenant, rows: readonly { id: number; now: Row; values: Row }[], acts: readonly string[]): Promise<void>
}

/**
 * The name of a row is in one column of its table, or is made of the columns of its row `t`; a row that is gone has the name that it
 * had when it was deleted.
 */
export const nameIn =
  (table: keyof Tables, column: string | RawBuilder<string> = 'name'): NonNullable<EntityRules['name']> =>
  ({ companyId }) => {
    const name = typeof column === 'string' ? sql.ref(`t.${column}`) : column
    return sql`coalesce(
      (select ${name} from ${sql.table(table)} t where t.company_id = ${companyId} and t.id = r.root_id),
      (select ${name} from changes gone cross join lateral jsonb_populate_record(
          null::${sql.table(table)}, jsonb_build_object('company_id', gone.company_id, 'id', gone.entity_id)
            || (select jsonb_object_agg(key, value -> 0) from jsonb_each(gone.fields))) t
        where gone.company_id = ${companyId} and (gone.root, gone.root_id) = (${table}, r.root_id)
          and (gone.entity, gone.entity_id) = (${table}, r.root_id) and gone.verb = 'deleted'
        order by gone.id desc limit 1))`
  }

/** The rules of all entities together. */
export interface Rules {
  all: readonly (readonly [entity: string, rules: EntityRules])[]
  of(entity: string): EntityRules
  /** In the order in which everybody locks. */
  inLockOrder(entities: Iterable<string>): string[]
}

/** In a lock order, the place of all that it does not name. */
export const OTHERS = ''

/** Entities that `lockOrder` does not name are locked by name where it says `OTHERS`. */
export const rulesOf = (all: Rules['all'], lockOrder: readonly string[]): Rules => {
  const byEntity = new Map(all)
  if (byEntity.size < all.length) throw new Error('The rules of an entity stand in one area')
  const rank = (entity: string) => lockOrder.indexOf(lockOrder.includes(entity) ? entity : OTHERS)
  return {
    all,
    of: (entity) => byEntity.get(entity) ?? {},
    inLockOrder: (entities) =>
      [...new Set(entities)].sort((one, other) => rank(one) - rank(other) || one.localeCompare(other)),
  }
}
