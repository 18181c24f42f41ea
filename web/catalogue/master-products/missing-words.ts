import type { MasterProduct } from '#contract/catalogue/master-products.ts'
import { formats } from '#web/kit/look/format.ts'

/** "2 missing" */
export const missingWords = ({ missing_count }: Pick<MasterProduct, 'missing_count'>) =>
  `${formats().number(missing_count)} missing`

/** "Material", "Material and Connection", "Material, Connection and Brand" */
export const listWords = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
