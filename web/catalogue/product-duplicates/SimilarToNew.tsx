import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { useOne } from '#web/kit/data/api.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { counted } from '#web/kit/look/format.ts'
import { sameWords } from './duplicate-words.ts'
import './product-duplicates.css'

interface SimilarToNewProps {
  name: string
  code: string
  categoryId: number | undefined
}

/** Shorter names are similar to too many. */
const SHORTEST = 3

/** While a product is added: those that may be the same, so that it is not added twice. */
export const SimilarToNew = (typed: SimilarToNewProps) => {
  const name = useDebounced(typed.name.trim(), 300)
  const code = useDebounced(typed.code.trim(), 300)
  const { data } = useOne(
    productDuplicates.likeNew,
    {
      query: { name, ...(code && { code }), ...(typed.categoryId !== undefined && { category_id: typed.categoryId }) },
    },
    { enabled: name.length >= SHORTEST, keepPrevious: true },
  )
  const found = name.length >= SHORTEST ? (data?.data ?? []) : []
  return (
    <div role="status" className="similar-products">
      {found.length > 0 && (
        <>
          <strong>{counted(found.length, 'similar product')} in the catalogue</strong>
          <ul>
            {found.map((product) => (
              <li key={product.id}>
                <a href={`/marketing/masterproduct_properties?product=${product.id}`} target="_blank" rel="noopener">
                  {product.name}
                  <span className="sr-only">, opens in a new tab</span>
                </a>{' '}
                <span className="second">
                  {product.code} · {sameWords(product.same)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
