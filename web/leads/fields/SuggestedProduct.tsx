import { Button } from 'antd'
import { lookups, type ProductRef } from '#contract/leads/lookups.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'

interface SuggestedProductProps {
  /** What the lead says. */
  text: string
  onTake: (product: ProductRef) => void
}

/** Of a name that is not in the catalogue: the product that is likely meant, and one key to take it. */
export const SuggestedProduct = ({ text, onTake }: SuggestedProductProps) => {
  const typed = useDebounced(text.trim(), 300)
  const enabled = typed !== '' && can(lookups.productSuggestions)
  const found = useOne(lookups.productSuggestions, { query: { text: typed } }, { enabled, staleTime: 60_000 }).data
    ?.data
  const product = enabled && typed === text.trim() ? found?.[0]?.product : undefined
  useKeys(
    'panel',
    [{ keys: 'u', label: 'Use the suggested product', run: () => product && onTake(product) }],
    product !== undefined,
  )
  return (
    product && (
      <span className="suggested-product">
        Not in the catalogue. Did they mean{' '}
        <Button type="link" size="small" onClick={() => onTake(product)}>
          {product.name} <Kbd>U</Kbd>
        </Button>
      </span>
    )
  )
}
