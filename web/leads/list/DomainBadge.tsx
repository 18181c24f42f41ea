import type { DomainState } from '#contract/leads/lead.ts'
import './lead-cells.css'

const WORDS: Readonly<Partial<Record<DomainState, { label: string; kind: string; title: string }>>> = {
  restricted: {
    label: 'Restricted',
    kind: 'badge badge-error',
    title: 'The domain is restricted. The lead is quarantined.',
  },
  disposable: { label: 'Disposable', kind: 'badge badge-error', title: 'The domain offers disposable addresses' },
  free: { label: 'Free email', kind: 'badge', title: 'Free email: the domain doesn’t name a company' },
}

/** What is odd about the email's domain; nothing for one that is fine. */
export const DomainBadge = ({ state }: { state: DomainState }) => {
  const words = WORDS[state]
  return words ? (
    <span className={words.kind} title={words.title}>
      {words.label}
    </span>
  ) : null
}
