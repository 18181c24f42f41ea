import type { NotifiedKind } from '#contract/platform/notifications.ts'

/** What people are notified of about the catalogue. */
export const notified = {
  product_gap: {
    icon: 'flag',
    yours: { label: 'Incomplete products', text: 'Shown products that became incomplete, once a day' },
    theirs: { label: 'Incomplete products', text: 'Shown products that became incomplete, once a day' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
