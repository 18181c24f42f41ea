import { Select } from 'antd'
import { useState } from 'react'
import { ENQUIRY_TRANSITIONS, type EnquiryStatus, type LeadRow } from '#contract/leads/lead.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { useAction } from '#web/kit/data/api.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { can } from '#web/kit/data/session.ts'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { EnquiryStatusTag } from '#web/leads/list/LeadCells.tsx'
import { enquiryLabel } from '#web/leads/words/lead-words.ts'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import './enquiry.css'

const EnquiryDialog = lateDialog(() => import('./EnquiryDialog.tsx').then(({ EnquiryDialog }) => EnquiryDialog))

/** How far sales has come with an enquiry; whoever may takes it further from here. */
export const EnquirySelect = ({ lead }: { lead: LeadRow }) => {
  const [asked, setAsked] = useState<'lost' | 'nurture'>()
  const move = useAction(validLeads.setEnquiryStatus, {
    done: (_, { body }) => `Marked ${lead.name} as ${enquiryLabel(body.enquiry_status).toLowerCase()}`,
    refreshes: AFTER_ACT,
    optimistic: {
      list: validLeads.list,
      rows: ({ body }) => [body.enquiryId],
      change: ({ body }) => ({ enquiry_status: body.enquiry_status }),
    },
  })
  const { enquiry_status: now } = lead
  if (now === null) return null
  const next: readonly EnquiryStatus[] = ENQUIRY_TRANSITIONS[now]
  if (!can(validLeads.setEnquiryStatus) || next.length === 0) return <EnquiryStatusTag status={now} />

  const choose = (enquiry_status: EnquiryStatus) => {
    if (enquiry_status === now && enquiry_status !== 'nurture') return
    if (enquiry_status === 'lost' || enquiry_status === 'nurture') setAsked(enquiry_status)
    else {
      // Its row takes the keys again: Z undoes this, and J moves on.
      focusRow(lead.id)
      void move({ body: { enquiryId: lead.id, enquiry_status, version: lead.version } })
    }
  }
  return (
    // What is chosen here is not a press on the row, though it comes up through it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span className="enquiry-select" onClick={(event) => event.stopPropagation()}>
      <Select
        size="small"
        aria-label={`Enquiry of ${lead.name}`}
        value={now}
        options={[...new Set([now, ...next])].map((value) => ({ value, label: enquiryLabel(value) }))}
        popupMatchSelectWidth={120}
        loading={move.running}
        onSelect={choose}
      />
      {asked && <EnquiryDialog lead={lead} to={asked} onClose={() => setAsked(undefined)} />}
    </span>
  )
}
