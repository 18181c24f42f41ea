import { Type } from 'typebox'
import { Id, Nullable, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'

const CONSENT_EVENTS = [
  'asked',
  'confirmed',
  'unsubscribed',
  'imported',
  'blocked',
  'unblocked',
  'erased',
  'reset',
] as const

/** What a person agreed to or took back. */
export const Consent = Type.Object({
  id: Id,
  what: Type.Enum([...CONSENT_EVENTS]),
  /** The exact words they saw, or that a colleague declared. */
  wording: Type.String(),
  form: Nullable(Type.String()),
  page_url: Nullable(Type.String()),
  /** The first part of the network address: 203.0.113.0/24. */
  network: Nullable(Type.String()),
  /** The browser’s family: Firefox. */
  browser: Nullable(Type.String()),
  /** A file with its row, or what a colleague noted. */
  proof: Type.String(),
  by: Nullable(PersonRef),
  at: Timestamp,
})

export const MAIL_STATES = [
  'queued',
  'handing',
  'sent',
  'deferred',
  'refused',
  'skipped',
  'in_doubt',
  'cancelled',
] as const
export type MailState = (typeof MAIL_STATES)[number]

/** A mail to a subscriber, with what became of it. */
export const SubscriberMail = Type.Object({
  id: Id,
  kind: Type.Enum(['post_update', 'confirmation']),
  mailing_id: Nullable(Id),
  subject: Type.String(),
  state: Type.Enum([...MAIL_STATES]),
  attempts: Type.Integer(),
  code: Nullable(Type.String()),
  reply: Nullable(Type.String()),
  at: Timestamp,
})

export const BOUNCE_CLASSES = ['hard', 'soft', 'policy', 'complaint', 'auto_reply', 'unclear'] as const

export const SubscriberBounce = Type.Object({
  id: Id,
  mail_id: Nullable(Id),
  mailing_id: Nullable(Id),
  class: Type.Enum([...BOUNCE_CLASSES]),
  code: Nullable(Type.String()),
  reply: Type.String(),
  received_by: Type.Enum(['smtp', 'http']),
  /** The report as it came; for 30 days. */
  raw: Nullable(Type.String()),
  at: Timestamp,
})
