import { AUTHOR_SORTS, blogAuthors as calls } from '#contract/content/blog-authors.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { eraseDeleted, faultsOf } from './queries.ts'
import { blogAuthorRoutes } from './routes.ts'

export const blogAuthors = feature<Parameters<typeof blogAuthorRoutes>[0]>({
  routes: blogAuthorRoutes,
  views: { 'marketing-authors': viewedList(calls.list, AUTHOR_SORTS) },
  forget: { 'blog-authors.erase': eraseDeleted },
  entities: {
    blog_authors: {
      name: nameIn('blog_authors'),
      // Locked as who deletes one does: nobody gives it a post meanwhile.
      together: new Set(['deleted_at', 'replaced_by']),
      faults: (tenant, rows) =>
        faultsOf(
          tenant,
          rows.map(({ id, now, values }) => {
            const then = { ...now, ...values }
            const asId = (value: unknown) => (value === null || value === undefined ? null : Number(value))
            return {
              id,
              slug: String(then['slug']),
              there: then['deleted_at'] === null,
              photo: asId(then['photo_id']),
              replacement: asId(then['replaced_by']),
            }
          }),
        ),
    },
  },
})
