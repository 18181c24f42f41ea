import type { NotifiedKind } from '#contract/platform/notifications.ts'

/** What people are notified of about the catalogue and its vendors. */
export const notified = {
  product_gap: {
    icon: 'flag',
    yours: { label: 'Incomplete products', text: 'Shown products that became incomplete, once a day' },
    theirs: { label: 'Incomplete products', text: 'Shown products that became incomplete, once a day' },
  },
  vendor_request: {
    icon: 'flag',
    yours: { label: 'Requests of vendors', text: 'When a vendor asks to have a product changed' },
    theirs: { label: 'Requests of vendors', text: 'When a vendor asks to have a product changed' },
  },
  vendor_answer: {
    icon: 'question',
    yours: { label: 'Answers of vendors', text: 'To your questions' },
    theirs: { label: 'Answers of vendors', text: 'To their questions' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
