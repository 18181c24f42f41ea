import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { PRODUCT_READS } from '#web/catalogue/master-products/product-reads.ts'
import { useAction } from '#web/kit/data/api.ts'
import { toast } from '#web/kit/feedback/toast.ts'

/** All that shows products, or what they have in common. */
export const AFTER_MERGE = [...PRODUCT_READS, productDuplicates.list]

/** Takes a merge apart, and says what stayed as it is because somebody has changed it since. */
export const useUnmerge = () =>
  useAction(productDuplicates.unmerge, {
    refreshes: AFTER_MERGE,
    then: ({ data: { winner, loser, kept } }) => {
      const apart = `Unmerged ${loser.name} from ${winner.name}`
      if (kept.length === 0) toast.done(apart)
      else toast.note(`${apart}. Not changed: ${kept.map(({ message }) => message).join('; ')}.`)
    },
  })
