import { InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { productDuplicates, type DuplicateProduct } from '#contract/catalogue/product-duplicates.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { GroupCard } from '#web/kit/list/GroupCard.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { NoPermission, State } from '#web/kit/list/ListStates.tsx'
import { TAB } from '#web/kit/list/tab-name.ts'
import { counted } from '#web/kit/look/format.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { likelyFirst, SAME } from './duplicate-words.ts'
import { DUPLICATES_TAB } from './duplicates-tab.ts'
import { AFTER_MERGE } from './use-unmerge.ts'
import '#web/kit/list/groups.css'

const MergeProducts = lateDialog(() => import('./MergeProducts.tsx').then(({ MergeProducts }) => MergeProducts))

type Group = Reply<typeof productDuplicates.list>['data'][number]

const PLACE = '/marketing/masterproduct_properties'
const here = (before?: number) => `${PLACE}?${TAB}=${DUPLICATES_TAB}${before === undefined ? '' : `&before=${before}`}`

/** Products that may be the same, the newest first: merged, or remembered as different. */
export const DuplicateProducts = ({ title }: { title: string }) => {
  const [params] = useSearchParams()
  const before = idIn(params.get('before'))
  const allowed = can(productDuplicates.list)
  const list = useOne(
    productDuplicates.list,
    { query: before === undefined ? {} : { before } },
    { enabled: allowed, keepPrevious: true },
  )
  const page = list.data
  return (
    <Page
      title={title}
      subtitle="Products that share a GTIN, a name and brand, or a code. Merge them or mark them as different."
    >
      <p>
        <Link to={PLACE}>All products</Link>
      </p>
      {!allowed && <NoPermission noun={['duplicate', 'duplicates']} permission={productDuplicates.list.permission} />}
      {list.error && (
        <Notice
          kind="error"
          title="The duplicates did not load"
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        >
          {sentenceOf(list.error, productDuplicates.list.failure)}
        </Notice>
      )}
      {allowed && !page && !list.error && <p role="status">Loading the duplicates…</p>}
      {page && (
        <div className="groups" aria-busy={list.isPlaceholderData}>
          <p role="status" className="groups-count">
            {page.total > 0 && `${counted(page.total, 'group')} of duplicates`}
          </p>
          {page.data.map((group) => (
            <ProductGroup
              key={`${group.same} ${group.products.map(({ id, version }) => `${id}.${version}`).join()}`}
              group={group}
            />
          ))}
          {page.data.length === 0 && (
            <State icon={<InboxOutlined aria-hidden />} title="No duplicates">
              Products that share a GTIN, a name and brand, or a code appear here.
            </State>
          )}
          <nav className="groups-pages" aria-label="Pages">
            {before !== undefined && <Link to={here()}>Newest</Link>}
            {page.next !== null && <Link to={here(page.next)}>Older</Link>}
          </nav>
        </div>
      )}
    </Page>
  )
}

/** Products of one group, side by side; two of them at a time are merged. */
const ProductGroup = ({ group: { same, total, products } }: { group: Group }) => {
  const dismiss = useAction(productDuplicates.dismiss, { done: 'Marked as different products', refreshes: AFTER_MERGE })
  return (
    <GroupCard
      title={`${counted(total, 'product')}, ${SAME[same]}`}
      noun={['product', 'products']}
      total={total}
      rows={products}
      likelyFirst={likelyFirst}
      shortName={({ code }) => code}
      renderHead={({ id, name, code }) => (
        <span className="group-row-name">
          <Link to={`${PLACE}?product=${id}`}>{name}</Link>
          <span className="second">{code}</span>
        </span>
      )}
      facts={factsOf}
      dismissing={dismiss.running}
      onDismiss={(ids) => void dismiss({ body: { ids } })}
      renderMerge={(winner, loser, onClose) => <MergeProducts winner={winner} loser={loser} onClose={onClose} />}
    />
  )
}

const factsOf = ({ category, brand, completeness, discoverable }: DuplicateProduct) =>
  [
    ['Category', category],
    ['Brand', brand],
    ['Complete', `${completeness}%`],
    ['Shown', discoverable ? 'Yes' : 'No'],
  ] as const
