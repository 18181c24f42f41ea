import { autoAssignQa } from '#contract/auto-assign-qa.ts'
import { addEntry, changeEntry, listEntries, removeEntry } from '#server/domain/assignment/entries.ts'
import { implement } from '#server/kit/implement.ts'

export const autoAssignQaRoutes = implement('auto-assign-qa', autoAssignQa, {
  list: ({ tenant, query, caller }) => listEntries(tenant, 'qa', query, caller),

  add: async ({ tenant, body, caller }) => ({ data: await addEntry(tenant, 'qa', body, caller) }),

  setStatus: async ({ tenant, params, body, caller }) => ({
    data: await changeEntry(tenant, 'qa', params.id, body, caller),
  }),

  async remove({ tenant, params }) {
    await removeEntry(tenant, 'qa', params.id)
    return {}
  },
})
