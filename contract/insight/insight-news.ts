import type { NotifiedKind } from '#contract/platform/notifications.ts'

export const notified = {
  competitor_alert: {
    icon: 'flag',
    yours: { label: 'Competitors', text: 'An alert about competitors has found something' },
    theirs: { label: 'Competitors', text: 'An alert about competitors has found something' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
