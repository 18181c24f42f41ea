import { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
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

export const autoAssignQaRoutes = implement('auto-assign-qa', autoAssignQa, {
  list: ({ tenant, query, caller }) => listEntries(tenant, 'qa', query, caller),

  days: async ({ tenant, params }) => ({ data: await daysOfEntry(tenant, 'qa', params.id) }),

  add: async ({ tenant, body }) => ({ data: await addEntry(tenant, 'qa', body) }),

  setStatus: async ({ tenant, params, body }) => ({
    data: await changeEntry(tenant, 'qa', params.id, body),
  }),

  save: async ({ tenant, params, body }) => ({ data: await saveEntry(tenant, 'qa', params.id, body) }),

  openWork: async ({ tenant, params }) => ({ data: await openWorkOfEntry(tenant, 'qa', params.id) }),

  async remove({ tenant, caller, params: { id }, query: { open_work: openWork } }) {
    const data = await removeEntry(tenant, caller, 'qa', { id, openWork })
    return data ? { data } : {}
  },
})
