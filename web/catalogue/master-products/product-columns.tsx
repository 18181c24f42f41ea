import type { ProductRow } from '#contract/catalogue/master-products.ts'
import type { Attribute } from '#contract/catalogue/product-structure.ts'
import type { MasterProduct } from '#contract/catalogue/product.ts'
import { attributeSort, isSortable } from '#contract/catalogue/product-sorts.ts'
import type { Column } from '#web/kit/list/list.ts'
import { LeadCount, leadsOfProduct } from '#web/catalogue/product-list/demand-cells.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { CompletenessCell } from './Completeness.tsx'
import { DiscoverableCell, ProductCell } from './ProductCells.tsx'

export interface ProductActs {
  /** Opens it at the first field that is missing. */
  onFill: (product: MasterProduct) => void
  onSwitch: (product: MasterProduct, discoverable: boolean) => void
}

export const productColumns = (
  { onFill, onSwitch }: ProductActs,
  attributes: readonly Attribute[],
): readonly Column<ProductRow>[] => [
  {
    key: 'product',
    title: 'Product',
    width: 300,
    priority: 0,
    sort: 'name',
    render: (product) => <ProductCell product={product} />,
  },
  {
    key: 'category',
    title: 'Category',
    width: 164,
    priority: 2,
    sort: 'category',
    render: ({ category }) => orEmpty(category),
  },
  { key: 'brand', title: 'Brand', width: 132, priority: 3, sort: 'brand', render: ({ brand }) => orEmpty(brand) },
  {
    key: 'completeness',
    title: 'Completeness',
    width: 176,
    priority: 1,
    sort: 'completeness',
    render: (product) => <CompletenessCell product={product} onFill={() => onFill(product)} />,
  },
  {
    key: 'discoverable',
    title: 'Discoverable',
    width: 148,
    priority: 1,
    sort: 'discoverable',
    render: (product) => (
      <DiscoverableCell product={product} onSwitch={(discoverable) => onSwitch(product, discoverable)} />
    ),
  },
  {
    key: 'changed',
    title: 'Last change',
    width: 138,
    priority: 1,
    align: 'right',
    sort: 'last_change',
    firstOrder: 'desc',
    render: ({ last_change: { at, by } }) => <TwoLines first={<When at={at} />} second={by} />,
  },
  ...OTHERS,
  ...attributes.map(attributeColumn),
]

const NUMBERS: ReadonlySet<string> = new Set(['number', 'quantity', 'range'])

/** Whoever chooses it wants to see it: others give way to it. */
const attributeColumn = ({ code, label, type }: Attribute): Column<ProductRow> => ({
  key: attributeSort(code),
  title: label,
  width: Math.min(Math.max(label.length * 8 + 48, NUMBERS.has(type) ? 112 : 156), 200),
  priority: 1,
  optional: true,
  value: code,
  ...(NUMBERS.has(type) && { align: 'right' as const }),
  ...(isSortable(type) && { sort: attributeSort(code) }),
  render: ({ values }) => orEmpty(values[code]),
})

const OTHERS: readonly Column<ProductRow>[] = [
  {
    key: 'leads_30',
    title: 'Leads 30 d',
    width: 104,
    priority: 4,
    align: 'right',
    optional: true,
    sort: 'leads_30',
    firstOrder: 'desc',
    render: ({ id, leads_30 }) => (
      <LeadCount count={leads_30} to={leadsOfProduct(id, { asked_in: '30' })} label="leads in 30 days" />
    ),
  },
  {
    key: 'leads_90',
    title: 'Leads 90 d',
    width: 104,
    priority: 4,
    align: 'right',
    optional: true,
    sort: 'leads_90',
    firstOrder: 'desc',
    render: ({ id, leads_90 }) => (
      <LeadCount count={leads_90} to={leadsOfProduct(id, { asked_in: '90' })} label="leads in 90 days" />
    ),
  },
  {
    key: 'open_vendor_updates',
    title: 'Vendor updates open',
    width: 148,
    priority: 4,
    align: 'right',
    optional: true,
    render: ({ open_vendor_updates }) => formats().number(open_vendor_updates),
  },
  { key: 'code', title: 'Code', width: 120, priority: 4, sort: 'code', optional: true, render: ({ code }) => code },
  {
    key: 'missing',
    title: 'Missing fields',
    width: 200,
    priority: 4,
    optional: true,
    sort: 'missing_count',
    firstOrder: 'desc',
    render: ({ missing }) => orEmpty(missing.join(', ')),
  },
  {
    key: 'unit',
    title: 'Sales unit',
    width: 100,
    priority: 5,
    optional: true,
    render: ({ unit }) => orEmpty(unit),
  },
]
