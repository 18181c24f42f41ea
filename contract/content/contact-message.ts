import { Type, type Static } from 'typebox'
import { Id, Named, Nullable, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'
import { StoredComment } from '#contract/platform/comments.ts'

export const CONTACT_STATUSES = ['new', 'in_progress', 'answered', 'spam', 'archived'] as const
export type ContactStatus = (typeof CONTACT_STATUSES)[number]
/** Those that wait for an answer. */
export const CONTACT_WAITING = ['new', 'in_progress'] as const satisfies readonly ContactStatus[]

/** What a person may make of a message, from where it stands. */
export const CONTACT_TRANSITIONS = {
  new: ['in_progress', 'answered', 'spam', 'archived'],
  in_progress: ['answered', 'spam', 'archived'],
  answered: ['in_progress', 'spam', 'archived'],
  spam: ['new'],
  archived: ['new'],
} as const satisfies Record<ContactStatus, readonly ContactStatus[]>

export const mayBecome = (from: ContactStatus, to: ContactStatus): boolean =>
  CONTACT_TRANSITIONS[from].some((status) => status === to)

/** The form itself, or a program that sends to its address. */
export const CONTACT_SOURCES = ['website_form', 'api'] as const
export type ContactSource = (typeof CONTACT_SOURCES)[number]

export const CONTACT_LIMITS = { name: 120, company: 200, subject: 200, message: 10_000, page: 500 } as const

/** A lead as somebody who can see it finds it. */
const LeadRef = Type.Object({ id: Id, lead_no: Type.Integer() })

export const ContactRow = Type.Object({
  id: Type.Integer(),
  contact_no: Type.Integer(),
  created_at: Timestamp,
  name: Type.String(),
  email: Type.String(),
  /** It came from a domain that the company restricts. */
  domain_badge: Nullable(Type.Object({ domain: Type.String() })),
  company: Type.String(),
  subject: Type.String(),
  /** The first 200 characters. */
  message_start: Type.String(),
  status: Type.Enum([...CONTACT_STATUSES]),
  handled_by: Nullable(PersonRef),
  source: Type.Enum([...CONTACT_SOURCES]),
  /** How often the same came again within a day. */
  repeats: Type.Integer(),
  /** The lead that was made of it; `seen` is null for people who can’t see that lead. */
  lead: Nullable(Type.Object({ seen: Nullable(LeadRef) })),
  /** An answer that did not arrive, or of which nobody knows whether it did. */
  mail_problem: Nullable(Type.Enum(['refused', 'in_doubt'])),
  version: Type.Integer(),
})
export type ContactRow = Static<typeof ContactRow>

/** How the mail with an answer stands. */
export const REPLY_STATES = [
  'queued',
  'handing',
  'sent',
  'deferred',
  'refused',
  'skipped',
  'in_doubt',
  'cancelled',
] as const

export const ContactReply = Type.Object({
  id: Type.Integer(),
  text: Type.String(),
  by: PersonRef,
  at: Timestamp,
  mail: Type.Object({
    state: Type.Enum([...REPLY_STATES]),
    /** What the mail server said. */
    reply: Nullable(Type.String()),
    done_at: Nullable(Timestamp),
    /** From when on it can be sent again; null while it can’t. */
    again_from: Nullable(Timestamp),
  }),
})
export type ContactReply = Static<typeof ContactReply>

const LeadOfAddress = Type.Object({
  ...LeadRef.properties,
  kind: Type.String(),
  status: Type.String(),
  enquiry_status: Nullable(Type.String()),
  /** What it asks for: the first product, with its quantity. */
  product: Nullable(Type.Object({ name: Type.String(), quantity: Type.Integer(), more: Type.Integer() })),
  created_at: Timestamp,
})
export type LeadOfAddress = Static<typeof LeadOfAddress>

export const ContactMessage = Type.Object({
  ...ContactRow.properties,
  message: Type.String(),
  phone: Nullable(Type.String()),
  /** As it was typed, where it is no number that can be called. */
  phone_as_written: Nullable(Type.String()),
  /** ISO 3166-1 alpha-2. */
  country: Nullable(Type.String()),
  page_url: Nullable(Type.String()),
  utm: Named(Type.String(), 40, 10),
  form: Nullable(Type.String()),
  spam_reasons: Type.Array(Type.String()),
  answered_at: Nullable(Timestamp),
  /** Working time until the first answer; until now while there is none. Null of spam, which waits for nobody. */
  first_answer_minutes: Nullable(Type.Integer()),
  /** A company that leads of this domain are known by. */
  known_company: Nullable(Type.String()),
  comments: Type.Array(StoredComment),
  replies: Type.Array(ContactReply),
  /** The newest leads of this address that the caller sees; null for people who see no leads. */
  leads: Nullable(Type.Object({ rows: Type.Array(LeadOfAddress), total: Type.Integer(), won: Type.Integer() })),
  earlier: Type.Object({
    total: Type.Integer(),
    rows: Type.Array(
      Type.Object({
        id: Type.Integer(),
        subject: Type.String(),
        message_start: Type.String(),
        created_at: Timestamp,
        status: Type.Enum([...CONTACT_STATUSES]),
        handled_by: Nullable(PersonRef),
        first_answer_minutes: Nullable(Type.Integer()),
      }),
    ),
  }),
  /** Null for people who may not see subscribers; a status of null: not on the list. */
  newsletter: Nullable(Type.Object({ status: Nullable(Type.String()), since: Nullable(Timestamp) })),
  /** How an answer would go out; null without a mail server. */
  mail: Nullable(Type.Object({ from: Type.String(), reply_to: Type.String() })),
})
export type ContactMessage = Static<typeof ContactMessage>
