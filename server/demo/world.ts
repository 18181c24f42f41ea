import type { CatalogueProduct } from './catalogue.ts'
import type { Clock } from './calendar.ts'
import type { Enquirer } from './enquirers.ts'
import type { Act } from './history.ts'
import type { Ids } from './ids.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'
import type { Rotation } from './rotation.ts'

export interface StockedProduct extends CatalogueProduct {
  id: number
}

export interface RestrictedEntry {
  id: number
  domain: string
  effect: 'quarantine' | 'auto_invalid'
}

/** One company at work: who is there, what is sold, and by which clock. */
export interface World {
  companyId: number
  random: Random
  clock: Clock
  ids: Ids
  formId: number
  manager: number
  qa: readonly [number, ...number[]]
  products: readonly [StockedProduct, ...StockedProduct[]]
  restricted: readonly [RestrictedEntry, ...RestrictedEntry[]]
  /** Restricted domains whose leads wait in quarantine; only a few do. */
  quarantineChance: number
  rotations: Record<'qa' | 'sales', Rotation>
  /** 1 for people's usual pace; less where there are so many leads that only a faster office can follow. */
  pace: number
  /** The manager hands back what they have not begun, to go on a journey: one act for all these leads. */
  handBack: { at: number; act: Act }
  /** Enquirers of the past with their leads, for those who ask twice. */
  known: { enquirer: Enquirer; leadId: number }[]
  /** Called when nothing more happens to a lead. */
  finished(life: Life): void
}

/** A moment in the form in which PostgreSQL writes it in JSON, in UTC. */
export const iso = (time: number) => `${new Date(time).toISOString().slice(0, 19)}+00:00`

type Doer = Pick<Act, 'actorKind' | 'actorId' | 'channel'>

export const SYSTEM: Doer = { actorKind: 'system', actorId: null, channel: 'intake' }
export const RULE: Doer = { actorKind: 'rule', actorId: null, channel: 'auto-assign' }
export const person = (id: number): Doer => ({ actorKind: 'person', actorId: id, channel: 'screen' })

export const actAt = (
  { random }: Pick<World, 'random'>,
  time: number,
  doer: Doer,
  act: string,
  reason: string | null = null,
): Act => ({
  ...doer,
  at: iso(time),
  act,
  reason,
  changeSet: random.uuid(),
})

/** After about this long, when the office is open; an office with too many leads for that works round the clock. */
export const later = ({ random, clock, pace }: World, at: number, average: number) => {
  const then = at + 5000 + Math.floor((random.wait(average) + average / 5) * pace)
  return pace < 1 ? then : clock.atWork(then)
}
