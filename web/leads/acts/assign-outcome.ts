import type { PersonRef, Reply } from '#contract/kit/endpoint.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { counted } from '#web/kit/look/format.ts'

export type Outcome = Reply<typeof marketingLeads.assign>['data']
export type Refused = Outcome['refused'][number]
export type Holding = Reply<typeof marketingLeads.checkAssigned>['data'][number]

/** `Yuki Tanabe assigned to you`, `47 leads assigned to Priya Nair, 2 refused` */
export const outcomeWords = (
  { assigned, refused }: { assigned: readonly number[]; refused: readonly unknown[] },
  rows: readonly { id: number; name: string }[],
  to: string,
) => {
  const only = assigned.length === 1 ? rows.find(({ id }) => id === assigned[0])?.name : undefined
  const done = `${only ?? counted(assigned.length, 'lead')} assigned to ${to}`
  return refused.length > 0 ? `${done}, ${refused.length} refused` : done
}

/** What a row shows of a lead that was given to somebody: a valid one goes to sales, any other to QA. */
export const givenTo = (status: LeadRow['status'] | undefined, person: PersonRef | null) =>
  status === 'valid' ? { sales_person: person } : { assigned_qa: person }

/** Who holds how many of the leads, those with most first; `mine` are left out. */
export const holdersOf = (
  holdings: readonly Holding[],
  except: number | undefined,
): { name: string; count: number }[] => {
  const held = holdings.flatMap(({ holder }) => (holder && holder.id !== except ? [holder] : []))
  const byPerson = Map.groupBy(held, ({ id }) => id)
  return [...byPerson.values()]
    .map((people) => ({ name: people[0]?.name ?? '', count: people.length }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
}
