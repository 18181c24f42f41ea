import { useState } from 'react'
import { UPDATE_STATUSES } from '#contract/catalogue/vendor-request.ts'
import { vendorUpdates, type VendorUpdateRow } from '#contract/catalogue/vendor-updates.ts'
import { useOne } from '#web/kit/data/api.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import type { Filter, View } from '#web/kit/list/list.ts'
import { UPDATE_WORDS } from './vendor-words.tsx'

export const VENDOR_VIEWS: readonly View[] = [
  {
    key: 'pending',
    label: 'Pending',
    params: { status: ['pending'] },
    empty: { title: 'Nothing to decide', text: 'Requests of vendors appear here as they come in.' },
  },
  {
    key: 'changed',
    label: 'Changed since',
    params: { status: ['pending'], changed_since: 'yes' },
    empty: { title: 'None', text: 'Requests about values that changed after them appear here.' },
  },
  {
    key: 'needs_info',
    label: 'Needs information',
    params: { status: ['needs_info'] },
    empty: { title: 'No open questions', text: 'Requests wait here until the vendor answers.' },
  },
  {
    key: 'decided',
    label: 'Decided',
    params: { status: ['approved', 'rejected'], sort: 'decidedOn', order: 'desc' },
    empty: { title: 'None yet', text: 'Requests appear here as they are decided.' },
  },
  { key: 'all', label: 'All', params: {} },
]

/** Requests of these vendors alone; those on screen are offered before anything is sought. */
export const useVendorFilter = (shown: readonly VendorUpdateRow['vendor'][]): Filter => {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), 200)
  const { data } = useOne(vendorUpdates.vendors, { query: search ? { search } : {} }, { keepPrevious: true })
  const vendors = [...(data?.data ?? []), ...shown]
  const options = [...new Map(vendors.map(({ id, name }) => [id, { value: String(id), label: name }])).values()]
  return { kind: 'many', name: 'vendor', label: 'Vendor', options, onSearch: setText }
}

export const useVendorFilters = (rows: readonly VendorUpdateRow[]): readonly Filter[] => {
  const vendor = useVendorFilter(rows.map((row) => row.vendor))
  return [
    vendor,
    {
      kind: 'many',
      name: 'status',
      label: 'Status',
      options: UPDATE_STATUSES.map((value) => ({ value, label: UPDATE_WORDS[value].label })),
    },
    {
      kind: 'one',
      name: 'changed_since',
      label: 'Values',
      options: [{ value: 'yes', label: 'Changed since the request' }],
    },
    { kind: 'days', label: 'Requested on' },
  ]
}
