import { unknownProducts, type UnknownProduct } from '#contract/catalogue/unknown-products.ts'
import { can } from '#web/kit/data/session.ts'

type Suggestion = UnknownProduct['suggestions'][number]
const WHY = {
  code: () => 'Code in the text',
  alike: ({ score }: Suggestion) => `${Math.round(score * 100)}% alike`,
  seen: () => 'Often requested together',
} as const satisfies Record<Suggestion['why'], (suggestion: Suggestion) => string>

interface SuggestionButtonProps {
  place: number
  suggestion: Suggestion
  disabled: boolean
  onTake: () => void
}

/** A product that a name may mean; pressed, the name is mapped to it. */
export const SuggestionButton = ({ place, suggestion, disabled, onTake }: SuggestionButtonProps) => {
  const words = (
    <span className="suggestion-words">
      <bdi>{suggestion.product.name}</bdi>
      <span className="second">
        {suggestion.product.code} ·{' '}
        <span className={suggestion.why === 'code' ? 'suggestion-sure' : undefined}>
          {WHY[suggestion.why](suggestion)}
        </span>
      </span>
    </span>
  )
  if (!can(unknownProducts.map)) return <span className="suggestion">{words}</span>
  return (
    <button type="button" className="suggestion suggestion-takes" disabled={disabled} onClick={onTake}>
      <span className="suggestion-key" aria-hidden>
        {place + 1}
      </span>
      <span className="sr-only">Map to</span>
      {words}
    </button>
  )
}
