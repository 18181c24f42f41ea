import { Form, Input, Select } from 'antd'
import type { LeadRow, LostReason } from '#contract/leads/lead.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { nurtureDays } from '#web/leads/words/lead-days.ts'
import { optionsOf } from '#web/kit/list/list.ts'
import { LOST_REASON } from '#web/leads/words/lead-words.ts'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import '#web/leads/fields/lead-form.css'

interface EnquiryDialogProps {
  lead: LeadRow
  to: 'lost' | 'nurture'
  onClose: () => void
}

interface Values {
  reason?: LostReason
  until?: string
  note?: string
}

/** What has to be said of an enquiry that is lost, or put aside. */
export const EnquiryDialog = ({ lead, to, onClose }: EnquiryDialogProps) => {
  const move = useAction(validLeads.setEnquiryStatus, {
    done: to === 'lost' ? `Marked ${lead.name} as lost` : `Marked ${lead.name} as nurture`,
    refreshes: AFTER_ACT,
  })
  return (
    <FormModal<Values>
      open
      title={to === 'lost' ? `Why is ${lead.name} lost?` : `When to come back to ${lead.name}?`}
      button={to === 'lost' ? 'Mark as lost' : 'Mark as nurture'}
      draft={`${to}-${lead.id}`}
      onClose={onClose}
      onSave={({ note = '', ...values }) =>
        move.orThrow({
          body: {
            ...values,
            enquiryId: lead.id,
            enquiry_status: to,
            version: lead.version,
            ...(note.trim() && { note: note.trim() }),
          },
        })
      }
    >
      {to === 'lost' ? (
        <Form.Item name="reason" label="Reason" rules={[{ required: true, message: 'Choose why it was lost' }]}>
          <Select autoFocus placeholder="Choose a reason" options={optionsOf(LOST_REASON)} />
        </Form.Item>
      ) : (
        <Form.Item name="until" label="On" rules={[{ required: true, message: 'Choose a day' }]}>
          <Select autoFocus placeholder="Choose a day" options={nurtureDays()} />
        </Form.Item>
      )}
      <Form.Item name="note" label="Note">
        <Input.TextArea rows={2} className="grows" maxLength={500} />
      </Form.Item>
    </FormModal>
  )
}
