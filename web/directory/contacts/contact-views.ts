import type { View } from '#web/kit/list/list.ts'

/** The days after which nobody has been in touch for long. */
export const QUIET = '90'

export const CONTACT_VIEWS: readonly View[] = [
  { key: 'everyone', label: 'Everyone', params: {} },
  {
    key: 'open_leads',
    label: 'With open leads',
    params: { leads: 'open' },
    empty: { title: 'Nobody has an open lead', text: 'People appear here while a lead of theirs is not decided.' },
  },
  {
    key: 'no_company',
    label: 'No company',
    params: { without: ['company'] },
    empty: { title: 'Everybody has a company', text: 'People whose company is not known appear here.' },
  },
  {
    key: 'bounced',
    label: 'Email bounced',
    params: { email_status: ['bounced'] },
    empty: { title: 'No mail came back', text: 'People whose address no longer takes mail appear here.' },
  },
  {
    key: 'vendors',
    label: 'Vendors',
    params: { role: ['vendor'] },
    empty: { title: 'No vendors yet', text: 'People of companies that are vendors appear here.' },
  },
  {
    key: 'quiet',
    label: `Not contacted in ${QUIET} d`,
    params: { quiet_days: QUIET },
    empty: {
      title: `Everybody was in touch in the last ${QUIET} days`,
      text: 'People whom nobody has been in touch with for longer appear here.',
    },
  },
]
