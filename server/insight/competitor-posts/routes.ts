import { competitorPosts } from '#contract/insight/competitor-posts.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { idsOf } from '#server/platform/counted-lists/page.ts'
import { hidePost, joinPosts, splitPost } from './clusters.ts'
import { countsOf } from './counts.ts'
import { postDetails } from './details.ts'
import { postList } from './list.ts'
import { markPosts } from './mark.ts'
import { postRows } from './rows.ts'

export const competitorPostRoutes = implement('competitor-posts', competitorPosts, {
  async list({ tenant, caller, body: { id, ...query } }) {
    if (id === undefined) return postList(tenant, caller, query)
    await shown(tenant, caller.personId, id)
    const data = await postRows(tenant, caller.personId, idsOf([id]))
    return { data, pagination: { page: 1, pageSize: 1, total: 1, totalPages: 1 } }
  },
  details: async ({ tenant, caller, body: { id } }) => ({ data: await shown(tenant, caller.personId, id) }),
  counts: async ({ tenant, caller }) => ({ data: await countsOf(tenant, caller) }),

  async mark({ tenant, caller, body: { ids, filter, read, saved } }) {
    if ((ids === undefined) === (filter === undefined))
      throw badField('ids', 'Choose posts, or a filter that shows them: one of the two')
    if (read === undefined && saved === undefined) throw badField('read', 'Say whether they are read, or saved')
    return { data: await markPosts(tenant, caller, { ids, filter, read, saved }) }
  },
  async hide({ tenant, caller, body: { id, hidden } }) {
    await hidePost(tenant, id, hidden, caller.personId)
    return { message: hidden ? 'Post hidden' : 'Post listed again' }
  },
  async join({ tenant, caller, body: { ids } }) {
    const [first, ...others] = new Set(ids)
    if (first === undefined || others.length === 0) throw badField('ids', 'Choose at least two posts')
    await joinPosts(tenant, [first, ...others], caller.personId)
    return { data: await shown(tenant, caller.personId, first), message: 'Posts joined' }
  },
  async split({ tenant, caller, body: { id } }) {
    await splitPost(tenant, id, caller.personId)
    return { data: await shown(tenant, caller.personId, id), message: 'Post split off' }
  },
})

const shown = async (tenant: Tenant, personId: number, id: number) =>
  found('Post', await postDetails(tenant, personId, id))
