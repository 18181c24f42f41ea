import type { ProductChange } from '#contract/catalogue/master-products.ts'
import type { FieldConflict } from '#contract/catalogue/product.ts'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, conflict, found, UserError, type FieldError } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { activityOf, valueBefore, versionAt } from './activity.ts'
import { nextCode } from './codes.ts'
import { productDetails, productNow } from './details.ts'
import { leadsNaming, openLeads, setDiscoverable, whyNotShown } from './discoverable.ts'
import { asEdit, lockProducts } from './edit.ts'
import { brands, missingOf, productList, productRow } from './queries.ts'
import { removeProducts } from './remove.ts'
import { addProduct, writeProducts } from './write.ts'

export const masterProductRoutes = ({ pictures }: { pictures: Pictures }) => {
  const details = (tenant: Tenant, id: number) => productDetails(tenant, pictures, id)

  const write = async (tenant: Tenant, id: number, sent: ProductChange, seen: number | undefined) => {
    const [outcome] = await writeProducts(tenant, [{ id, seen, sent }], { source: 'person' })
    if (!outcome || outcome.outcome === 'missing') throw new UserError(404, 'Product not found')
    if (outcome.outcome === 'conflict')
      throw conflict(changedBy(outcome.fields), { current: await details(tenant, id), fields: outcome.fields })
    if (outcome.outcome === 'refused') throw refusal(outcome.fields, outcome.taken)
    return { data: await details(tenant, id) }
  }

  return implement('master-products', masterProducts, {
    list: coalesced(
      ({ caller: { timeZone }, query }) => ({ timeZone, query }),
      (tenant, asked) => productList(tenant, pictures, asked),
    ),

    details: async ({ tenant, params: { id } }) => ({ data: await details(tenant, await productNow(tenant, id)) }),

    async update({ tenant, params: { id }, body: { version, reason, ...sent } }) {
      if (reason?.trim()) await tenant.setReasonInWords(reason.trim())
      return write(tenant, id, sent, version)
    },

    async add({ tenant, body }) {
      const code = body.code ?? (await nextCode(tenant))
      const added = await addProduct(tenant, { ...body, code }, { source: 'person' })
      if ('fields' in added) throw refusal(added.fields, added.taken)
      return { data: await details(tenant, added.id) }
    },

    async remove({ tenant, body: { id, version: seen } }) {
      const { version } = found('Product', (await lockProducts(tenant, [id], [])).get(id))
      refuseStale(seen, version)
      const leads = await leadsNaming(tenant, id)
      await removeProducts(tenant, [id])
      return { data: { leads }, ...(leads ? { message: keptNames(leads) } : {}) }
    },

    async toggle({ tenant, caller, params: { id }, body: { discoverable, company_id } }) {
      if (Number(company_id) !== caller.companyId)
        throw conflict('You have switched to another company. Reload the page.', undefined, 'company_changed')
      found('Product', (await lockProducts(tenant, [id], [])).get(id))
      const { name } = found('Product', await productRow(tenant, id))
      const missing = (await missingOf(tenant, [id])).get(id) ?? []
      const refused = discoverable ? whyNotShown({ name, missing }) : undefined
      if (refused !== undefined) throw conflict(refused, { missing }, 'incomplete')
      await setDiscoverable(tenant, [id], discoverable)
      const { completeness, version } = found('Product', await productRow(tenant, id))
      return { data: { id, discoverable, completeness, missing, open_leads: await openLeads(tenant, id), version } }
    },

    async activity({ tenant, caller, params: { id }, query }) {
      found('Product', await productRow(tenant, id))
      return activityOf(tenant, caller, id, query)
    },

    async restore({ tenant, body: { id, change, field, version } }) {
      const old = await valueBefore(tenant, id, change, field)
      return write(tenant, id, asEdit([{ field, value: old ?? null }]), version)
    },

    version: async ({ tenant, params: { id }, query: { at } }) => ({ data: await versionAt(tenant, id, at) }),

    brands: async ({ tenant, query: { search } }) => ({ data: await brands(tenant, search) }),
  })
}

const changedBy = (fields: readonly FieldConflict[]) => {
  const [first] = fields
  const labels = fields.map(({ label }) => label).join(', ')
  return `${first?.by ?? 'Leadroom'} changed ${labels} since you opened this product. Choose which to keep.`
}

/** What another product has already is a conflict that names it; anything else is a bad field. */
const refusal = (fields: readonly FieldError[], taken: number | undefined) => {
  const message = fields.map((field) => field.message).join(' ')
  if (taken === undefined) return new UserError(400, message, { errors: fields })
  return new UserError(409, message, { code: 'taken', errors: fields, details: { id: taken } })
}

const refuseStale = (seen: number | undefined, version: number) => {
  if (seen !== undefined && seen > version) throw badField('version', 'This version does not exist.')
}

const keptNames = (leads: number) =>
  leads === 1
    ? '1 lead names it; it keeps its name.'
    : `${leads.toLocaleString('en')} leads name it; they keep its name.`
