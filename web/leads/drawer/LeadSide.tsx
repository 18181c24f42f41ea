import { memo, useId } from 'react'
import type { LeadRow } from '#contract/leads/lead.ts'
import { myVerdicts } from '#contract/leads/my-verdicts.ts'
import { useDrawn } from '#web/kit/list/render-key.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { can } from '#web/kit/data/session.ts'
import { COMMENT_KEY, type LeadListEndpoint } from '#web/leads/list/lead-lists.ts'
import { LeadDuplicates, useDuplicatesKnown } from '#web/leads/duplicates/LeadDuplicates.tsx'
import { LeadTimeline } from '#web/leads/timeline/LeadTimeline.tsx'
import { LeadWhy } from '#web/leads/timeline/LeadWhy.tsx'
import { workingTime } from '#web/platform/calendar/durations.ts'
import { TimeLeft } from '#web/leads/list/TimeLeft.tsx'
import '#web/leads/fields/lead-form.css'
import './lead-drawer.css'

interface LeadSideProps {
  lead: LeadRow
  endpoint: LeadListEndpoint
  onOpenLead: (id: number) => void
}

/** The people of a lead, and what was said and done. */
export const LeadSide = memo(({ lead, endpoint, onOpenLead }: LeadSideProps) => {
  useDrawn()
  const heading = useId()
  const duplicatesKnown = useDuplicatesKnown(lead)
  return (
    <aside className="lead-side" aria-label="People and timeline">
      <section aria-labelledby={heading}>
        <h3 id={heading}>People</h3>
        <Person person={lead.assigned_qa} role="QA" nobody="No QA yet" />
        {(lead.assigned_qa ?? lead.status === 'new') && <LeadWhy lead={lead} list="qa" holder={lead.assigned_qa} />}
        <Person person={lead.sales_person} role="Sales" nobody="No sales rep yet" />
        {lead.clock && (
          <p className="person side-clock">
            <TimeLeft lead={lead} />
            <span className="side-role">
              {lead.clock.clock === 'handling' ? 'First handling' : 'First response'}, target{' '}
              {workingTime(lead.clock.target_ms)}
            </span>
          </p>
        )}
        {(lead.sales_person ?? lead.status === 'valid') && (
          <LeadWhy lead={lead} list="sales" holder={lead.sales_person} />
        )}
      </section>
      <LeadDuplicates lead={lead} onOpenLead={onOpenLead} />
      {/* It asks meanwhile, and comes where it stays. */}
      <div hidden={!duplicatesKnown}>
        <LeadTimeline
          id={lead.id}
          mayComment={readsComments(endpoint) && can(COMMENT_KEY[endpoint.permission])}
          readsComments={readsComments(endpoint)}
        />
      </div>
    </aside>
  )
})

/** Of leads that people once decided they read what became of them; comments are read on the other lists. */
const readsComments = (endpoint: LeadListEndpoint) =>
  endpoint !== myVerdicts.list || can(COMMENT_KEY.marketing_leads_list)

const Person = ({ person, role, nobody }: { person: { name: string } | null; role: string; nobody: string }) =>
  person ? (
    <p className="person">
      <PersonAvatar name={person.name} />
      <span className="cut">{person.name}</span>
      <span className="side-role">{role}</span>
    </p>
  ) : (
    <p className="person person-none">
      <span className="avatar avatar-22 avatar-none" aria-hidden />
      {nobody}
    </p>
  )
