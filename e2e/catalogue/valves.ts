import type { Page } from '@playwright/test'
import { callerOf } from '../leads-of.ts'

/** A category whose products need a material, which is one of two options, and a pressure in bar or psi. */
export const addValves = async (
  page: Page,
  mark: string,
  labels = { material: `Material ${mark}`, pressure: `Pressure ${mark}` },
) => {
  const call = callerOf(page)
  const name = `Valves ${mark}`
  const { data: category } = await call('POST', '/marketing/product_category', { name })
  const attribute = async (body: object) => (await call('POST', '/marketing/product_attribute', body)).data
  const material = await attribute({ code: `material_${mark}`, label: labels.material, type: 'option' })
  await call('POST', `/marketing/attribute_options/${material.id}`, { labels: ['Brass', 'Stainless steel'] })
  const pressure = await attribute({
    code: `pressure_${mark}`,
    label: labels.pressure,
    type: 'quantity',
    family: 'pressure',
    units: ['bar', '[psi]'],
    default_unit: 'bar',
  })
  await call('PUT', `/marketing/category_attributes/${category.id}`, {
    attributes: [material, pressure].map(({ id }) => ({ attribute_id: id, required: true })),
  })
  return { call, name, category: category.id as number }
}
