import { Type, type Static } from 'typebox'
import { get, Id, Nullable, One, post, put, Text, Timestamp } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { LEAD_KINDS, LEAD_STATUSES, PhoneCountry } from './lead.ts'

/** What becomes of an enquiry that looks like spam: it is invalid at once, or QA sees what looks like it. */
export const SPAM_EFFECTS = ['auto_invalid', 'to_qa'] as const
export type SpamEffect = (typeof SPAM_EFFECTS)[number]

export const TEXT_RULE_LIMITS = { links: 20, words: 100, word: 60 } as const

/** What in the text of a form submission makes it suspicious. */
const textRules = {
  /** More links in the name and the message are too many; null: they are not counted. */
  max_links: Nullable(Type.Integer({ minimum: 0, maximum: TEXT_RULE_LIMITS.links })),
  /** Words and phrases in the name, the company, the message or the products, in any case and with any accents. */
  words: Type.Array(Text(TEXT_RULE_LIMITS.word), { maxItems: TEXT_RULE_LIMITS.words }),
}
export type TextRules = { [Rule in keyof typeof textRules]: Static<(typeof textRules)[Rule]> }

/** The days and the number of submissions that a preview looks at, the newest first. */
export const PREVIEW_DAYS = 30
export const MOST_PREVIEWED = 10_000

/** What the company looks for in what comes in: repeats, machines and texts. */
const EnquiryChecks = Type.Object({
  /** Within how many days the same person of the same company repeats an enquiry. */
  person_days: Type.Integer({ minimum: 7, maximum: 365 }),
  /** Whoever fills a form in faster is taken for a machine; 0: nobody is. */
  fill_seconds: Type.Number({ minimum: 0, maximum: 30, multipleOf: 0.5 }),
  machine_effect: Type.Enum([...SPAM_EFFECTS]),
  ...textRules,
  text_effect: Type.Enum([...SPAM_EFFECTS]),
  /** Where numbers without a country code are from, unless the lead, the form or the file says it; null: they are stored as they were sent. */
  phone_country: Nullable(PhoneCountry),
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
  preview: post('/marketing/preview_text_rules', {
    summary: `Which form submissions of the last ${PREVIEW_DAYS} days these rules would have found`,
    permission: 'configuration_edit',
    effect: 'read',
    body: Type.Object(textRules),
    reply: One(
      Type.Object({
        /** The newest `MOST_PREVIEWED` at most. */
        checked: Type.Integer(),
        found: Type.Integer(),
        /** Of those found, the ones that QA has validated. */
        valid: Type.Integer(),
        /** Some that the caller sees: validated ones first, then the newest. */
        examples: Type.Array(
          Type.Object({
            id: Id,
            lead_no: Type.Integer(),
            name: Type.String(),
            kind: Type.Enum([...LEAD_KINDS]),
            status: Type.Enum([...LEAD_STATUSES]),
            created_at: Timestamp,
            signals: Type.Array(Type.String()),
          }),
        ),
      }),
    ),
    failure: 'The preview did not load. Try again.',
  }),
}

export const entities = {
  enquiry_checks: {
    noun: { one: 'enquiry check setting', many: 'enquiry check settings' },
    fields: {
      person_days: 'same person and company',
      fill_seconds: 'filled in too fast',
      machine_effect: 'bot submissions',
      max_links: 'links',
      words: 'words',
      text_effect: 'suspicious submissions',
      phone_country: 'numbers without a country code',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
