import type { DomainState } from '#contract/leads/lead.ts'
import './lead-cells.css'

const WORDS: Readonly<Partial<Record<DomainState, { label: string; kind: string; title: string }>>> = {
  restricted: {
    label: 'Restricted',
    kind: 'badge badge-error',
    title: 'The domain is restricted: the lead is held back',
  },
  disposable: { label: 'Throw-away', kind: 'badge badge-error', title: 'The domain gives out throw-away addresses' },
  free: { label: 'Free mail', kind: 'badge', title: 'Free mail: the domain names no company' },
}

/** What is odd about the e-mail's domain; nothing for one that is fine. */
export const DomainBadge = ({ state }: { state: DomainState }) => {
  const words = WORDS[state]
  return words ? (
    <span className={words.kind} title={words.title}>
      {words.label}
    </span>
  ) : null
}
