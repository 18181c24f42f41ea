import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import { carriedLimits } from './connect.ts'
import { openShare, type Share } from './share.ts'
import type { Tables } from './tables.ts'
import { inTransaction, runPlanned, shapesOf, type Settings } from './transaction.ts'

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
  /** Why the following writes happen, for the history, in the product's words. */
  setReason(reason: string | undefined): Promise<void>
  /** The same in a person's words, which go with the last lead that they were said of. */
  setReasonInWords(reason: string): Promise<void>
  /** Notes that the company has work waiting, now or at a later moment, and wakes the worker once this transaction is stored. */
  due(kind: string, at?: string | RawBuilder<unknown>): Promise<void>
  /** A statement of this transaction notes work as `due` does: the worker is woken for it. */
  wakes(): void
  /** Tells whoever watches this topic of the company, once this transaction is stored; what the history tells need not be said. */
  signal(topic: string): void
  /**
   * The name of a setting in which a statement of this transaction can leave what it found to a later one, so that both go
   * out together; each time another.
   */
  slot(): string
  /**
   * For a read that is about to look at very many rows. A company does so once at a time: while another one is at it, the read
   * ends here and begins anew when it is its turn. Whoever waits holds no connection. In a write it does nothing.
   */
  inTurn(): void
  /**
   * Nothing more is asked for in this transaction: its commit goes out behind what has been asked for, without waiting for the
   * answers. Whoever calls it has nothing left that could fail, since by then it may be stored. In a read it does nothing.
   */
  finish(): void
  /** Runs once the transaction is stored, and only then; its failure is not the request's. */
  afterCommit(work: () => void): void
  /**
   * Keeps what a read has found out, behind the answer, also one that fails in the end, and in a transaction of its own; only one of a
   * name at a time. It may be lost: nobody may rely on it. In a write it does nothing, since what a write sees may never be stored.
   */
  keep(name: string, work: (tenant: Tenant) => Promise<unknown>): void
}

export interface Tenants {
  read<T>(companyId: number, work: (tenant: Tenant) => Promise<T>): Promise<T>
  /** Whether one more connection can be had at once, and another one is left for whoever comes next. */
  haveSpare(): boolean
  /** In a change set of its own, or as a further part of an earlier one. */
  write<T>(companyId: number, actor: Actor, work: (tenant: Tenant) => Promise<T>, changeSet?: string): Promise<T>
  /**
   * For what is added up over many statements: all of them see the rows as they were when the first began. Where it would
   * change a row that somebody else has changed since then, `work` begins anew, a few times.
   */
  writeInOneSnapshot<T>(companyId: number, actor: Actor, work: (tenant: Tenant) => Promise<T>): Promise<T>
}

/** A company's transaction has been stored, and which topics it has named. */
export type OnStored = (companyId: number, changeSet: string, topics: readonly string[]) => void

/** What a read has found out could not be stored: whoever needs it next finds it out again. */
export type OnLost = (error: Error, name: string) => void

/** How many things that reads have found out are stored at the same time; more are let go. */
const MOST_KEPT_AT_ONCE = 4

const MOST_BEGINNINGS = 5
const SERIALIZATION_FAILURE = '40001'

/** How long somebody waits for the turn to look at very many rows, in milliseconds: less than the browser does. */
const TURN_PATIENCE = 20_000
class NotYet extends Error {}
/** While others wait for their turn, each has one core. */
const IN_A_CROWD: Settings = { max_parallel_workers_per_gather: '0' }

/**
 * `wake` is called when a transaction that left work behind has been stored; `share` decides whose turn it is, where
 * companies wait for the same connections; `stored` is called after each transaction that wrote, `lost` when something that
 * was to be kept was not.
 */
export const openTenants = (
  pool: Pool,
  wake: () => void = () => {},
  share: Share = (_companyId, work) => work(true),
  stored: OnStored = () => {},
  lost: OnLost = () => {},
): Tenants => {
  const kept = new Set<string>()
  const turns = openShare(1, TURN_PATIENCE)

  const keepBehind = (companyId: number, name: string, work: (tenant: Tenant) => Promise<unknown>) => {
    const named = `${companyId} ${name}`
    if (kept.has(named) || kept.size >= MOST_KEPT_AT_ONCE) return
    kept.add(named)
    const settings = { ...company(companyId), ...WHEN_IT_SUITS }
    share(companyId, () => inTransaction(pool, 'write', settings, (db) => work(bind(db, companyId, {}))))
      .catch((error: Error) => lost(error, named))
      .finally(() => kept.delete(named))
  }

  const write = async <T>(
    kind: 'write' | 'writeInOneSnapshot',
    companyId: number,
    actor: Actor,
    work: (tenant: Tenant) => Promise<T>,
    changeSet: string = randomUUID(),
  ): Promise<T> => {
    const afterwards: (() => void)[] = []
    const topics: string[] = []
    const settings = { ...company(companyId), ...actorSettings(actor), 'leadroom.change_set': changeSet }
    const result = await share(companyId, () =>
      inTransaction(pool, kind, settings, (db, finish) =>
        work(bind(db, companyId, { changeSet, afterwards, topics, wake, finish })),
      ),
    )
    for (const step of afterwards) step()
    stored(companyId, changeSet, topics)
    return result
  }

  return {
    async read(companyId, work) {
      const attempt = async (settings: Settings, inTurn: () => void) => {
        const afterwards: (() => void)[] = []
        const keep: Tenant['keep'] = (name, found) => void afterwards.push(() => keepBehind(companyId, name, found))
        const readAll = share(companyId, () =>
          inTransaction(pool, 'read', { ...company(companyId), ...settings }, (db) =>
            work(bind(db, companyId, { keep, inTurn })),
          ),
        )
        // What was found out stands when the rest takes too long: kept, it is there for who asks next.
        return readAll.finally(() => afterwards.forEach((step) => step()))
      }
      const turn: { leave?: () => void } = {}
      try {
        return await attempt({}, () => void (turn.leave ??= turns.takeFree(companyId) ?? notYet()))
      } catch (error) {
        if (!(error instanceof NotYet)) throw error
        return turns(companyId, (alone) => attempt(alone ? {} : IN_A_CROWD, () => {}))
      } finally {
        turn.leave?.()
      }
    },

    haveSpare: () => spareIn(pool),
    write: (companyId, actor, work, changeSet) => write('write', companyId, actor, work, changeSet),
    async writeInOneSnapshot(companyId, actor, work) {
      for (let left = MOST_BEGINNINGS; ; left -= 1) {
        try {
          return await write('writeInOneSnapshot', companyId, actor, work)
        } catch (error) {
          if (left === 1 || !(error instanceof DatabaseError && error.code === SERIALIZATION_FAILURE)) throw error
        }
      }
    },
  }
}

/** One may be had without waiting, and another is left for whoever comes next. Behind a pooler nobody knows: all may hold one and wait for a second. */
const spareIn = (pool: Pool) => {
  const { waitingCount, idleCount, totalCount, options } = pool
  return carriedLimits(pool) === undefined && waitingCount === 0 && idleCount + (options.max ?? 0) - totalCount >= 2
}

const notYet = (): never => {
  throw new NotYet('Others look at many rows')
}

/** No leads waiting until it is on the disk. */
const WHEN_IT_SUITS: Settings = { synchronous_commit: 'off' }

interface Surroundings {
  changeSet?: string
  afterwards?: (() => void)[]
  topics?: string[]
  wake?: () => void
  keep?: Tenant['keep']
  inTurn?: () => void
  finish?: () => void
  slots?: number
}

const bind = (
  db: Kysely<Tables>,
  companyId: number,
  {
    changeSet = '',
    afterwards = [],
    topics = [],
    wake = () => {},
    keep = () => {},
    inTurn = () => {},
    finish = () => {},
    slots = 0,
  }: Surroundings,
): Tenant => ({
  companyId,
  db,
  changeSet,
  async setReason(reason) {
    await runPlanned(db, 'reason', sql`select set_config('leadroom.reason', ${reason ?? ''}, true)`)
  },
  async setReasonInWords(reason) {
    await runPlanned(db, 'reason in words', sql`select set_config('leadroom.reason', keep_reason(${reason}), true)`)
  },
  async due(kind, at) {
    if (at === undefined) await runPlanned(db, 'due now', sql`select mark_due(${kind})`)
    else await runPlanned(db, DUE_LATER, sql`select mark_due(${kind}, ${at})`)
    addOnce(afterwards, wake)
  },
  wakes: () => addOnce(afterwards, wake),
  slot: () => `leadroom.slot_${(slots += 1)}`,
  signal: (topic) => addOnce(topics, topic),
  inTurn,
  finish,
  afterCommit: (work) => void afterwards.push(work),
  keep,
})

const DUE_LATER = shapesOf('due later')

const addOnce = <T>(list: T[], one: T) => {
  if (!list.includes(one)) list.push(one)
}

const company = (companyId: number): Settings => ({ role: 'leadroom_app', 'leadroom.company': String(companyId) })

/** What the following writes of the transaction come through, where that is not what the request came through. */
export const writeThrough = ({ db }: Tenant, channel: Actor['channel']) =>
  runPlanned(db, 'channel', sql`select set_config('leadroom.channel', ${channel}, true)`)

/** The settings that the history trigger reads. */
export const actorSettings = ({ kind, id, onBehalfOf, channel, act, requestId }: Actor): Settings => ({
  'leadroom.actor_kind': kind,
  'leadroom.actor_id': String(id ?? ''),
  'leadroom.on_behalf_of': String(onBehalfOf ?? ''),
  'leadroom.channel': channel,
  'leadroom.act': act,
  'leadroom.request_id': requestId ?? '',
})
