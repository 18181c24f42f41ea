import { Button } from 'antd'
import { useId, useState } from 'react'
import { productDuplicates, type LikelyProduct } from '#contract/catalogue/product-duplicates.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { ConfirmButton } from '#web/kit/feedback/Confirm.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { When } from '#web/kit/look/When.tsx'
import { likelyFirst, sameWords } from './duplicate-words.ts'
import { AFTER_MERGE, useUnmerge } from './use-unmerge.ts'
import './product-duplicates.css'

const MergeProducts = lateDialog(() => import('./MergeProducts.tsx').then(({ MergeProducts }) => MergeProducts))

type Merge = Reply<typeof productDuplicates.ofProduct>['data']['merges'][number]

export const useProductDuplicates = (id: number) => useOne(productDuplicates.ofProduct, { params: { id } })

interface ProductDuplicatesProps {
  product: ProductDetails
  onOpen: (id: number) => void
}

/** Products that may be the same as this one, to compare and merge, and those that are part of it. */
export const ProductDuplicates = ({ product, onOpen }: ProductDuplicatesProps) => {
  const { data, error, refetch } = useProductDuplicates(product.id)
  const [merging, setMerging] = useState<LikelyProduct>()
  const headings = useId()
  if (error && !data)
    return (
      <Notice
        kind="error"
        title="The duplicates did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, productDuplicates.ofProduct.failure)}
      </Notice>
    )
  if (!data) return <p role="status">Loading the duplicates…</p>
  const { products, merges } = data.data
  const [winner, loser] = merging ? likelyFirst([product, merging]) : []
  return (
    <div className="product-duplicates">
      <section aria-labelledby={`${headings}-like`}>
        <h3 id={`${headings}-like`}>Similar products</h3>
        {products.length === 0 && (
          <p className="second">No other product shares its GTIN, name or code, or has a similar name.</p>
        )}
        <ul>
          {products.map((other) => (
            <SimilarProduct
              key={other.id}
              product={product}
              other={other}
              onOpen={() => onOpen(other.id)}
              onMerge={() => setMerging(other)}
            />
          ))}
        </ul>
      </section>
      {merges.length > 0 && (
        <section aria-labelledby={`${headings}-merged`}>
          <h3 id={`${headings}-merged`}>Merged into this product</h3>
          <ul>
            {merges.map((merge) => (
              <MergedProduct key={merge.id} merge={merge} winner={product} />
            ))}
          </ul>
        </section>
      )}
      {winner && loser && (
        <MergeProducts winner={winner} loser={loser} onClose={() => setMerging(undefined)} onMerged={onOpen} />
      )}
    </div>
  )
}

interface SimilarProductProps {
  product: ProductDetails
  other: LikelyProduct
  onOpen: () => void
  onMerge: () => void
}

const SimilarProduct = ({ product, other, onOpen, onMerge }: SimilarProductProps) => {
  const { id, name, code, brand, completeness, discoverable, same } = other
  const dismiss = useAction(productDuplicates.dismiss, {
    done: `Marked ${name} as a different product`,
    refreshes: AFTER_MERGE,
  })
  return (
    <li>
      <span className="product-duplicate">
        <button type="button" className="text-link" onClick={onOpen}>
          {name}
        </button>
        <span className="second">
          {[
            code,
            ...(brand === null ? [] : [brand]),
            sameWords(same),
            `${completeness}% complete`,
            discoverable ? 'shown' : 'hidden',
          ].join(' · ')}
        </span>
      </span>
      {can(productDuplicates.merge) && (
        <span className="row-actions">
          <Button aria-label={`Compare and merge ${code}`} onClick={onMerge}>
            Compare and merge
          </Button>
          <Button
            type="text"
            aria-label={`Not a duplicate: ${code}`}
            loading={dismiss.running}
            onClick={() => void dismiss({ body: { ids: [product.id, id] } })}
          >
            Not a duplicate
          </Button>
        </span>
      )}
    </li>
  )
}

const MergedProduct = ({ merge: { id, loser, by, at }, winner }: { merge: Merge; winner: ProductDetails }) => {
  const unmerge = useUnmerge()
  return (
    <li>
      <span className="product-duplicate">
        {loser.name}
        <span className="second">
          {loser.code} · merged by {by.name}, <When at={at} />
        </span>
      </span>
      {can(productDuplicates.unmerge) && (
        <span className="row-actions">
          <ConfirmButton
            label={`Unmerge ${loser.code}`}
            title={`Unmerge ${loser.name}?`}
            verb="Unmerge"
            running={unmerge.running}
            run={(done) => unmerge({ body: { id } }, done)}
          >
            {loser.name} is a separate product again, and {winner.name} gets its earlier values back. Values that were
            changed since stay.
          </ConfirmButton>
        </span>
      )}
    </li>
  )
}
