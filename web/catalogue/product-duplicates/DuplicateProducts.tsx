import { InboxOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { productDuplicates, type DuplicateProduct } from '#contract/catalogue/product-duplicates.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { NoPermission, State } from '#web/kit/list/ListStates.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { counted } from '#web/kit/look/format.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { DUPLICATES_TAB, TAB } from './duplicates-tab.ts'
import { AFTER_MERGE } from './use-unmerge.ts'
import '#web/kit/look/groups.css'

const MergeProducts = lateDialog(() => import('./MergeProducts.tsx').then(({ MergeProducts }) => MergeProducts))

type Group = Reply<typeof productDuplicates.list>['data'][number]

const SAME = { gtin: 'same GTIN', name: 'same name and brand', code: 'same code' } as const
const PLACE = '/marketing/masterproduct_properties'
const here = (before?: number) => `${PLACE}?${TAB}=${DUPLICATES_TAB}${before === undefined ? '' : `&before=${before}`}`

/** Products that may be the same, the newest first: merged, or remembered as different. */
export const DuplicateProducts = ({ title }: { title: string }) => {
  const [params] = useSearchParams()
  const text = params.get('before')
  const before = text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
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
            <GroupCard
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

/** What is shown and further described stays, unless somebody says otherwise; of two that are alike there, the older. */
const likelyFirst = (products: readonly DuplicateProduct[]) =>
  products.toSorted(
    (one, other) =>
      Number(other.discoverable) - Number(one.discoverable) ||
      other.completeness - one.completeness ||
      one.id - other.id,
  )

/** Products of one group, side by side; two of them at a time are merged. */
const GroupCard = ({ group: { same, total, products } }: { group: Group }) => {
  const heading = useId()
  const [chosen, setChosen] = useState<readonly number[]>(products.slice(0, 2).map(({ id }) => id))
  const [merging, setMerging] = useState(false)
  const dismiss = useAction(productDuplicates.dismiss, { done: 'Marked as different products', refreshes: AFTER_MERGE })
  const pair = likelyFirst(products.filter(({ id }) => chosen.includes(id)))
  const [winner, loser] = pair
  const many = products.length > 2
  return (
    <section className="group-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          {counted(total, 'product')}, {SAME[same]}
        </h2>
        <span className="row-actions">
          <Button
            disabled={pair.length < 2}
            loading={dismiss.running}
            onClick={() => void dismiss({ body: { ids: [...chosen] } })}
          >
            {many && chosen.length < products.length ? 'Selected aren’t duplicates' : 'Not duplicates'}
          </Button>
          <Button type="primary" disabled={pair.length !== 2} onClick={() => setMerging(true)}>
            Merge
          </Button>
        </span>
      </header>
      {many && <p className="group-hint">Choose two products to merge. You can merge the rest afterwards.</p>}
      <ul>
        {products.map((product) => (
          <li
            key={product.id}
            className={chosen.includes(product.id) && many ? 'group-lead group-lead-on' : 'group-lead'}
          >
            <div className="group-lead-head">
              {many && (
                <Checkbox
                  checked={chosen.includes(product.id)}
                  aria-label={`Choose ${product.code}`}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, product.id] : chosen.filter((id) => id !== product.id))
                  }
                />
              )}
              <span className="group-lead-name">
                <Link to={`${PLACE}?product=${product.id}`}>{product.name}</Link>
                <span className="second">{product.code}</span>
              </span>
            </div>
            <dl>
              {factsOf(product).map(([label, text]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{orEmpty(text)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {merging && winner && loser && <MergeProducts winner={winner} loser={loser} onClose={() => setMerging(false)} />}
    </section>
  )
}

const factsOf = ({ category, brand, completeness, discoverable }: DuplicateProduct) =>
  [
    ['Category', category],
    ['Brand', brand],
    ['Complete', `${completeness}%`],
    ['Shown', discoverable ? 'Yes' : 'No'],
  ] as const
