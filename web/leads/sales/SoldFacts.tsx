import type { ReactNode } from 'react'
import { ENQUIRY_LABELS } from '#contract/leads/enquiry-fields.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { FACTS, PRODUCTS, type Facts } from '#web/leads/fields/lead-fields.ts'
import { sourceLabel } from '#web/leads/words/lead-words.ts'
import { utmLines } from '#web/leads/words/utm-words.ts'
import { PhoneLink } from '#web/platform/contact-details/PhoneLink.tsx'
import './sales.css'

/** What is known, each fact once: as the verdict says it, with what was sent only where that is something else. */
export const SoldFacts = ({ lead, sent, validated }: { lead: Lead; sent: Facts; validated: Facts }) => {
  const facts = FACTS.filter(([field]) => field !== PRODUCTS).flatMap(([field, say]) => {
    const [now, then] = [say(validated) ?? '', say(sent) ?? '']
    return now === '' && then === '' ? [] : [{ field, now, then }]
  })
  return (
    <dl className="sold-facts">
      {facts.map(({ field, now, then }) => (
        <Fact key={field} name={field} sentAs={then === now ? undefined : then}>
          {field === ENQUIRY_LABELS.phone && now ? <PhoneLink phone={now} /> : now || 'Removed'}
        </Fact>
      ))}
      {lead.job_title && <Fact name={ENQUIRY_LABELS.job_title}>{lead.job_title}</Fact>}
      {lead.further.map(({ kind, value, label }) => (
        <Fact key={`${kind}${value}`} name={label || (kind === 'phone' ? 'Other phone' : 'Other email')}>
          {kind === 'phone' ? <PhoneLink phone={value} /> : value}
        </Fact>
      ))}
      {lead.tags.length > 0 && <Fact name="Tags">{lead.tags.join(', ')}</Fact>}
      <Fact name="Source">{[sourceLabel(lead.source), ...utmLines(lead.utm)].join('\n')}</Fact>
      {lead.external_id && <Fact name="External ID">{lead.external_id}</Fact>}
    </dl>
  )
}

const Fact = ({ name, sentAs, children }: { name: string; sentAs?: string | undefined; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {children}
      {sentAs !== undefined && <span className="second">{sentAs === '' ? 'Added by QA' : `Sent as “${sentAs}”`}</span>}
    </dd>
  </div>
)
