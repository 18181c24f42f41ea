import type { NotifiedKind } from '#contract/platform/notifications.ts'

/** What people are notified of about messages of the contact form. */
export const notified = {
  contact_message: {
    icon: 'question',
    yours: { label: 'Contact messages', text: 'When somebody writes by the contact form' },
    theirs: { label: 'Contact messages', text: 'When somebody writes by the contact form' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
