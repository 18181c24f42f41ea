import type { ReactNode } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { When } from '#web/kit/look/When.tsx'
import { EnquiryStatusTag } from '#web/leads/list/LeadCells.tsx'
import { labelOf, LOST_REASON, reasonLabel } from '#web/leads/words/lead-words.ts'
import { LeadFacts } from './LeadFacts.tsx'
import { LeadWords } from './LeadWords.tsx'
import { ReadScroll } from './ReadScroll.tsx'
import { VerdictChecklist } from './VerdictChecklist.tsx'
import '#web/leads/valid-leads/enquiry.css'
import '#web/leads/desk/desk.css'
import './lead-facts.css'

/** A lead that is only read: for a valid one the validated details beside what was sent, else what was sent and why it is as it is. */
export const LeadVerdict = ({ lead, below }: { lead: Lead; below: ReactNode }) => {
  const isValid = lead.status === 'valid'
  const input = { params: { id: lead.id } }
  const validated = useOne(leadDetails.validated, input, { enabled: isValid && can(leadDetails.validated) })
  const refused = useOne(leadDetails.notValidated, input, { enabled: !isValid && can(leadDetails.notValidated) })
  const verdict = validated.data?.data.validated
  const reason = refused.data?.data.reason_code ?? lead.reason_code
  const note = refused.data?.data.reason_note ?? lead.reason_note
  // Of a verdict that was turned over the other read is refused: it is asked again before the lead is known to be another.
  const { error: failure } = isValid ? validated : refused

  return (
    <div className="desk">
      <ReadScroll>
        {failure && (
          <Notice kind="error" title="The verdict did not load">
            {sentenceOf(failure)} The original details are below.
          </Notice>
        )}
        {isValid && (
          <p className="verdict-line">
            Validated
            {lead.validated_by && (
              <>
                {' '}
                by <strong>{lead.validated_by.name}</strong>
              </>
            )}{' '}
            {lead.validated_at && <When at={lead.validated_at} />}
          </p>
        )}
        {lead.enquiry_status && (
          <p className="enquiry-line">
            Enquiry <EnquiryStatusTag status={lead.enquiry_status} />
            {lead.lost_reason && <span>{labelOf(LOST_REASON, lead.lost_reason)}</span>}
            {lead.follow_up_on && (
              <span>
                {lead.nurture_until ? 'until' : 'follow-up on'} {formats().writeDay(lead.follow_up_on)}
              </span>
            )}
          </p>
        )}
        {lead.status === 'invalid' && (
          <Notice kind="warning" title={`Invalid: ${reason ? reasonLabel(reason) : 'no reason given'}`}>
            {note}
          </Notice>
        )}
        <LeadWords message={lead.message} />
        {verdict?.comments && (
          <>
            <h3>Comments of the verdict</h3>
            <p className="verdict-comments">{verdict.comments}</p>
          </>
        )}
        <h3>{verdict ? 'Validated details' : 'Original details'}</h3>
        <LeadFacts lead={lead} sent={validated.data?.data.lead ?? lead} validated={verdict} />
        {verdict?.checklist && <VerdictChecklist {...verdict.checklist} />}
        {below}
      </ReadScroll>
    </div>
  )
}
