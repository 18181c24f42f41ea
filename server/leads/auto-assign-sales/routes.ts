import { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import {
  addEntry,
  changeEntry,
  daysOfEntry,
  listEntries,
  openWorkOfEntry,
  saveEntry,
} from '#server/leads/assignment/entries.ts'
import { removeEntry } from '#server/leads/assignment/take-off.ts'
import { implement } from '#server/kit/implement.ts'

export const autoAssignSalesRoutes = implement('auto-assign-sales', autoAssignSales, {
  list: ({ tenant, query, caller }) => listEntries(tenant, 'sales', query, caller),

  days: async ({ tenant, params }) => ({ data: await daysOfEntry(tenant, 'sales', params.id) }),

  add: async ({ tenant, body }) => ({ data: await addEntry(tenant, 'sales', body) }),

  update: async ({ tenant, body: { id, ...changes } }) => ({
    data: await changeEntry(tenant, 'sales', id, changes),
  }),

  save: async ({ tenant, params, body }) => ({ data: await saveEntry(tenant, 'sales', params.id, body) }),

  openWork: async ({ tenant, params }) => ({ data: await openWorkOfEntry(tenant, 'sales', params.id) }),

  async remove({ tenant, caller, body: { id, open_work: openWork } }) {
    const data = await removeEntry(tenant, caller, 'sales', { id, openWork })
    return data ? { data } : {}
  },
})
