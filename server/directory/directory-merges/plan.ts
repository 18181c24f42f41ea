import type { DirectoryKind, MergePlan } from '#contract/directory/directory-merges.ts'
import type { From } from '#contract/directory/directory-values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { saidOf, settersOf } from '#server/directory/provenance/provenance.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField } from '#server/kit/errors.ts'
import type { Taken, Value } from './give.ts'
import { alsoAlike, companyNames, keysOf, movesOf, saidOfAll } from './reach.ts'
import { STORED, type Standing } from './standing.ts'

/** What a merge would do: for people to see, and what each loser gives the winner. */
export interface Planned {
  plan: MergePlan
  gives: Map<number, Taken>
}

/** The dry run shows it, the merge does it: there is no second opinion. */
export const planMerge = async (
  tenant: Tenant,
  caller: Caller,
  kind: DirectoryKind,
  [winner, ...losers]: readonly [Standing, ...Standing[]],
  picks: Readonly<Record<string, number>>,
): Promise<Planned> => {
  const all = [winner, ...losers]
  const ids = all.map(({ id }) => id)
  const loserIds = losers.map(({ id }) => id)
  const said = await saidOfAll(tenant, kind, ids)
  const fromOf = await sourcesOf(tenant, caller, kind, all)
  const names = kind === 'contact' ? await companyNames(tenant, all) : new Map<Value, string>()
  const text = (field: string, value: Value) => {
    if (value === null) return null
    return field === 'company_id' ? (names.get(value) ?? null) : String(value)
  }
  const gives = new Map(losers.map((loser) => [loser.id, offerOf(loser)]))
  const fields: MergePlan['fields'] = []
  const same: string[] = []
  for (const field of STORED[kind].fields) {
    const values = all.map(({ shown }) => shown[field] ?? null)
    const differ = values.some((value) => value !== values[0])
    const pick = picks[field]
    if (!differ && values[0] !== null) same.push(labelOf(field))
    if (!differ && pick !== undefined) throw badField(`picks.${field}`, 'All of them have the same there.')
    const natural = field in winner.own ? (winner.own[field] ?? null) : (said.get(field) ?? null)
    const chosen = chosenOf(all, field, natural, pick)
    if (differ)
      fields.push({
        field,
        label: labelOf(field),
        choices: all.map(({ id }, at) => ({
          from_id: id,
          value: text(field, values[at] ?? null),
          from: fromOf(id, field, values[at] ?? null),
        })),
        chosen: chosen.id,
      })
    const value = chosen.shown[field] ?? null
    if (value === natural) continue
    const giver =
      losers.find(({ id }) => id === chosen.id) ?? losers.find((each) => each.shown[field] === natural) ?? losers[0]
    const gift = giver && gives.get(giver.id)
    if (gift) gift.own[field] = value
    if (gift && giver.id === chosen.id && giver.sets['pinned']?.includes(field))
      (gift.sets['pinned'] ??= []).push(field)
  }
  const unknown = Object.keys(picks).find((field) => !fields.some((each) => each.field === field))
  if (unknown !== undefined) throw badField(`picks.${unknown}`, 'There is nothing to choose there.')
  const [keys, moves, also] = [
    await keysOf(tenant, kind, ids),
    await movesOf(tenant, kind, loserIds),
    kind === 'company' ? await alsoAlike(tenant, winner.id, loserIds) : [],
  ]
  const plan = {
    winner: winner.candidate,
    losers: losers.map(({ candidate }) => candidate),
    fields,
    same,
    ...keys,
    moves,
    also,
  }
  return { plan, gives }
}

/** Who is picked; else who has set the value, the winner first; else the first of those of whom the best source says it. */
const chosenOf = (all: readonly Standing[], field: string, natural: Value, pick: number | undefined): Standing => {
  const [winner] = all
  if (winner === undefined) throw new Error('Nobody is to be merged')
  if (pick !== undefined) {
    const picked = all.find(({ id }) => id === pick)
    if (!picked) throw badField(`picks.${field}`, 'Choose one of those that are merged.')
    return picked
  }
  return all.find(({ own }) => field in own) ?? all.find(({ shown }) => (shown[field] ?? null) === natural) ?? winner
}

/** Where a value of one of them comes from: somebody set it, or a source said it. */
const sourcesOf = async (tenant: Tenant, caller: Caller, kind: DirectoryKind, all: readonly Standing[]) => {
  const known = new Map<number, (field: string, value: Value) => From | null>()
  for (const { id, own } of all) {
    const [said, setters] = [await saidOf(tenant, caller, { kind, id }), await settersOf(tenant, { kind, id })]
    known.set(id, (field, value) => {
      if (field in own) return setters.get(field) ?? null
      const facts = said.filter((fact) => fact.field === (field === 'company_id' ? 'company' : field))
      return (field === 'company_id' ? facts[0] : facts.find((fact) => fact.value === value))?.from ?? null
    })
  }
  return (id: number, field: string, value: Value) => (value === null ? null : (known.get(id)?.(field, value) ?? null))
}

/** What goes over whoever is chosen. */
const offerOf = ({ sets, note, description }: Standing): Taken => ({
  own: {},
  sets: Object.fromEntries(Object.entries(sets).filter(([name]) => name !== 'pinned')),
  note,
  description,
})

const LABELS: Readonly<Record<string, string>> = { company_id: 'Company', zip_code: 'ZIP code' }
export const labelOf = (field: string) => LABELS[field] ?? field.charAt(0).toUpperCase() + field.slice(1)
