import { feature } from '#server/platform/feature.ts'
import { faultsOf } from './queries.ts'
import { productPictureRoutes } from './routes.ts'

export const productPictures = feature({
  routes: productPictureRoutes,
  entities: {
    product_pictures: {
      rootFirst: true,
      faults: (tenant, rows) =>
        faultsOf(
          tenant,
          rows
            .filter(({ now, values }) => now['deleted_at'] !== null && values['deleted_at'] === null)
            .map(({ id }) => id),
        ),
    },
  },
})
