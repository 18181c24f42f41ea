import type { RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** A mail as its kind sees it when it goes out. */
export interface OutgoingMail {
  companyId: number
  id: number
  /** Null: a mail of its own. */
  mailingId: number | null
  forId: number | null
  address: string
}

/** What the mail server made of an address: never again, not now, or nothing from us. */
export type RefusalClass = 'hard' | 'soft' | 'policy'

/** What has become of a mail. */
export interface EndedMail extends OutgoingMail {
  state: 'sent' | 'refused' | 'in_doubt' | 'skipped'
  /** Of a refused one. */
  class: RefusalClass | null
  /** Such as 5.1.1, where the mail server said one. */
  code: string | null
  reply: string | null
}

/** A mailing that is over, or that stands until a person decides. */
export interface EndedMailing {
  id: number
  state: 'done' | 'stopped'
  reason: string | null
  counts: MailCounts
}

/** How many mails of a mailing are in which state; one that is not named has none. */
export type MailCounts = Partial<
  Record<'queued' | 'handing' | 'sent' | 'deferred' | 'refused' | 'skipped' | 'in_doubt' | 'cancelled', number>
>

/** What the outbox has to know of mails of a kind; an area declares it under `mails` in its `feature.ts`. */
export interface MailKind {
  /** Of a mailing: a select of `id` and `address` of those of the ids (a bigint[]) who have one. */
  addresses?(ids: RawBuilder<unknown>): RawBuilder<unknown>
  /**
   * A condition over the row `m` of mails, looked at in the transaction that marks it as handed over; where it does not hold, the mail
   * is skipped. It must lock the rows that it reads (`for share`): a person who changes them then comes first, or waits for that transaction.
   */
  wanted?: RawBuilder<unknown>
  /** What `{{name}}` in the texts stands for; in HTML it is escaped. */
  slots?(mail: OutgoingMail): Readonly<Record<string, string>>
  /** Headers beside those that the outbox sets. */
  headers?(mail: OutgoingMail): Readonly<Record<string, string>>
  /** What follows from their ends, in a transaction in which these are stored. A mailing's come together, once in a turn. */
  ended?(tenant: Tenant, mails: readonly EndedMail[]): Promise<unknown>
  /** What follows when a mailing is done, or stops by itself. */
  mailingEnded?(tenant: Tenant, mailing: EndedMailing): Promise<unknown>
}
export type MailKinds = Readonly<Record<string, MailKind>>
