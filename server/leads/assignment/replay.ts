import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import { nextChange } from '#server/platform/calendar/working-time.ts'
import type { Member } from './candidates.ts'
import { withinCredit } from './choose.ts'
import { openMoments } from './event-heap.ts'
import type { AssignmentList } from './queue.ts'
import { giveOne, type Holders, type Turn } from './rotation.ts'
import { blockOf, onShift, refusedTrait, type Accepts, type LeadTraits } from './eligibility.ts'

/** A person of a list as they begin a replay. Moments are in milliseconds. */
export interface ReplayPerson
  extends
    Accepts,
    Pick<Member, 'staff_id' | 'status' | 'staff_status' | 'kinds' | 'lacks' | 'weight' | 'daily_cap' | 'open_cap'> {
  /** Days begin by the clock there. */
  time_zone: string
  /** Null works always. */
  calendar: WorkingCalendar | null
  /** When an absence ends that there is at the beginning; null for none. */
  back_at: number | null
  /** When each lead that they hold at the beginning is done. */
  held: readonly number[]
}

/** A lead as it came, and how long it took whoever got it. */
export interface ReplayLead extends Turn {
  arrived: number
  /** From being given to being done; null: not done in these days. */
  done_after: number | null
}

export interface ReplaySetting {
  list: AssignmentList
  people: readonly ReplayPerson[]
  /** In order of arrival. */
  leads: readonly ReplayLead[]
  /** At the beginning. */
  holders: Holders
  /** How many leads somebody counts as behind at most. */
  most_credit: number
  from: number
  until: number
}

/** To whom a lead went, and when. */
export interface Gift {
  staff_id: number
  at: number
}

export interface Replayed {
  /** For each lead; undefined where nobody got it by the end. */
  gifts: (Gift | undefined)[]
  /** The share of each person that has come due. */
  shares: Map<number, number>
  /** Whether somebody of the list would take it at all, for each lead. */
  wanted: boolean[]
}

/** Leads that the same people would take wait in one line. */
interface Line {
  takers: ReadonlySet<number>
  waiting: number[]
  /** How many of them are gone. */
  gone: number
}

/** After so many leads it pauses, for whoever else has something to do. */
const BREATH = 100

/**
 * Lets leads come once more, with people as they are given, by the rules of the real assignment: everybody begins even and
 * with what they hold; each lead goes in order of arrival to whoever is due it, and keeps them for as long as it really
 * took. Pure, and the same setting gives the same result. It yields now and then.
 */
export function* replaying({
  list,
  people,
  leads,
  holders: known,
  most_credit,
  from,
  until,
}: ReplaySetting): Generator<undefined, Replayed> {
  const moments = openMoments()
  const lineOf = openLines(people)
  const busy = new Set<Line>()
  const gifts = leads.map((): Gift | undefined => undefined)
  const shares = new Map(people.map(({ staff_id }) => [staff_id, 0]))
  const holders = known && new Map(known)
  let members = people.map((person) => begin({ ...person, most_credit }, from))

  const change = (staffId: number, of: (member: Member) => Partial<Member>) => {
    members = members.map((member) => (member.staff_id === staffId ? { ...member, ...of(member) } : member))
  }
  const done = (staffId: number) => () => change(staffId, ({ open }) => ({ open: open - 1 }))
  for (const person of people) {
    const { staff_id, calendar, back_at, daily_cap, open_cap, held, time_zone } = person
    if (back_at !== null) moments.plan(back_at, () => change(staff_id, () => ({ back_at: null })))
    if (open_cap !== null) for (const at of held) if (at < until) moments.plan(at, done(staff_id))
    if (daily_cap !== null) {
      const newDay = (at: number) => {
        const tomorrow = nextDay(at, time_zone)
        change(staff_id, () => ({ today: 0, tomorrow: moment(tomorrow) }))
        moments.plan(tomorrow, newDay)
      }
      newDay(from)
    }
    if (calendar !== null) {
      const turn = (at: number) => {
        const { off_shift } = onShift({ calendar, at: moment(at) })
        change(staff_id, () => ({ off_shift }))
        const next = nextTurn(calendar, at)
        if (next !== undefined) moments.plan(next, turn)
      }
      turn(from)
    }
  }
  const capped = new Set(people.flatMap(({ staff_id, open_cap }) => (open_cap === null ? [] : [staff_id])))

  /** The first lead in order of arrival that somebody takes who can. */
  const firstTaken = (): Line | undefined => {
    const able = members.filter((member) => !blockOf(member, list))
    let first: Line | undefined
    for (const line of busy)
      if (headOf(line) < (first ? headOf(first) : Infinity) && able.some(({ staff_id }) => line.takers.has(staff_id)))
        first = line
    return first
  }
  const give = (at: number) => {
    let line = firstTaken()
    if (line) members = members.map(withinCredit)
    for (; line; line = firstTaken()) {
      const head = headOf(line)
      const lead = leads[head]
      const given = lead && giveOne(list, members, lead, holders, moment(at))
      if (!given) throw new Error('Somebody takes this lead, and nobody was chosen')
      const { chosen } = given.choice
      for (const [place, { staff_id, expected }] of given.members.entries())
        shares.set(staff_id, (shares.get(staff_id) ?? 0) + expected - (members[place]?.expected ?? expected))
      members = given.members
      gifts[head] = { staff_id: chosen, at }
      if (capped.has(chosen) && lead.done_after !== null) moments.plan(at + lead.done_after, done(chosen))
      line.gone += 1
      if (line.gone === line.waiting.length) {
        Object.assign(line, { waiting: [], gone: 0 })
        busy.delete(line)
      }
    }
  }

  const wanted: boolean[] = []
  for (let next = 0; ;) {
    const at = Math.min(leads[next]?.arrived ?? Infinity, moments.next())
    if (at >= until) return { gifts, shares, wanted }
    while (moments.next() <= at) moments.pass()
    for (let lead = leads[next]; lead && lead.arrived <= at; lead = leads[next]) {
      const line = lineOf(lead)
      line.waiting.push(next)
      busy.add(line)
      wanted.push(line.takers.size > 0)
      next += 1
      if (next % BREATH === 0) yield
    }
    give(at)
  }
}

const begin = (person: ReplayPerson & Pick<Member, 'most_credit'>, from: number): Member => ({
  ...person,
  expected: 0,
  received: 0,
  last_assigned_at: null,
  back_at: person.back_at === null ? null : moment(person.back_at),
  off_shift: null,
  today: 0,
  open: person.held.length,
  tomorrow: moment(nextDay(from, person.time_zone)),
})

/** Which line a lead waits in. */
const openLines = (people: readonly ReplayPerson[]) => {
  const byTakers = new Map<string, Line>()
  const byTraits = new Map<string, Line>()
  return ({ kind, country, source, categories }: LeadTraits): Line => {
    const key = JSON.stringify([kind, country, source, categories])
    const known = byTraits.get(key)
    if (known) return known
    const takers = people
      .filter((person) => refusedTrait(person, { kind, country, source, categories }) === undefined)
      .map(({ staff_id }) => staff_id)
    const line = byTakers.get(takers.join()) ?? { takers: new Set(takers), waiting: [], gone: 0 }
    byTakers.set(takers.join(), line)
    byTraits.set(key, line)
    return line
  }
}

const headOf = ({ waiting, gone }: Line) => waiting[gone] ?? Infinity

const moment = (at: number) => new Date(at).toISOString()

const nextDay = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay().add({ days: 1 }).epochMilliseconds

const nextTurn = (calendar: WorkingCalendar, at: number) => nextChange(calendar, new Date(at))?.getTime()
