import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { lookups, type ProductRef } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { idIn } from '#web/kit/list/id-in.ts'
import type { Filter, Option } from '#web/kit/list/list.ts'

const FRESH = { staleTime: 300_000, keepPrevious: true }
/** As many as a filter takes. */
const MOST_NAMED = 100

/** What leads ask for: products by their name, whichever the address names, and what no product is. The days of a number that was followed here show while they are on. */
export const useFilterProducts = (): Filter[] => {
  const [sought, setSought] = useState('')
  const [address] = useSearchParams()
  const enabled = can(lookups.products)
  const search = useDebounced(sought.trim(), 250)
  const chosen = address.getAll('product').flatMap((value) => idIn(value) ?? [])
  const product_ids = [...new Set(chosen)].toSorted((one, other) => one - other).slice(0, MOST_NAMED)
  const found = useOne(lookups.products, { query: search ? { search } : {} }, { ...FRESH, enabled }).data?.data ?? []
  const named =
    useOne(lookups.products, { query: { product_ids } }, { ...FRESH, enabled: enabled && product_ids.length > 0 }).data
      ?.data ?? []
  const beside = named.filter(({ id }) => product_ids.includes(id) && !found.some((one) => one.id === id))
  const name = address.get('product_name')
  return [
    {
      kind: 'many',
      name: 'product',
      label: 'Product',
      options: [UNKNOWN, ...[...beside, ...found].map(toOption)],
      onSearch: setSought,
    },
    ...(name === null
      ? []
      : [{ kind: 'one', name: 'product_name', label: 'Asks for', options: [{ value: name, label: name }] } as const]),
    ...(address.has('asked_in') ? [LAST_DAYS] : []),
  ]
}

const UNKNOWN: Option = { value: 'unknown', label: 'Not in the catalogue' }
const LAST_DAYS: Filter = {
  kind: 'one',
  name: 'asked_in',
  label: 'Within',
  options: [
    { value: '30', label: '30 days' },
    { value: '90', label: '90 days' },
  ],
}
const toOption = ({ id, name, code }: ProductRef): Option => ({ value: String(id), label: name, hint: code })
