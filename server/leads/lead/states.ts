import { ENQUIRY_TRANSITIONS, type EnquiryStatus, type LeadStatus } from '#contract/leads/lead.ts'
import { conflict } from '#server/kit/errors.ts'

/** What can be done to a lead's status, and from where. Everything else is refused with the status it really has. */
const TRANSITIONS = {
  assign: ['new', 'assigned', 'in-progress', 'on_hold'],
  start: ['assigned'],
  hold: ['assigned', 'in-progress'],
  wake: ['on_hold'],
  release: ['assigned', 'in-progress'],
  validate: ['in-progress', 'invalid'],
  invalidate: ['assigned', 'in-progress', 'valid'],
  /** A registration goes the whole way in one act of whoever looks at it. */
  register: ['new', 'assigned', 'in-progress', 'invalid'],
} as const satisfies Record<string, readonly LeadStatus[]>

export type Transition = keyof typeof TRANSITIONS

const DONE: Record<Transition, string> = {
  assign: 'be assigned',
  start: 'be set in progress',
  hold: 'be put on hold',
  wake: 'be taken off hold',
  release: 'be released',
  validate: 'be validated',
  invalidate: 'be marked invalid',
  register: 'be validated',
}

export const allows = (transition: Transition, status: LeadStatus) => {
  const from: readonly LeadStatus[] = TRANSITIONS[transition]
  return from.includes(status)
}

/** The sentence that names the status which the lead really has; undefined where the transition is allowed. */
export const wrongStatus = (transition: Transition, status: LeadStatus): string | undefined =>
  allows(transition, status) ? undefined : `This lead is ${STATUS_WORDS[status]} and can’t ${DONE[transition]}.`

/** 409 naming the status that the lead really has. */
export const checkTransition = (transition: Transition, status: LeadStatus) => {
  const sentence = wrongStatus(transition, status)
  if (sentence !== undefined) throw conflict(sentence, { status }, 'wrong_status')
}

export const STATUS_WORDS: Record<LeadStatus, string> = {
  new: 'new',
  assigned: 'assigned',
  'in-progress': 'in progress',
  on_hold: 'on hold',
  valid: 'valid',
  invalid: 'invalid',
}

/** 409 naming where the enquiry really stands; a lead that is not valid, and a registration, have none. */
export const checkEnquiryTransition = (from: EnquiryStatus | null, to: EnquiryStatus) => {
  if (from === null) throw conflict('This lead has no enquiry to follow up.', { enquiry_status: null }, 'wrong_status')
  const allowed: readonly EnquiryStatus[] = ENQUIRY_TRANSITIONS[from]
  if (allowed.includes(to)) return
  const message = from === to ? `This enquiry is already ${from}.` : `This enquiry is ${from} and can’t become ${to}.`
  throw conflict(message, { enquiry_status: from }, 'wrong_status')
}
