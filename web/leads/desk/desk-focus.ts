import type { FormInstance } from 'antd'
import { ADD_PRODUCT } from '#web/leads/fields/ProductFields.tsx'
import type { FixField } from './EvidenceRows.tsx'
import { inPane } from './in-pane.ts'
import type { DeskValues } from './lead-desk.ts'

const PATHS: Readonly<Record<FixField, (string | number)[]>> = {
  email: ['email'],
  phone: ['phone'],
  company: ['company'],
  products: ['products', 0, 'product_name'],
}

export const focusField = (form: FormInstance, field: FixField) => {
  if (field === 'products' && !form.getFieldValue(PATHS.products)) focusAddProduct()
  else form.focusField(PATHS[field])
}

const focusAddProduct = () => inPane(`.${ADD_PRODUCT}`)?.focus()

export const focusItem = (item: number) =>
  // A hidden item is shown first, with its error.
  requestAnimationFrame(() => inPane(`[data-item="${item}"] input`)?.focus())

export const focusFirstEmpty = (form: FormInstance, values: DeskValues) => {
  const { email, phone, company, country, products, answers } = values
  const unnamed = products.findIndex(({ product_name }) => !product_name)
  const [item] = Object.entries(answers).find(([, answer]) => answer === undefined) ?? []
  if (!email && !phone) form.focusField('email')
  else if (!company) form.focusField('company')
  else if (!country) form.focusField('country')
  else if (products.length === 0) focusAddProduct()
  else if (unnamed >= 0) form.focusField(['products', unnamed, 'product_name'])
  else if (item !== undefined) focusItem(Number(item))
}
