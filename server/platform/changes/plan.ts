import type { Skipped } from '#contract/platform/changes.ts'
import { same, type Change, type Folded } from './change-set.ts'
import { keyOf, type Row, type Step } from './rows.ts'
import type { EntityRules, Rules } from './rules.ts'

type Rows = ReadonlyMap<string, Row>

/** The later changes on which the taking back of these would tread: what they made has been built on since. */
export const dependents = (rules: Rules, folded: readonly Folded[], later: readonly Change[], now: Rows): Change[] =>
  folded.flatMap((change) => {
    const row = now.get(keyOf(change))
    const since = later.filter((one) => keyOf(one) === keyOf(change) && one.id > change.lastId)
    if (!row || since.length === 0) return []
    if (!change.wasThere) return isSoft(row) ? [] : stillDiffers(since, row)
    const { together } = rules.of(change.entity)
    if (!together || !Object.keys(change.fields).some((field) => together.has(field))) return []
    return stillDiffers(
      since.filter(({ fields }) => Object.keys(fields).some((field) => together.has(field))),
      row,
      together,
    )
  })

/** The changes, unless all of them together have come to nothing. */
const stillDiffers = (since: readonly Change[], row: Row, within?: ReadonlySet<string>): readonly Change[] => {
  const seen = new Set<string>()
  const differs = since.some(({ fields }) =>
    Object.entries(fields).some(([field, [before]]) => {
      if (seen.has(field) || (within && !within.has(field))) return false
      seen.add(field)
      return !same(before, row[field])
    }),
  )
  return differs ? since : []
}

interface Plan {
  steps: Step[]
  skipped: Skipped[]
}

const CHANGED_LATER = 'It was changed again later.'
const DELETED_LATER = 'It was deleted later.'

/** What brings the rows of one root back, and what has to stay as it is. */
export const planFor = (rules: Rules, folded: readonly Folded[], now: Rows): Plan => {
  const root = folded.find(({ entity, entity_id, root, root_id }) => entity === root && entity_id === root_id)
  const rootRow = root && now.get(keyOf(root))
  // What belongs to it would change without it.
  if (root && rootRow && isDeletedLater(rules.of(root.entity), root, rootRow))
    return { steps: [], skipped: [{ entity: root.entity, entity_id: root.entity_id, reason: DELETED_LATER }] }
  // What came into being with a row that is only marked as deleted goes and comes back with it.
  const within = root && !root.wasThere && rootRow && isSoft(rootRow) ? [root] : folded
  const plans = within.map((change) => planForRow(rules.of(change.entity), change, now.get(keyOf(change))))
  return { steps: plans.flatMap(({ steps }) => steps), skipped: plans.flatMap(({ skipped }) => skipped) }
}

const planForRow = (rules: EntityRules, change: Folded, row: Row | undefined): Plan => {
  const { entity, entity_id, lastId } = change
  const at = { entity, entity_id }
  const left = (reason: string) => ({ steps: [], skipped: [{ ...at, reason }] })
  const step = <S extends object>(does: S) => ({ steps: [{ ...at, lastId, ...does }], skipped: [] })

  if (!change.wasThere) {
    if (!row || isGone(row)) return { steps: [], skipped: [] }
    return isSoft(row)
      ? step({ does: 'set' as const, values: { deleted_at: NOW }, added: true as const })
      : step({ does: 'remove' as const })
  }
  if (!change.isThere) {
    if (row) return left('It already exists again.')
    if (change.erased) return left('Its personal values were erased.')
    return step({ does: 'insert' as const, values: before(change) })
  }
  if (!row || isDeletedLater(rules, change, row)) return left(DELETED_LATER)
  return planForFields(rules, change, row)
}

const planForFields = (
  { follows = {}, madeAnew, parts }: EntityRules,
  { entity, entity_id, lastId, fields: changed, erased }: Folded,
  row: Row,
): Plan => {
  const inParts = Object.entries(changed).filter(([field]) => parts?.has(field))
  const merged = inParts.map(([field, pair]) => [field, partsBack(pair, row[field])] as const)
  const fields = Object.fromEntries(Object.entries(changed).filter(([field]) => !parts?.has(field)))
  const all = Object.entries(fields).filter(([field, [old]]) => field in row && !same(row[field], old))
  const changedLater = (field: string) =>
    field in fields && !same(row[field], fields[field]?.[1]) && !same(row[field], fields[field]?.[0])
  const stays = ([field, [, made]]: (typeof all)[number]) =>
    !same(row[field], made) || (follows[field] ?? []).some(changedLater)
  const [back, later] = [all.filter((each) => !stays(each)), all.filter(stays)]
  const at = { entity, entity_id }
  const values = Object.fromEntries([
    ...back.map(([field, [old]]) => [field, putBack(field, old)] as const),
    ...merged.flatMap(([field, { value }]) => (same(value, row[field]) ? [] : [[field, value] as const])),
  ])
  return {
    steps: Object.keys(values).length > 0 ? [{ ...at, lastId, does: 'set', values }] : [],
    skipped: [
      ...merged.flatMap(([field, { later }]) => (later ? [{ ...at, field, reason: CHANGED_LATER }] : [])),
      ...later.filter(([field]) => !madeAnew?.has(field)).map(([field]) => ({ ...at, field, reason: CHANGED_LATER })),
      ...(erased ? [{ ...at, reason: 'Its earlier personal values were erased.' }] : []),
    ],
  }
}

/** Each part of a value that nobody has changed since as it was before; `later`: some were changed again. */
const partsBack = ([old, made]: readonly [unknown, unknown], now: unknown) => {
  const [before, after, current] = [partsOf(old), partsOf(made), partsOf(now)]
  const value = new Map(current)
  let later = false
  for (const part of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(part), current.get(part)]
    if (same(was, after.get(part)) && before.has(part) === after.has(part)) continue
    if (!same(is, after.get(part)) || current.has(part) !== after.has(part)) later ||= !same(is, was)
    else if (before.has(part)) value.set(part, was)
    else value.delete(part)
  }
  return { value: Object.fromEntries(value), later }
}
const partsOf = (value: unknown) => new Map<string, unknown>(Object.entries(Object(value)))

/** PostgreSQL's word for the time of its transaction. */
const NOW = 'now'

/** What is deleted again was deleted just now: it can be restored for as long as anything that is. */
const putBack = (field: string, old: unknown) => (field === 'deleted_at' && old !== null ? NOW : old)

/** A row as it was before it was deleted; its next version, for whoever counts them. */
const before = ({ fields, version }: Folded): Row => ({
  ...Object.fromEntries(Object.entries(fields).map(([field, [old]]) => [field, old])),
  ...(version === null ? {} : { version: version + 1 }),
})

/** A table whose rows are marked as deleted rather than taken away. */
const isSoft = (row: Row) => 'deleted_at' in row
const isGone = (row: Row) => isSoft(row) && row['deleted_at'] !== null
/** Where being there is made of other fields, these come back first, and the area says what does not. */
const isDeletedLater = ({ madeAnew }: EntityRules, { wasThere, isThere, fields }: Folded, row: Row) =>
  wasThere && isThere && isGone(row) && !fields['deleted_at'] && !madeAnew?.has('deleted_at')
