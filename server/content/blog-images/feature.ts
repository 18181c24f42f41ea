import { sql } from 'kysely'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import type { Files } from '#server/platform/files/read.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { VARIANTS_DUE } from './library.ts'
import { makeVariants } from './make.ts'
import { faultsOf, forgetUnused } from './queries.ts'
import { blogImageRoutes } from './routes.ts'

type Given = Parameters<typeof blogImageRoutes>[0] & { files: Files; pictures: Pictures }

const called = sql<string>`coalesce(nullif(t.alt, ''), nullif(t.name, ''), 'Picture ' || t.id)`

export const blogImages = feature<Given>({
  routes: blogImageRoutes,
  // A picture takes seconds, for which nothing else is to wait.
  due: (given) => ({ alone: { [VARIANTS_DUE]: makeVariants(given) } }),
  forget: { 'blog-images.forget': forgetUnused },
  entities: {
    blog_images: {
      name: nameIn('blog_images', called),
      namedIn: ['image_id', 'og_image_id', 'photo_id'],
      together: new Set(['focal_x', 'focal_y']),
      faults: (tenant, rows) => {
        const back = rows.filter(({ now, values }) => now['deleted_at'] !== null && values['deleted_at'] === null)
        const gone = rows.filter(({ values, added }) => added || (values['deleted_at'] ?? null) !== null)
        const ids = (of: typeof rows) => of.map(({ id }) => id)
        return faultsOf(tenant, { back: ids(back), gone: ids(gone) })
      },
      after: (tenant) => tenant.due(VARIANTS_DUE),
    },
  },
})
