import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { TAB } from '#web/kit/list/tab-name.ts'
import { TabLink } from '#web/kit/list/TabLink.tsx'
import { DUPLICATES_TAB } from './duplicates-tab.ts'

/** Leads from the products to those that may be the same. */
export const DuplicatesTab = () => {
  const allowed = can(productDuplicates.list)
  const total = useOne(productDuplicates.list, { query: {} }, { enabled: allowed }).data?.total
  if (!allowed) return null
  return <TabLink to={`?${TAB}=${DUPLICATES_TAB}`} label="Duplicates" total={total} />
}
