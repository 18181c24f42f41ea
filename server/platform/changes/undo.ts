import { sql, type RawBuilder } from 'kysely'
import type { Skipped } from '#contract/platform/changes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { sqlState, conflict } from '#server/kit/errors.ts'
import { changesAt, changesSince, fold, rootKey, rootsOf, type Change, type Root } from './change-set.ts'
import { dependents, planFor } from './plan.ts'
import type { Rules } from './rules.ts'
import { keyOf, lockRows, rootColumnOf, takeSteps, type Row, type Step } from './rows.ts'

export interface Wish {
  rules: Rules
  changeSet: string
  /** The person who wishes it. */
  by: number
  /** What becomes of later acts that rest on this one. */
  dependents: 'refuse' | 'automatic' | 'all'
  /** The roots `r` at which it is taken back; all that it was done to where this is not said. */
  within?: RawBuilder<boolean>
  /** Throws unless whoever wishes it may take back this later act, too. */
  checkMay(act: Change): Promise<void>
}

export interface Undone {
  /** How many rows were put back. */
  rows: number
  skipped: Skipped[]
  /** Later acts that were taken back as well, at these roots. */
  with: Change[]
  /** Later acts because of which something was left as it is. */
  blockedBy: Change[]
  /** Where the next chunk begins; undefined when this was the last. */
  cursor: number | undefined
}

/** As many roots as one transaction deals with. */
const CHUNK = 500
const FROM_THE_END = Number.MAX_SAFE_INTEGER

/**
 * Takes back what a change set did to its next roots, those touched last first: each value that nobody has changed
 * since gets its earlier one back, by the rules of its table. Everything happens in the tenant's transaction; whoever
 * calls keeps the cursor in it.
 */
export const undoChunk = async (tenant: Tenant, wish: Wish, cursor: number = FROM_THE_END): Promise<Undone> => {
  const { rules } = wish
  const isTakenBack = ({ entity }: Change) => !rules.of(entity).apart
  const touched = await rootsOf(tenant, wish.changeSet, cursor, CHUNK)
  const { roots, hidden } = await parted(tenant, wish, touched)
  const own = (await changesAt(tenant, wish.changeSet, roots)).filter(isTakenBack)
  const rows = new CurrentRows(tenant, rules)
  await rows.lock(own)

  const [first] = own
  const later = first
    ? (await changesSince(tenant, { changeSet: wish.changeSet, id: first.id }, roots)).filter(isTakenBack)
    : []
  const laterAt = Map.groupBy(later, rootKey)
  const plans: RootPlan[] = []
  const blockedBy: Change[] = []
  for (const [key, changes] of Map.groupBy(own, rootKey)) {
    const { folded, took, blocked } = await includeDependents(wish, changes, laterAt.get(key) ?? [], rows)
    blockedBy.push(...blocked)
    plans.push(
      blocked.length
        ? { changes, took, steps: [], skipped: [leftAsItIs(changes, 'Others have changed it since.')] }
        : { changes, took, ...planFor(rules, folded, rows.now) },
    )
  }

  const legal = await withoutFaults(tenant, rules, plans, rows.now)
  const steps = legal.flatMap((plan) => plan.steps)
  const along = legal.flatMap(({ took }) => took)
  const acts = [wish.changeSet, ...oneEach(along).map(({ change_set }) => change_set)]
  await settled(tenant, wish, await completed(tenant, steps, [...own, ...along]), rows.now, acts)
  return {
    rows: steps.length,
    skipped: [...legal.flatMap(({ skipped }) => skipped), ...hidden.map((root) => leftAsItIs([root], HIDDEN))],
    with: oneEach(along),
    blockedBy: oneEach(blockedBy),
    cursor: touched.length < CHUNK ? undefined : touched.at(-1)?.newest,
  }
}

/** Why an act stays as it is at what is not there for whoever wishes it. */
export const HIDDEN = 'You can’t see it.'

const parted = async <R extends Root>({ db }: Tenant, { within }: Wish, roots: readonly R[]) => {
  if (!within) return { roots, hidden: [] }
  const { rows } = await sql<Root>`
    select r.root, r.root_id from unnest(${roots.map(({ root }) => root)}::text[], ${roots.map(({ root_id }) => root_id)}::bigint[])
      as r (root, root_id) where ${within}`.execute(db)
  const there = new Set(rows.map(rootKey))
  return {
    roots: roots.filter((root) => there.has(rootKey(root))),
    hidden: roots.filter((root) => !there.has(rootKey(root))),
  }
}

/** What is to be done at one root. */
interface RootPlan {
  changes: readonly Change[]
  took: readonly Change[]
  steps: Step[]
  skipped: Skipped[]
}

/** The rows as they are now, locked as they are read. */
class CurrentRows {
  readonly now = new Map<string, Row>()
  readonly #tenant: Tenant
  readonly #rules: Rules
  readonly #locked = new Set<string>()

  constructor(tenant: Tenant, rules: Rules) {
    this.#tenant = tenant
    this.#rules = rules
  }

  async lock(changes: readonly Change[]) {
    const missing = Map.groupBy(
      changes.filter((change) => !this.#locked.has(keyOf(change))),
      ({ entity }) => entity,
    )
    const entities = this.#rules.inLockOrder(missing.keys())
    for (const entity of entities) await this.#rules.of(entity).lock?.(this.#tenant)
    for (const entity of entities) {
      const { elsewhere, lockedFor, rootFirst } = this.#rules.of(entity)
      if (rootFirst) await this.#lockRoots(missing.get(entity) ?? [])
      const ids = [...new Set((missing.get(entity) ?? []).map(({ entity_id }) => entity_id))]
      const locked = elsewhere?.lockRows(this.#tenant, ids) ?? lockRows(this.#tenant, entity, ids, lockedFor)
      for (const [key, row] of await locked) this.now.set(key, row)
      for (const entity_id of ids) this.#locked.add(keyOf({ entity, entity_id }))
    }
  }

  async #lockRoots(changes: readonly Change[]) {
    for (const [root, rows] of Map.groupBy(changes, (change) => change.root))
      await lockRows(this.#tenant, root, [...new Set(rows.map(({ root_id }) => root_id))], sql`no key update`)
  }
}

/** What is to be taken back at one root: the change set's own, and of later acts what the wish takes back with it. */
const includeDependents = async (wish: Wish, own: readonly Change[], later: readonly Change[], rows: CurrentRows) => {
  const took = new Map<string, Change>()
  for (;;) {
    const changes = [...own, ...later.filter(({ change_set }) => took.has(change_set))].sort(byId)
    const folded = fold(changes)
    const rest = later.filter(({ change_set }) => !took.has(change_set))
    const resting = dependents(wish.rules, folded, rest, rows.now)
    if (resting.length === 0) return { folded, took: [...took.values()], blocked: [] }
    if (!mayGoAlong(wish, resting)) return { folded, took: [], blocked: resting }
    for (const act of oneEach(resting)) {
      await wish.checkMay(act)
      took.set(act.change_set, act)
    }
    await rows.lock(later.filter(({ change_set }) => took.has(change_set)))
  }
}

const mayGoAlong = ({ dependents: wanted }: Wish, resting: readonly Change[]) =>
  wanted === 'all' || (wanted === 'automatic' && resting.every(({ actor_kind }) => actor_kind === 'rule'))

/** A root where a row cannot be as it was stays as it is, with the reason. */
const withoutFaults = async (tenant: Tenant, rules: Rules, plans: readonly RootPlan[], now: CurrentRows['now']) => {
  const faults = new Map<string, string>()
  const sets = plans.flatMap(({ steps }) => steps.flatMap((step) => (step.does === 'set' ? [step] : [])))
  const restored = new Set(sets.filter(({ values }) => values['deleted_at'] === null).map(keyOf))
  const comesBack = (entity: string, entity_id: number) => restored.has(keyOf({ entity, entity_id }))
  for (const [entity, steps] of Map.groupBy(sets, ({ entity }) => entity)) {
    const rows = steps.map((step) => ({
      id: step.entity_id,
      now: now.get(keyOf(step)) ?? {},
      values: step.values,
      added: step.added ?? false,
    }))
    for (const [entity_id, fault] of (await rules.of(entity).faults?.(tenant, rows, comesBack)) ?? [])
      faults.set(keyOf({ entity, entity_id }), fault)
  }
  return plans.map((plan): RootPlan => {
    const fault = plan.steps.flatMap((step) => faults.get(keyOf(step)) ?? [])[0]
    if (fault === undefined) return plan
    return { changes: plan.changes, took: [], steps: [], skipped: [...plan.skipped, leftAsItIs(plan.changes, fault)] }
  })
}

/** Rows deleted before the history kept the whole of them lack the column that names their root. */
const completed = async (tenant: Tenant, steps: readonly Step[], changes: readonly Change[]): Promise<Step[]> => {
  const inserted = new Set(steps.filter(({ does }) => does === 'insert').map(({ entity }) => entity))
  if (inserted.size === 0) return [...steps]
  const rootColumns = new Map<string, string>()
  for (const entity of inserted) rootColumns.set(entity, await rootColumnOf(tenant, entity))
  const roots = new Map(changes.map((change) => [keyOf(change), change.root_id]))
  return steps.map((step) => {
    const column = rootColumns.get(step.entity)
    if (step.does !== 'insert' || column === undefined || column === 'id') return step
    return { ...step, values: { [column]: roots.get(keyOf(step)), ...step.values } }
  })
}

/** Takes the steps, then does for each table what follows from them. */
const settled = async (
  tenant: Tenant,
  { rules, by }: Wish,
  steps: readonly Step[],
  now: CurrentRows['now'],
  acts: readonly string[],
) => {
  if (steps.length === 0) return
  await allowed(
    takeSteps(
      tenant,
      steps.filter(({ entity }) => !rules.of(entity).elsewhere),
    ),
  )
  for (const step of steps)
    if (step.does === 'set') await rules.of(step.entity).elsewhere?.putBack(tenant, by, step.entity_id, step.values)
  const touched = Map.groupBy(steps, ({ entity }) => entity)
  for (const entity of rules.inLockOrder(touched.keys()))
    await rules.of(entity).after?.(
      tenant,
      (touched.get(entity) ?? []).map((step) => ({
        id: step.entity_id,
        now: now.get(keyOf(step)) ?? {},
        values: 'values' in step ? step.values : {},
      })),
      acts,
    )
}

const REFUSED: Readonly<Record<string, string>> = {
  '23505': 'Another one like it exists now, and only one is allowed. Nothing was undone.',
  '23503': 'Something added later needs it, or something it needs is gone. Nothing was undone.',
  '23514': 'Later changes conflict with it. Nothing was undone.',
}

/** What the database's own rules refuse is told, not thrown at anybody. */
const allowed = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const sentence = REFUSED[sqlState(error) ?? '']
    if (sentence === undefined) throw error
    throw conflict(sentence, undefined, 'not_undoable')
  }
}

const byId = (one: Change, other: Change) => one.id - other.id
const oneEach = (changes: readonly Change[]) => [
  ...new Map(changes.map((change) => [change.change_set, change])).values(),
]
const leftAsItIs = (changes: readonly Root[], reason: string): Skipped => {
  const [first] = changes
  return { entity: first?.root ?? '', entity_id: first?.root_id ?? 0, reason }
}
