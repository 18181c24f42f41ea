import type { NotifiedKind } from '#contract/platform/notifications.ts'

/** What people are notified of about leads and questions to QC. */
export const notified = {
  assigned: {
    icon: 'person',
    yours: { label: 'Leads assigned to you', text: 'By a colleague or by auto-assign' },
    theirs: { label: 'Leads assigned to them', text: 'By a colleague or by auto-assign' },
  },
  verdict: {
    icon: 'flag',
    yours: { label: 'Changed verdicts', text: 'On a lead you own, sell or decided' },
    theirs: { label: 'Changed verdicts', text: 'On a lead they own, sell or decided' },
  },
  queue: {
    icon: 'hourglass',
    yours: { label: 'Leads waiting too long', text: 'In a list you manage' },
    theirs: { label: 'Leads waiting too long', text: 'In a list they manage' },
  },
  acceptance: {
    icon: 'clock',
    yours: { label: 'Leads to accept', text: 'Yours to accept; for managers, any not accepted in time' },
    theirs: { label: 'Leads to accept', text: 'Theirs to accept; for managers, any not accepted in time' },
  },
  follow_up: {
    icon: 'clock',
    yours: { label: 'Follow-ups', text: 'On the morning of the day you chose' },
    theirs: { label: 'Follow-ups', text: 'On the morning of the day they chose' },
  },
  question: {
    icon: 'question',
    yours: { label: 'Your questions to QC', text: 'Answered, reopened or closed, or yours to answer again' },
    theirs: { label: 'Their questions to QC', text: 'Answered, reopened or closed, or theirs to answer again' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
