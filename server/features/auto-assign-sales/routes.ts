import { autoAssignSales } from '#contract/auto-assign-sales.ts'
import { addEntry, changeEntry, listEntries, removeEntry } from '#server/domain/assignment/entries.ts'
import { implement } from '#server/kit/implement.ts'

export const autoAssignSalesRoutes = implement('auto-assign-sales', autoAssignSales, {
  list: ({ tenant, query, caller }) => listEntries(tenant, 'sales', query, caller),

  add: async ({ tenant, body, caller }) => ({ data: await addEntry(tenant, 'sales', body, caller) }),

  update: async ({ tenant, body: { id, ...changes }, caller }) => ({
    data: await changeEntry(tenant, 'sales', id, changes, caller),
  }),

  async remove({ tenant, body }) {
    await removeEntry(tenant, 'sales', body.id)
    return {}
  },
})
