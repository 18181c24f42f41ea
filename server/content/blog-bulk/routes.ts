import { blogBulk } from '#contract/content/blog-bulk.ts'
import { implement } from '#server/kit/implement.ts'
import { selectChosen, selectMatching } from '#server/platform/selections/select.ts'
import { POSTS, postsInOrder, postThere } from '#server/content/blog-posts/list.ts'
import { blogBulkActs } from './acts.ts'

export const blogBulkRoutes = implement('blog-bulk', blogBulk, {
  async select({ tenant, caller, body: { ids, filter = {} } }) {
    const chosen = ids
      ? selectChosen(tenant, caller, POSTS, { ids, visible: postThere() })
      : selectMatching(tenant, caller, POSTS, postsInOrder(tenant, caller, filter))
    return { data: await chosen }
  },
  setStatus: blogBulkActs.setStatus.begin,
  setCategory: blogBulkActs.setCategory.begin,
  setAuthor: blogBulkActs.setAuthor.begin,
  remove: blogBulkActs.remove.begin,
})
