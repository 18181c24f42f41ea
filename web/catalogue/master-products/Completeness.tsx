import { Tooltip } from 'antd'
import type { MasterProduct } from '#contract/catalogue/product.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { formats } from '#web/kit/look/format.ts'
import { missingWords } from './missing-words.ts'
import './completeness.css'

type Filled = Pick<MasterProduct, 'filled' | 'required'>

/** How much is filled of what must be: grey while something is missing, green when nothing is, amber if it is shown all the same. */
export const CompletenessBar = ({ filled, required, gap = false }: Filled & { gap?: boolean }) => {
  const isComplete = filled >= required
  const state = isComplete ? 'complete' : gap ? 'gap' : 'incomplete'
  return (
    <span className={`completeness completeness-${state}`}>
      <svg className="completeness-bar" viewBox="0 0 72 6" preserveAspectRatio="none" aria-hidden>
        <rect
          className="completeness-part"
          width={required === 0 ? 72 : (72 * Math.min(filled, required)) / required}
          height="6"
        />
      </svg>
      <span>{countWords({ filled, required })}</span>
    </span>
  )
}

/** "7 of 9" */
export const countWords = ({ filled, required }: Filled) =>
  `${formats().number(filled)} of ${formats().number(required)}`

/** The same in the list: what is missing shows on hover and focus, and Enter goes to fill it. */
export const CompletenessCell = ({ product, onFill }: { product: MasterProduct; onFill: () => void }) => {
  const { missing, missing_count, gap, name } = product
  if (missing_count === 0) return <CompletenessBar {...product} />
  const more = missing_count - missing.length
  return (
    <span className="two-lines">
      <Tooltip
        trigger={['hover', 'focus']}
        placement="bottomLeft"
        title={
          <span className="completeness-tip">
            <strong>{missingWords(product)}</strong>
            <span>
              {missing.join(', ')}
              {more > 0 && ` and ${more} more`}
            </span>
            <span className="completeness-fill" aria-hidden>
              Open and fill <Kbd>Enter</Kbd>
            </span>
          </span>
        }
      >
        <button
          type="button"
          className="completeness-open"
          aria-label={`${name}: ${countWords(product)} filled, missing ${missing.join(', ')}. Open and fill`}
          onClick={onFill}
        >
          <CompletenessBar {...product} />
        </button>
      </Tooltip>
      {gap && <span className="second completeness-gap cut">Shown, {missingWords(product)}</span>}
    </span>
  )
}
