import type { MasterProduct } from '#contract/catalogue/product.ts'
import { formats } from '#web/kit/look/format.ts'

/** "2 missing" */
export const missingWords = ({ missing_count }: Pick<MasterProduct, 'missing_count'>) =>
  `${formats().number(missing_count)} missing`
