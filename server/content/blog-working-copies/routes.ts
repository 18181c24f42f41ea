import { blogWorkingCopies } from '#contract/content/blog-working-copies.ts'
import { implement } from '#server/kit/implement.ts'
import { discardCopy } from '#server/content/post/working-copies.ts'
import { copies, copy, keepCopy } from './queries.ts'

export const blogWorkingCopyRoutes = implement('blog-working-copies', blogWorkingCopies, {
  list: async ({ tenant, caller }) => ({ data: await copies(tenant, caller.personId) }),
  one: async ({ tenant, caller, params: { key } }) => ({ data: await copy(tenant, caller.personId, key) }),
  keep: async ({ tenant, caller, params: { key }, body }) => ({
    data: await keepCopy(tenant, caller.personId, key, body),
  }),
  async discard({ tenant, caller, params: { key } }) {
    await discardCopy(tenant, caller.personId, key)
    return {}
  },
})
