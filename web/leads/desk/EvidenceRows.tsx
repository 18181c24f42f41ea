import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { memo } from 'react'
import type { Evidence } from '#contract/leads/lead-details.ts'
import type { Desk } from './lead-desk.ts'
import '#web/leads/fields/lead-form.css'
import '#web/leads/drawer/lead-facts.css'

const ICONS = {
  good: <CheckCircleFilled className="sign-good" />,
  unclear: <ExclamationCircleFilled className="sign-unclear" />,
  bad: <CloseCircleFilled className="sign-bad" />,
}
const WORDS = { good: 'Good', unclear: 'Look at it', bad: 'Bad' }

interface EvidenceRowsProps {
  desk: Desk
  /** Absent on a lead that is only read: then nothing can be fixed. */
  onFix?: ((fix: { field: FixField } | { company: string }) => void) | undefined
  onOpenLead: (id: number) => void
}

export type FixField = 'email' | 'phone' | 'company' | 'products'

/** Nothing is to be put right about a machine. */
const FIXES: Readonly<Record<Exclude<Evidence['check'], 'machine'>, { label: string; field: FixField }>> = {
  email: { label: 'Check email', field: 'email' },
  domain: { label: 'Check email', field: 'email' },
  phone: { label: 'Check phone', field: 'phone' },
  company: { label: 'Check company', field: 'company' },
  duplicates: { label: 'See it', field: 'company' },
  products: { label: 'Check products', field: 'products' },
  quantity: { label: 'Check quantity', field: 'products' },
}

/** What the checks found, each with the way to put it right. */
export const EvidenceRows = memo(({ desk, onFix, onOpenLead }: EvidenceRowsProps) => (
  <ul className="evidence" aria-label="Automatic checks">
    {desk.evidence.map((evidence) => (
      <li key={evidence.check}>
        {ICONS[evidence.verdict]}
        <span className="sr-only">{WORDS[evidence.verdict]}:</span>
        <span className="evidence-words">{evidence.message}</span>
        <span className="evidence-fact cut">
          <Fix evidence={evidence} desk={desk} onFix={onFix} onOpenLead={onOpenLead} />
        </span>
      </li>
    ))}
  </ul>
))

const Fix = ({
  evidence: { check, verdict, fact },
  desk,
  onFix,
  onOpenLead,
}: EvidenceRowsProps & { evidence: Evidence }) => {
  const [duplicate] = desk.duplicates
  if (check === 'duplicates' && duplicate)
    return <Link label={`See no. ${duplicate.lead_no}`} onClick={() => onOpenLead(duplicate.id)} />
  if (verdict === 'good' || check === 'machine' || !onFix) return fact
  const match = desk.company_match?.company
  if (check === 'company' && match) return <Link label={`Use ${match}`} onClick={() => onFix({ company: match })} />
  const { label, field } = FIXES[check]
  return <Link label={label} onClick={() => onFix({ field })} />
}

const Link = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="text-link" onClick={onClick}>
    {label}
  </button>
)
