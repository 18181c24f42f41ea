import { Type } from 'typebox'
import { Id, ListFilter, ListQuery, One, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { Selection } from '#contract/platform/selections.ts'
import { POST_FILTERS } from './blog-posts.ts'

export const blogBulk = {
  select: post('/marketing/blog_selection', {
    summary: 'Selects posts: single ones, or all that the list shows for a filter',
    permission: 'blogs_list',
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(POST_FILTERS))),
    }),
    reply: One(Selection),
    failure: 'The posts were not selected. Try again.',
  }),
  setStatus: bulkAct(
    '/marketing/bulk_blog_status',
    'Publishes all posts of a selection, takes them from the blog, or archives them',
    'blogs_edit',
    'Changed the state of *',
    { action: Type.Enum(['publish', 'unpublish', 'archive']) },
  ),
  setCategory: bulkAct(
    '/marketing/bulk_blog_category',
    'Adds a category to all posts of a selection, or takes it from them, each as a new version',
    'blogs_edit',
    'Changed the categories of *',
    { category_id: Id, change: Type.Enum(['add', 'remove']) },
  ),
  setAuthor: bulkAct(
    '/marketing/bulk_blog_author',
    'Makes one author that of all posts of a selection, each as a new version',
    'blogs_edit',
    'Changed the author of *',
    { author_id: Id },
  ),
  remove: bulkAct(
    '/marketing/bulk_delete_blogposts',
    'Deletes all posts of a selection',
    'blogs_delete',
    'Deleted *',
    {},
  ),
}
