import type { InvalidReason } from '#contract/leads/lead.ts'
import { USUAL_QUESTIONS, USUAL_VERSION } from '#server/leads/checklist/checklist.ts'
import type { Row } from './history.ts'
import type { Life } from './life.ts'
import { actAt, person, type World } from './world.ts'

export const judgeValid = (world: World, life: Life, at: number, by: number) => {
  const act = actAt(world, at, person(by), 'assigned-leads.validate')
  const verdict = life.judge({ verdict: 'valid', ...snapshot(life), ...checklist(world) }, act)
  life.change(
    {
      status: 'valid',
      status_at: act.at,
      verdict_id: verdict,
      validated_at: act.at,
      validated_by: by,
      enquiry_status: life.lead().kind === 'enquiry' ? 'open' : null,
    },
    act,
  )
}

interface Rejection {
  reason: InvalidReason
  note: string | null
  duplicateOf: number | null
  /** Why an earlier verdict is turned over. */
  because?: string
}

export const judgeInvalid = (
  world: World,
  life: Life,
  at: number,
  by: number,
  { reason, note, duplicateOf, because }: Rejection,
) => {
  const act = actAt(world, at, person(by), 'assigned-leads.invalidate', because ?? null)
  const judged = { reason_code: reason, reason_note: note }
  const verdict = life.judge({ verdict: 'invalid', ...snapshot(life), ...judged }, act)
  life.change(
    {
      ...judged,
      status: 'invalid',
      status_at: act.at,
      verdict_id: verdict,
      validated_at: act.at,
      validated_by: by,
      enquiry_status: null,
      duplicate_of: duplicateOf,
    },
    act,
  )
}

/** The lead as it was judged. Whoever validates looks a missing company up. */
const snapshot = (life: Life): Row => {
  const { company, country, zip_code, city, state, address, email, phone, website, name } = life.lead()
  return {
    company: company ?? `${name.split(' ').at(-1)} & Co.`,
    country,
    zip_code,
    city,
    state,
    address,
    email,
    phone,
    website,
    comments: null,
    products: life.lines.map((line, at) => ({ id: at + 1, ...line })),
  }
}

const checklist = ({ random }: World): Row =>
  random.chance(0.85)
    ? {
        checklist: USUAL_QUESTIONS.map(({ item, blocking }) => ({
          item,
          answer: random.chance(0.94) || blocking ? 'yes' : 'not_sure',
        })),
        checklist_version: USUAL_VERSION,
      }
    : {}
