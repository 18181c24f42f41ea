import type { ReactNode } from 'react'
import './rule-preview.css'

interface RulePreviewProps {
  /** What the rule would have found, in one sentence. */
  sum: ReactNode
  /** Some of it. */
  children: ReactNode
}

/** Below the fields of a rule: what it would have done of late. */
export const RulePreview = ({ sum, children }: RulePreviewProps) => (
  <section className="rule-preview" aria-label="Preview">
    <p role="status">{sum}</p>
    <ul>{children}</ul>
  </section>
)
