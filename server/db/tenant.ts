import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'
import { inTransaction, type Settings } from './transaction.ts'

/** Who writes, through what, and as part of which act; every change in the history carries it. */
export interface Actor {
  kind: 'person' | 'system' | 'import' | 'rule'
  id?: number | undefined
  onBehalfOf?: number | undefined
  channel: 'screen' | 'api' | 'intake' | 'bulk' | 'auto-assign' | 'undo' | 'demo'
  /** The endpoint's or the rule's name: `assigned-leads.validate`. */
  act: string
  requestId?: string | undefined
}

/** The only way to a company's rows: a transaction in which row-level security lets through nothing else. */
export interface Tenant {
  readonly companyId: number
  readonly db: Kysely<Tables>
  /** All rows changed through this tenant, by one act of one actor; empty in a read. */
  readonly changeSet: string
  /** Why the following writes happen, for the history. */
  because(reason: string | undefined): Promise<void>
  /** Who makes the following writes, where a rule acts within a person's transaction. */
  as(actor: Actor): Promise<void>
  /** Notes that the company has work waiting, and wakes the worker once this transaction is stored. */
  due(kind: string): Promise<void>
  /** Runs once the transaction is stored, and only then; its failure is not the request's. */
  afterCommit(work: () => void): void
}

export interface Tenants {
  read<T>(companyId: number, work: (tenant: Tenant) => Promise<T>): Promise<T>
  write<T>(companyId: number, actor: Actor, work: (tenant: Tenant) => Promise<T>): Promise<T>
}

/** `wake` is called when a transaction that left work behind has been stored. */
export const openTenants = (pool: Pool, wake: () => void = () => {}): Tenants => ({
  read: (companyId, work) =>
    inTransaction(pool, 'read', company(companyId), (db) => work(bind(db, companyId, '', [], wake))),

  async write(companyId, actor, work) {
    const changeSet = randomUUID()
    const afterwards: (() => void)[] = []
    const settings = { ...company(companyId), ...actorSettings(actor), 'leadroom.change_set': changeSet }
    const result = await inTransaction(pool, 'write', settings, (db) =>
      work(bind(db, companyId, changeSet, afterwards, wake)),
    )
    for (const step of afterwards) step()
    return result
  },
})

const bind = (
  db: Kysely<Tables>,
  companyId: number,
  changeSet: string,
  afterwards: (() => void)[],
  wake: () => void,
): Tenant => ({
  companyId,
  db,
  changeSet,
  async because(reason) {
    await sql`select set_config('leadroom.reason', ${reason ?? ''}, true)`.execute(db)
  },
  async as(actor) {
    const pairs = Object.entries(actorSettings(actor)).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
    await sql`select ${sql.join(pairs)}`.execute(db)
  },
  async due(kind) {
    await sql`select mark_due(${kind})`.execute(db)
    if (!afterwards.includes(wake)) afterwards.push(wake)
  },
  afterCommit: (work) => void afterwards.push(work),
})

const company = (companyId: number): Settings => ({ role: 'leadroom_app', 'leadroom.company': String(companyId) })

/** The settings that the history trigger reads. */
export const actorSettings = ({ kind, id, onBehalfOf, channel, act, requestId }: Actor): Settings => ({
  'leadroom.actor_kind': kind,
  'leadroom.actor_id': String(id ?? ''),
  'leadroom.on_behalf_of': String(onBehalfOf ?? ''),
  'leadroom.channel': channel,
  'leadroom.act': act,
  'leadroom.request_id': requestId ?? '',
})
