import type { NotificationChoice, NotificationKind } from '#contract/leads/notifications.ts'

/** What each kind of news is called, and what it is about. */
export type KindWords = Readonly<Record<NotificationKind, { label: string; text: string }>>

/** To whom the news comes. */
export const YOUR_NEWS: KindWords = {
  assigned: { label: 'Leads assigned to you', text: 'By a colleague or by auto-assign' },
  mentioned: { label: 'Mentions', text: 'Someone mentions you in a comment' },
  verdict: { label: 'Changed verdicts', text: 'On a lead you own, sell or decided' },
  queue: { label: 'Leads waiting too long', text: 'In a list you manage' },
  acceptance: { label: 'Leads to accept', text: 'Yours to accept; for managers, any not accepted in time' },
  question: { label: 'Your questions to QC', text: 'Answered, reopened or closed, or yours to answer again' },
  job: { label: 'Jobs finished', text: 'A job you started has ended' },
}

/** To whoever decides for others. */
export const THEIR_NEWS: KindWords = {
  assigned: { label: 'Leads assigned to them', text: 'By a colleague or by auto-assign' },
  mentioned: { label: 'Mentions', text: 'Someone mentions them in a comment' },
  verdict: { label: 'Changed verdicts', text: 'On a lead they own, sell or decided' },
  queue: { label: 'Leads waiting too long', text: 'In a list they manage' },
  acceptance: { label: 'Leads to accept', text: 'Theirs to accept; for managers, any not accepted in time' },
  question: { label: 'Their questions to QC', text: 'Answered, reopened or closed, or theirs to answer again' },
  job: { label: 'Jobs finished', text: 'A job they started has ended' },
}

export const DIGEST_WORDS = [
  { value: 'none', label: 'No email' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every morning at 8' },
] satisfies { value: NotificationChoice['digest']; label: string }[]
