import type { Client } from 'pg'
import { arrivals, openClock } from './calendar.ts'
import type { Staffed } from './companies.ts'
import type { Furniture } from './furnish.ts'
import { openIds } from './ids.ts'
import { LIFE_TABLES, noRows, type Life, type LifeRows } from './life.ts'
import type { Random } from './random.ts'
import { openSchedule } from './schedule.ts'
import { leadCourse } from './story.ts'
import { actAt, person, type World } from './world.ts'

const HOUR = 3_600_000
const DAYS = 90
/** So many that people at their usual pace keep up with. */
const FOLLOWED = 6_000
const CHUNK = 2_000
/** Of the newest enquiries so many may be handed back, and so many come after that. */
const LINGERING = 36
const AFTERWARDS = 5
const IN_THE_LAST_HOUR = 10

interface Span {
  start: number
  end: number
}

export const span = (now: number): Span => {
  const end = Math.floor(now / 1000) * 1000
  return { start: end - DAYS * 24 * HOUR, end }
}

/** How many of the leads each company gets. */
export const shared = (companies: readonly Staffed[], leads: number) =>
  companies.map((staffed, at) => {
    const earlier = companies.slice(0, at).reduce((sum, { company }) => sum + Math.round(leads * company.share), 0)
    return { staffed, count: at === companies.length - 1 ? leads - earlier : Math.round(leads * staffed.company.share) }
  })

export const openWorld = (
  client: Client,
  { companyId, company, staff }: Staffed,
  count: number,
  random: Random,
  furnished: Furniture & Pick<World, 'rotations'>,
): World => {
  const manager = staff.get('manager')
  const qa = staff.get('qa')
  const qa2 = staff.get('qa2')
  if (manager === undefined || qa === undefined || qa2 === undefined)
    throw new Error('The demo company lacks its people')
  return {
    ...furnished,
    companyId,
    random,
    clock: openClock(company.timeZone),
    ids: openIds(client, companyId, count),
    manager,
    qa: [qa, qa2],
    quarantineChance: Math.min(0.6, 600 / count),
    pace: Math.min(1, FOLLOWED / count),
    handBack: { at: 0, act: actAt({ random }, 0, person(manager), 'assigned-leads.release') },
    known: [],
    finished: () => {},
  }
}

interface Plan extends Span {
  count: number
  /** Whether the manager leaves on a journey shortly before the end. */
  handsBack: boolean
}

/** Lets a company live through its leads and stores them as they are finished, those still open at the end last. */
export const run = async (
  world: World,
  { start, end, count, handsBack }: Plan,
  store: (rows: LifeRows) => Promise<void>,
) => {
  const { random, clock, ids } = world
  const times = [...arrivals(random, clock, { from: start, to: end, count, newest: IN_THE_LAST_HOUR })]
  const schedule = openSchedule()
  const open = new Set<Life>()
  let done: Life[] = []

  if (handsBack) {
    const at = Math.max(start, (times.at(-AFTERWARDS) ?? end) - 2000)
    const reason = 'On a journey until Monday: back to Unassigned'
    world.handBack = {
      at,
      act: { ...actAt(world, at, person(world.manager), 'assigned-leads.release', reason), channel: 'bulk' },
    }
    schedule.add(leaving(world))
  }
  world.finished = (life) => {
    open.delete(life)
    done.push(life)
  }
  const flush = async (least: number) => {
    if (done.length < least || done.length === 0) return
    const lives = done
    done = []
    await store(gathered(lives))
  }

  for (const [place, at] of times.entries()) {
    while (schedule.step(at)) await ids.refill()
    await ids.refill()
    schedule.add(leadCourse(world, at, handsBack && place >= count - LINGERING - AFTERWARDS, (life) => open.add(life)))
    await flush(CHUNK)
  }
  while (schedule.step(end)) await ids.refill()
  done.push(...open)
  while (done.length) {
    const rest = done.splice(CHUNK)
    await flush(1)
    done = rest
  }
}

/** The manager leaves the list; what they have not begun goes back. */
function* leaving({ handBack, rotations, manager }: World): Generator<number, void, undefined> {
  yield handBack.at
  rotations.qa.pause(manager)
}

const gathered = (lives: readonly Life[]): LifeRows => {
  const all = noRows()
  for (const life of lives) {
    const rows = life.rows()
    for (const table of LIFE_TABLES) for (const row of rows[table]) all[table].push(row)
  }
  return all
}
