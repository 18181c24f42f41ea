import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { UNITS } from '#contract/catalogue/units.ts'
import { implement } from '#server/kit/implement.ts'
import { addAttribute, deleteAttribute, updateAttribute } from './attributes.ts'
import { addCategory, deleteCategory, setAttributes, updateCategory } from './categories.ts'
import { addOptions, updateOption } from './options.ts'
import { setSettings, settings } from './settings.ts'

const MEASURED = UNITS.map(({ code, symbol, names, family }) => ({ code, symbol, names: [...names], family }))

export const structureEditRoutes = implement('structure-edits', structureEdits, {
  addCategory: async ({ tenant, body }) => ({ data: await addCategory(tenant, body) }),
  updateCategory: async ({ tenant, params: { id }, body }) => ({ data: await updateCategory(tenant, id, body) }),
  deleteCategory: async ({ tenant, body }) => ({ data: await deleteCategory(tenant, body) }),
  setAttributes: async ({ tenant, params: { id }, body }) => ({ data: await setAttributes(tenant, id, body) }),
  addAttribute: async ({ tenant, body }) => ({ data: await addAttribute(tenant, body) }),
  updateAttribute: async ({ tenant, params: { id }, body }) => ({ data: await updateAttribute(tenant, id, body) }),
  deleteAttribute: async ({ tenant, body }) => ({ data: await deleteAttribute(tenant, body) }),
  addOptions: async ({ tenant, params: { id }, body }) => ({ data: await addOptions(tenant, id, body) }),
  updateOption: async ({ tenant, params: { id }, body }) => ({ data: await updateOption(tenant, id, body) }),
  settings: async ({ tenant }) => ({ data: await settings(tenant) }),
  setSettings: async ({ tenant, body }) => ({ data: await setSettings(tenant, body) }),
  units: async () => ({ data: MEASURED }),
})
