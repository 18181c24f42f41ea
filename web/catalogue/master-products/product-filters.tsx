import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BASE_LABELS, masterProducts } from '#contract/catalogue/master-products.ts'
import { categoryOptions, useStructure, type Structure } from '#web/catalogue/product-structure/structure.ts'
import { useOne } from '#web/kit/data/api.ts'
import { late } from '#web/kit/feedback/late.tsx'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import type { Filter, Option } from '#web/kit/list/list.ts'
import { conditionWords } from './attribute-conditions.ts'

const AttributeConditions = late(
  () => import('./AttributeConditions.tsx').then(({ AttributeConditions }) => AttributeConditions),
  () => <span className="bone" />,
)

/** The filters of the products; what is new goes to the end. */
export const useProductFilters = (): Filter[] => {
  const { structure } = useStructure()
  const brands = useBrands()
  return [
    {
      kind: 'many',
      name: 'category',
      label: 'Category',
      options: [{ value: 'none', label: 'No category' }, ...categoryOptions(structure)],
    },
    {
      kind: 'one',
      name: 'state',
      label: 'State',
      options: [
        { value: 'complete', label: 'Complete' },
        { value: 'incomplete', label: 'Incomplete' },
        { value: 'gap', label: 'Shown but incomplete' },
      ],
    },
    {
      kind: 'one',
      name: 'discoverable',
      label: 'Discoverable',
      options: [
        { value: 'yes', label: 'Shown' },
        { value: 'no', label: 'Hidden' },
      ],
    },
    { kind: 'many', name: 'missing', label: 'Missing', options: missingOptions(structure) },
    { kind: 'days', label: 'Changed' },
    { kind: 'many', name: 'brand', label: 'Brand', folded: true, ...brands },
    { kind: 'one', name: 'vendor', label: 'Vendor updates', folded: true, options: [{ value: 'open', label: 'Open' }] },
    {
      kind: 'one',
      name: 'demand_from',
      label: 'Requested',
      folded: true,
      options: [1, 3, 10].map((least) => ({
        value: String(least),
        label: `${least === 1 ? 'Once' : `${least} times`} in 90 days, or more`,
      })),
    },
    {
      kind: 'made',
      name: 'attr',
      label: 'Attributes',
      folded: true,
      inWords: (condition) => conditionWords(condition, structure),
      panel: ({ values, onChange }) =>
        structure && <AttributeConditions structure={structure} conditions={values} onChange={onChange} />,
    },
  ]
}

const FIELDS = ['category_id', 'brand', 'unit', 'description', 'gtin'] as const

/** What may be missing: what every product may be asked for, and what some category requires. */
const missingOptions = (structure: Structure | undefined): Option[] => {
  if (!structure) return []
  const required = new Set(
    structure.categories.flatMap(({ attributes }) =>
      attributes.filter((one) => one.required).map(({ attribute_id }) => attribute_id),
    ),
  )
  return [
    ...structure.attributes
      .filter(({ id }) => required.has(id))
      .map(({ code, label, group }) => ({ value: code, label, hint: group })),
    ...FIELDS.map((field) => ({ value: field, label: BASE_LABELS[field] })),
  ]
}

/** The brands that are in use: the first of them, those that are sought, and those of the address. */
const useBrands = () => {
  const [sought, setSought] = useState('')
  const search = useDebounced(sought.trim(), 250)
  const [address] = useSearchParams()
  const query = search === '' ? {} : { search }
  const { data } = useOne(masterProducts.brands, { query }, { staleTime: 60_000, keepPrevious: true })
  const names = new Set([...(data?.data ?? []), ...address.getAll('brand')])
  return { options: [...names].map((value) => ({ value, label: value })), onSearch: setSought }
}
