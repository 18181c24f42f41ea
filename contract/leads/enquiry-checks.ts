import { Type, type Static } from 'typebox'
import { get, One, put } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

/** What becomes of an enquiry with which a machine gave itself away: it is invalid at once, or QA sees why it looks like one. */
export const MACHINE_EFFECTS = ['auto_invalid', 'to_qa'] as const
export type MachineEffect = (typeof MACHINE_EFFECTS)[number]

/** What the company looks for in what comes in: repeats and machines. */
const EnquiryChecks = Type.Object({
  /** Within how many days the same person of the same company repeats an enquiry. */
  person_days: Type.Integer({ minimum: 7, maximum: 365 }),
  /** Whoever fills a form in faster is taken for a machine; 0: nobody is. */
  fill_seconds: Type.Number({ minimum: 0, maximum: 30, multipleOf: 0.5 }),
  machine_effect: Type.Enum([...MACHINE_EFFECTS]),
})
export type EnquiryChecks = Static<typeof EnquiryChecks>

export const enquiryChecks = {
  now: get('/marketing/enquiry_checks', {
    summary: 'How the company checks form submissions',
    permission: 'signed-in',
    reply: One(EnquiryChecks),
    failure: 'Failed to fetch data',
  }),
  change: put('/marketing/update_enquiry_checks', {
    summary: 'Changes how form submissions are checked',
    permission: 'configuration_edit',
    did: 'Changed how enquiries are checked',
    /** What is absent stays as it is. */
    body: Type.Partial(EnquiryChecks),
    reply: One(EnquiryChecks),
    failure: 'The setting was not saved. Try again.',
  }),
}

export const entities = {
  enquiry_checks: {
    noun: { one: 'enquiry check setting', many: 'enquiry check settings' },
    fields: {
      person_days: 'same person and company',
      fill_seconds: 'filled in too fast',
      machine_effect: 'bot submissions',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
