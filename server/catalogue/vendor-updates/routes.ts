import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { implement } from '#server/kit/implement.ts'
import { selectChosen, selectMatching } from '#server/platform/selections/select.ts'
import { askList, makeAsk, revokeAsk, type Links } from './asks.ts'
import type { vendorBulkActs } from './bulk.ts'
import { decide } from './decide.ts'
import { there, updateList, UPDATES, updatesInOrder, vendors } from './list.ts'
import { receive, vendorOf } from './receive.ts'
import { vendorUpdate } from './request.ts'

export const vendorUpdateRoutes = (links: Links, bulk: ReturnType<typeof vendorBulkActs>) =>
  implement('vendor-updates', vendorUpdates, {
    list: ({ tenant, caller, query }) => updateList(tenant, caller, query),

    details: async ({ tenant, params: { id } }) => ({ data: await vendorUpdate(tenant, id) }),

    async setStatus({ tenant, caller, body }) {
      const link = await decide(tenant, caller, links, body)
      return { data: await vendorUpdate(tenant, body.id, link) }
    },

    async select({ tenant, caller, body: { ids, filter = {} } }) {
      const chosen = ids
        ? selectChosen(tenant, caller, UPDATES, { ids, visible: there() })
        : selectMatching(tenant, caller, UPDATES, updatesInOrder(tenant, caller, filter))
      return { data: await chosen }
    },
    decideMany: bulk.decideMany.begin,

    async add({ tenant, caller, body: { product_id, vendor_id, vendor_name, fields, ...sender } }) {
      const vendor = await vendorOf(tenant, { ...(vendor_id && { vendor_id }), ...(vendor_name && { vendor_name }) })
      const values = Object.entries(fields).map(([field, sent]) => ({ field, sent }))
      const request = { ...sender, vendor, productId: product_id, channel: 'staff', addedBy: caller.personId } as const
      return { data: await vendorUpdate(tenant, await receive(tenant, { ...request, values })) }
    },

    async ask({ tenant, caller, body: { vendor_id, vendor_name, product_ids, fields, message } }) {
      const vendor = await vendorOf(tenant, { ...(vendor_id && { vendor_id }), ...(vendor_name && { vendor_name }) })
      const asked = { vendorId: vendor.id, productIds: product_ids, fields, message }
      return { data: await makeAsk(tenant, caller, links, asked) }
    },

    async revoke({ tenant, body: { id } }) {
      await revokeAsk(tenant, id)
      return {}
    },

    asks: ({ tenant, query }) => askList(tenant, query),
    vendors: async ({ tenant, query: { search } }) => ({ data: await vendors(tenant, search) }),
  })
