import { Form, Input, Select } from 'antd'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { useAction } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { holdDays } from '#web/leads/words/lead-days.ts'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import '#web/leads/fields/lead-form.css'

/** Puts a lead aside until a day, on which it comes back by itself. */
export const HoldDialog = ({ lead, onClose }: { lead: Lead; onClose: () => void }) => {
  const hold = useAction(assignedLeads.hold, {
    done: ({ data }) => `${lead.name} is on hold until ${formats().writeDay(data.on_hold_until ?? '')}`,
    refreshes: AFTER_ACT,
  })
  return (
    <FormModal<{ until: string; reason?: string }>
      open
      title={`Put ${lead.name} on hold`}
      button="Put on hold"
      draft={`hold-${lead.id}`}
      initialValues={{ until: formats().day(7) }}
      onClose={onClose}
      onSave={({ until, reason = '' }) =>
        hold.orThrow({
          body: { enquiryId: lead.id, until, version: lead.version, ...(reason.trim() && { reason: reason.trim() }) },
        })
      }
    >
      <Form.Item name="until" label="Until" required>
        <Select autoFocus showSearch={{ optionFilterProp: 'label' }} options={holdDays()} />
      </Form.Item>
      <Form.Item name="reason" label="Reason">
        <Input.TextArea rows={2} className="grows" maxLength={500} />
      </Form.Item>
    </FormModal>
  )
}
