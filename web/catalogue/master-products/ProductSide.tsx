import type { ProductDetails } from '#contract/catalogue/product.ts'
import { CompletenessBar } from './Completeness.tsx'

export interface SideSection {
  group: string
  filled: number
  required: number
  /** Something in it is changed and not saved. */
  changed: boolean
}

/** The id of a section of the form on the page. */
export const sectionId = (group: string) => `product-section-${group.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

interface ProductSideProps {
  sections: readonly SideSection[]
  missing: number
  product: ProductDetails
}

/** How much is filled, group by group, and the way to each. */
export const ProductSide = ({ sections, missing, product: { discoverable } }: ProductSideProps) => {
  const filled = sections.reduce((sum, section) => sum + section.filled, 0)
  const required = sections.reduce((sum, section) => sum + section.required, 0)
  return (
    <aside className="product-side" aria-label="Completeness">
      <h3>Completeness</h3>
      <CompletenessBar filled={filled} required={required} gap={discoverable && filled < required} />
      <ul>
        {missing > 0 && (
          <li className="product-side-missing">
            <SectionLink group="Missing" to="missing" />
            <strong>{missing}</strong>
          </li>
        )}
        {sections.map((section) => (
          <li key={section.group}>
            <SectionLink group={section.group} to={section.group} changed={section.changed} />
            <span className={section.filled < section.required ? 'product-side-lacks' : ''}>
              {section.required > 0 ? `${section.filled} of ${section.required}` : '–'}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

const SectionLink = ({ group, to, changed = false }: { group: string; to: string; changed?: boolean }) => (
  <button
    type="button"
    onClick={() => {
      const section = document.getElementById(sectionId(to))
      section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    }}
  >
    {group}
    {changed && (
      <>
        <span className="changed-dot" aria-hidden />
        <span className="sr-only">, changed</span>
      </>
    )}
  </button>
)
