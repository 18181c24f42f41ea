import type { Lead } from '#contract/leads/lead.ts'
import { formats } from '#web/kit/look/format.ts'
import { EnquiryStatusTag } from '#web/leads/list/LeadCells.tsx'
import { TimeLeftWords } from '#web/leads/list/TimeLeft.tsx'
import { labelOf, LOST_REASON, REACHED } from '#web/leads/words/lead-words.ts'
import { workingTime } from '#web/platform/calendar/durations.ts'
import { timeThere } from './local-time.ts'
import './sales.css'

/** How a valid lead stands: what is due of it, what was last said, and how late it is there. */
export const SalesStatus = ({ lead, country, city }: { lead: Lead; country: string | null; city: string | null }) => {
  const { clock, enquiry_status: status, sales_note } = lead
  const there = timeThere(country, city)
  return (
    <div className="sales-status">
      <p>
        {status === 'open' && clock && clock.state !== 'answered' ? (
          <span>
            <TimeLeftWords clock={clock} /> for the first contact. Target {workingTime(clock.target_ms)}.
          </span>
        ) : (
          <>
            {status && <EnquiryStatusTag status={status} />}
            <span>{partsOf(lead).join(' · ')}</span>
          </>
        )}
        {there && <span className="sales-status-there">{there} there</span>}
      </p>
      {sales_note && <p className="sales-status-note">{sales_note}</p>}
    </div>
  )
}

const partsOf = ({ enquiry_status, reached_by, lost_reason, follow_up_on }: Lead) => {
  const isDue = follow_up_on !== null && follow_up_on <= formats().day()
  const day = follow_up_on && `${formats().writeDay(follow_up_on)}${isDue ? ', due' : ''}`
  return [
    reached_by && `reached by ${REACHED[reached_by].toLowerCase()}`,
    lost_reason && labelOf(LOST_REASON, lost_reason).toLowerCase(),
    day && (enquiry_status === 'nurture' ? `until ${day}` : `follow-up on ${day}`),
  ].filter(Boolean)
}
