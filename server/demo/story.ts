import { arrive, type Arrived } from './enquiry.ts'
import type { Life } from './life.ts'
import { QA_COMMENTS, REASON_NOTES, told, type Nature } from './messages.ts'
import { judgeInvalid, judgeValid } from './verdict.ts'
import { selling } from './selling.ts'
import type { Course } from './schedule.ts'
import { actAt, iso, later, person, RULE, SYSTEM, type World } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const KNOWN = 400

/** What happens to one lead, from its arrival on; each `yield` is the next moment at which something does. */
export function* leadCourse(world: World, arrival: number, handedBack: boolean, begun: (life: Life) => void): Course {
  const arrived = arrive(world, arrival)
  begun(arrived.life)
  yield* goOn(world, arrived, arrival, handedBack)
  remember(world, arrived)
  world.finished(arrived.life)
}

function* goOn(world: World, arrived: Arrived, arrival: number, handedBack: boolean): Course {
  const { life } = arrived
  if (life.lead().status === 'invalid') return

  let at = arrival
  if (life.lead().quarantined_by !== null) {
    if (!world.random.chance(0.35)) return
    yield (at = later(world, at, 8 * HOUR))
    life.change(
      { quarantined_by: null },
      actAt(world, at, person(world.manager), 'restricted-domains.release', 'A real buyer'),
    )
  }
  yield (at += 1000)
  const owner = assign(world, arrived, at)
  if (handedBack && owner === world.manager && world.handBack.at > at) {
    yield world.handBack.at
    handBack(world, arrived)
  } else {
    yield* checking(world, arrived, at)
  }
}

const assign = (world: World, { life }: Arrived, at: number): number => {
  const act = actAt(world, at, RULE, 'auto-assign-qa.choose')
  const choice = world.rotations.qa.give(act.at.replace('+00:00', 'Z'))
  if (choice.chosen === null) throw new Error('Somebody is always on the list')
  life.change(
    { assigned_qa: choice.chosen, status: 'assigned', status_at: act.at, assigned_at: act.at, assigned_how: 'auto' },
    act,
  )
  life.decide('qa', 'auto', { ...choice, replaced: null }, act)
  return choice.chosen
}

const handBack = ({ handBack: { act } }: World, { life }: Arrived) => {
  const replaced = life.lead().assigned_qa
  life.change({ status: 'new', status_at: act.at, assigned_qa: null, assigned_at: null, assigned_how: null }, act)
  life.decide('qa', 'bulk', { chosen: null, considered: [], tie_break: null, sticky: null, replaced }, act)
}

/** QA looks at the lead and decides. */
function* checking(world: World, arrived: Arrived, assigned: number): Course {
  const { random } = world
  const { life, nature } = arrived
  let at = assigned
  if (random.chance(0.04)) {
    yield (at = later(world, at, 40 * MINUTE))
    reassign(world, arrived, at)
  }
  yield (at = later(world, at, 5 * HOUR))
  const owner = life.lead().assigned_qa ?? world.manager
  // What is plainly no enquiry is decided without being taken in hand.
  if (nature !== 'genuine' && random.chance(0.3)) {
    yield* rejecting(world, arrived, at, owner, reasonOf(world, nature))
    return
  }

  const start = actAt(world, at, person(owner), 'assigned-leads.start')
  life.change({ status: 'in-progress', status_at: start.at, in_progress_at: start.at }, start)
  if (random.chance(0.35)) {
    yield (at = later(world, at, 6 * MINUTE))
    const { name, city } = life.lead()
    const facts = { name, city, quantity: life.lines[0]?.quantity ?? 1, product: '', unit: '', company: '' }
    life.comment(told(random.pick(QA_COMMENTS), facts), actAt(world, at, person(owner), 'lead-details.comment'))
  }
  if (random.chance(0.05)) {
    yield (at = later(world, at, 10 * MINUTE))
    yield (at = hold(world, arrived, at, owner))
    const act = actAt(world, at, { ...SYSTEM, channel: 'api' }, 'assigned-leads.wake', 'Its follow-up day has come')
    life.change({ status: 'in-progress', status_at: act.at, on_hold_until: null }, act)
  }

  yield (at = later(world, at, 3 * HOUR))
  const isGood =
    (nature === 'genuine' || nature === 'restricted_domain') && life.lines.length > 0 && random.chance(0.93)
  if (!isGood) {
    yield* rejecting(world, arrived, at, owner, reasonOf(world, nature))
    return
  }
  judgeValid(world, life, at, owner)
  if (life.lead().kind === 'enquiry') yield* selling(world, life, at, owner)
}

/** QA may find another reason than the one that I know of. */
const reasonOf = ({ random }: World, nature: Nature): Exclude<Nature, 'genuine'> => {
  if (nature === 'genuine' || nature === 'restricted_domain')
    return random.pick(['unreachable', 'wrong_contact_details', 'not_our_product', 'other'])
  return nature
}

function* rejecting(
  world: World,
  arrived: Arrived,
  at: number,
  owner: number,
  reason: Exclude<Nature, 'genuine'>,
): Course {
  const notes = REASON_NOTES[reason]
  const duplicateOf = reason === 'duplicate' ? arrived.duplicateOf : null
  judgeInvalid(world, arrived.life, at, owner, { reason, note: notes ? world.random.pick(notes) : null, duplicateOf })
  if (reason !== 'test_submission' || world.random.chance(0.4)) return

  const deleted = later(world, at, 20 * HOUR)
  yield deleted
  const act = actAt(world, deleted, person(world.manager), 'lead-edits.remove')
  arrived.life.change({ deleted_at: act.at }, act)
}

const reassign = (world: World, { life }: Arrived, at: number) => {
  const replaced = life.lead().assigned_qa
  const [first, ...others] = world.qa.filter((id) => id !== replaced)
  if (first === undefined) return
  const chosen = world.random.pick([first, ...others])
  const act = actAt(world, at, person(world.manager), 'marketing-leads.assign')
  life.change({ assigned_qa: chosen, assigned_at: act.at, assigned_how: 'staff' }, act)
  life.decide('qa', 'staff', { chosen, considered: [], tie_break: null, sticky: null, replaced }, act)
}

/** Answers when the lead wakes. */
const hold = (world: World, { life }: Arrived, at: number, owner: number) => {
  const act = actAt(world, at, person(owner), 'assigned-leads.hold', 'They answer after their holidays')
  const wakes = Math.floor((at + world.random.between(3, 14) * DAY * world.pace) / DAY + 1) * DAY
  life.change({ status: 'on_hold', status_at: act.at, on_hold_until: iso(wakes).slice(0, 10) }, act)
  return wakes + 6 * HOUR
}

const remember = ({ known, random }: World, { life, enquirer, nature }: Arrived) => {
  if (nature !== 'genuine' || enquirer.email === null || life.lead().deleted_at !== null) return
  const entry = { enquirer, leadId: life.lead().id }
  if (known.length < KNOWN) known.push(entry)
  else known[random.between(0, KNOWN - 1)] = entry
}
