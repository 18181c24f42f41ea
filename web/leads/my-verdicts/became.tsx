import type { LeadRow } from '#contract/leads/lead.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { EnquiryStatusTag, LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { labelOf, LOST_REASON, reasonLabel, statusWords } from '#web/leads/words/lead-words.ts'

/** What has become of a lead since its verdict: a change of the verdict first, else how far sales is, else why it is invalid. */
export const becameOf = (lead: LeadRow) => {
  const { own_verdict: own, status, enquiry_status, lost_reason, reason_code } = lead
  if (own?.changed)
    return (
      <TwoLines
        first={<StatusTag tone="warning">Changed</StatusTag>}
        second={
          <>
            {statusWords(status).label}
            {own.changed.by && `, by ${own.changed.by.name}`}
          </>
        }
      />
    )
  if (enquiry_status)
    return (
      <TwoLines
        first={<EnquiryStatusTag status={enquiry_status} />}
        second={lost_reason ? labelOf(LOST_REASON, lost_reason) : undefined}
      />
    )
  return reason_code ? reasonLabel(reason_code) : <LeadStatus status={status} />
}
