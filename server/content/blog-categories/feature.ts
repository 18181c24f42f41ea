import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { faultsOf, lockCategories } from './queries.ts'
import { blogCategoryRoutes } from './routes.ts'

export const blogCategories = feature({
  routes: blogCategoryRoutes,
  entities: {
    blog_categories: {
      name: nameIn('blog_categories'),
      lock: lockCategories,
      faults: (tenant, rows) =>
        faultsOf(
          tenant,
          rows.flatMap(({ id, now, values }) => {
            const { name, slug, deleted_at } = { ...now, ...values }
            return deleted_at === null ? [{ id, name, slug }] : []
          }),
        ),
    },
  },
})
