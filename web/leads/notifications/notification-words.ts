import type { NotificationChoice, NotificationKind } from '#contract/leads/notifications.ts'

/** What each kind of news is called, and what it is about. */
export type KindWords = Readonly<Record<NotificationKind, { label: string; text: string }>>

/** To whom the news comes. */
export const YOUR_NEWS: KindWords = {
  assigned: { label: 'Leads given to you', text: 'By a colleague or by auto-assign' },
  mentioned: { label: 'Mentions', text: 'Somebody names you in a comment' },
  verdict: { label: 'Verdicts turned over', text: 'On a lead that you hold, sell or had judged' },
  queue: { label: 'Leads wait too long', text: 'For somebody of a list that you keep' },
  acceptance: { label: 'Leads to accept', text: 'Yours that wait for you; for managers, what nobody accepts' },
  question: { label: 'Your questions to QC', text: 'Answered, reopened or closed; and yours to answer once more' },
  job: { label: 'Long work done', text: 'Something that you had started has ended' },
}

/** To whoever decides for others. */
export const THEIR_NEWS: KindWords = {
  assigned: { label: 'Leads given to them', text: 'By a colleague or by auto-assign' },
  mentioned: { label: 'Mentions', text: 'Somebody names them in a comment' },
  verdict: { label: 'Verdicts turned over', text: 'On a lead that they hold, sell or had judged' },
  queue: { label: 'Leads wait too long', text: 'For somebody of a list that they keep' },
  acceptance: { label: 'Leads to accept', text: 'Theirs that wait for them; for managers, what nobody accepts' },
  question: { label: 'Their questions to QC', text: 'Answered, reopened or closed; and theirs to answer once more' },
  job: { label: 'Long work done', text: 'Something that they had started has ended' },
}

export const DIGEST_WORDS = [
  { value: 'none', label: 'Not by e-mail' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every morning at 8' },
] satisfies { value: NotificationChoice['digest']; label: string }[]
