import type { LeadFields, Life } from './life.ts'
import { REACHED_BY } from '#contract/leads/lead.ts'
import { FOLLOW_UP_NOTES, LOST_REASONS, SALES_COMMENTS } from './messages.ts'
import type { Course } from './schedule.ts'
import { judgeInvalid } from './verdict.ts'
import { actAt, iso, later, person, RULE, type World } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A valid lead goes to a rep, who works it until it is won or lost. */
export function* selling(world: World, life: Life, validated: number, judge: number): Course {
  const { random } = world
  let at = validated + 2000
  yield at
  const rep = assignRep(world, life, at)

  yield (at = later(world, at, 8 * HOUR))
  if (random.chance(0.012)) {
    const because = 'The company has closed down'
    judgeInvalid(world, life, at, judge, { reason: 'wrong_contact_details', note: because, duplicateOf: null, because })
    return
  }
  const move = (enquiry_status: string, more: Partial<LeadFields> = {}, reason: string | null = null) => {
    const act = actAt(world, at, person(rep), 'valid-leads.setEnquiryStatus', reason)
    const response = enquiry_status === 'contacted' ? { first_response_at: act.at } : {}
    const over = { enquiry_at: act.at, follow_up_on: null, reached_by: null, sales_note: reason }
    life.change({ enquiry_status, ...response, ...over, ...more }, act)
  }
  const reach = (enquiry_status: 'contacted' | 'quoted', days: number) => {
    const minute = Math.floor(at / 60_000)
    const of = <T>(all: readonly T[]) => all[minute % all.length]
    const note = of(FOLLOW_UP_NOTES) ?? null
    move(enquiry_status, { reached_by: of(REACHED_BY) ?? null, follow_up_on: workingDay(at + days * DAY) }, note)
  }
  const lose = () => {
    const [lost_reason, words] = random.pick<(typeof LOST_REASONS)[number]>(LOST_REASONS)
    move('lost', { lost_reason }, words)
  }
  reach('contacted', 2)
  if (random.chance(0.4)) {
    yield (at = later(world, at, HOUR))
    life.comment(random.pick(SALES_COMMENTS), actAt(world, at, person(rep), 'lead-details.comment'))
  }

  yield (at = later(world, at, 2 * DAY))
  if (random.chance(0.1)) return lose()
  if (random.chance(0.08))
    return move('nurture', { nurture_until: iso(at + random.between(70, 140) * DAY).slice(0, 10) })
  reach('quoted', 5)

  yield (at = later(world, at, 7 * DAY))
  if (random.chance(0.46)) move('won')
  else if (random.chance(0.9)) lose()
  else move('nurture', { nurture_until: iso(at + 200 * DAY).slice(0, 10) })
}

/** That day, or the Monday after it. */
const workingDay = (at: number): string => {
  const weekday = new Date(at).getUTCDay()
  return iso(at + ([1, 0, 0, 0, 0, 0, 2][weekday] ?? 0) * DAY).slice(0, 10)
}

const assignRep = (world: World, life: Life, at: number): number => {
  const act = actAt(world, at, RULE, 'auto-assign-sales.choose')
  const choice = world.rotations.sales.give(act.at.replace('+00:00', 'Z'))
  if (choice.chosen === null) throw new Error('Somebody is always on the list')
  life.change({ sales_person: choice.chosen, sales_assigned_at: act.at }, act)
  life.decide('sales', 'auto', { ...choice, replaced: null }, act)
  return choice.chosen
}
