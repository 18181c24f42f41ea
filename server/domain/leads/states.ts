import type { LeadStatus } from '#contract/lead.ts'
import { conflict } from '#server/kit/errors.ts'

/** What can be done to a lead's status, and from where. Everything else is refused with the status it really has. */
export const TRANSITIONS = {
  assign: ['new', 'assigned', 'in-progress', 'on_hold'],
  start: ['assigned'],
  validate: ['in-progress', 'invalid'],
  invalidate: ['assigned', 'in-progress', 'valid'],
} as const satisfies Record<string, readonly LeadStatus[]>

export type Transition = keyof typeof TRANSITIONS

const DONE: Record<Transition, string> = {
  assign: 'be assigned',
  start: 'be set in progress',
  validate: 'be validated',
  invalidate: 'be marked invalid',
}

export const allows = (transition: Transition, status: LeadStatus) => {
  const from: readonly LeadStatus[] = TRANSITIONS[transition]
  return from.includes(status)
}

/** 409 naming the status that the lead really has. */
export const checkTransition = (transition: Transition, status: LeadStatus) => {
  if (allows(transition, status)) return
  throw conflict(`This lead is ${STATUS_WORDS[status]}: it cannot ${DONE[transition]}.`, { status }, 'wrong_status')
}

export const STATUS_WORDS: Record<LeadStatus, string> = {
  new: 'new',
  assigned: 'assigned',
  'in-progress': 'in progress',
  on_hold: 'on hold',
  valid: 'valid',
  invalid: 'invalid',
}
