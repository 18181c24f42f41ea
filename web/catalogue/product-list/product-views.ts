import { WANTED } from '#contract/catalogue/product-list.ts'
import type { View } from '#web/kit/list/list.ts'

/** The tabs of products; the one of unknown names is a list of its own. */
export const PRODUCT_VIEWS: readonly View[] = [
  { key: 'all', label: 'Products', params: {} },
  {
    key: 'wanted',
    label: 'Wanted, not shown',
    params: { discoverable: 'no', demand_from: String(WANTED) },
    empty: { title: 'No hidden product is wanted', text: 'Hidden products that people ask for appear here.' },
  },
  {
    key: 'never',
    label: 'Shown, never requested',
    params: { discoverable: 'yes', not_asked_in: '180' },
    empty: {
      title: 'Every product is wanted',
      text: 'Shown products that nobody has requested in 180 days appear here.',
    },
  },
]

/** The list of unknown names, by its tab in the address. */
export const UNKNOWN_TAB = 'unknown'
