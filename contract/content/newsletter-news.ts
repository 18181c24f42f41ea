import type { NotifiedKind } from '#contract/platform/notifications.ts'

export const notified = {
  newsletter_flooded: {
    icon: 'flag',
    yours: { label: 'Flooded newsletter form', text: 'Someone floods a newsletter form of your company' },
    theirs: { label: 'Flooded newsletter form', text: 'Someone floods a newsletter form of their company' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
