import type { View } from '#web/kit/list/list.ts'
import { QUIET } from '#web/directory/contacts/contact-views.ts'

export const COMPANY_VIEWS: readonly View[] = [
  { key: 'all', label: 'All companies', params: {} },
  {
    key: 'open_leads',
    label: 'With open leads',
    params: { leads: 'open' },
    empty: {
      title: 'No company has an open lead',
      text: 'Companies appear here while a lead of theirs is not decided.',
    },
  },
  {
    key: 'customers',
    label: 'Customers',
    params: { role: ['customer'] },
    empty: { title: 'No customers yet', text: 'Companies that you mark as customers appear here.' },
  },
  {
    key: 'vendors',
    label: 'Vendors',
    params: { role: ['vendor'] },
    empty: {
      title: 'No vendors yet',
      text: 'Companies that send vendor updates, or that you mark as vendors, appear here.',
    },
  },
  {
    key: 'quiet',
    label: `Not contacted in ${QUIET} d`,
    params: { quiet_days: QUIET },
    empty: {
      title: `Every company was in touch in the last ${QUIET} days`,
      text: 'Companies that nobody has been in touch with for longer appear here.',
    },
  },
]
