import { UNKNOWN_SORTS, unknownProducts as contract } from '#contract/catalogue/unknown-products.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { KNOWN_NAMES_DUE } from '#server/catalogue/product-demand/fold.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { mapKnownNames, mapping } from './map.ts'
import { unknownProductRoutes } from './routes.ts'

export const unknownProducts = feature({
  routes: unknownProductRoutes,
  views: { 'marketing-unknown-products': viewedList(contract.list, UNKNOWN_SORTS) },
  jobs: [mapping],
  due: { long: { [KNOWN_NAMES_DUE]: mapKnownNames } },
  entities: {
    ignored_product_names: { name: nameIn('ignored_product_names', 'text') },
  },
})
