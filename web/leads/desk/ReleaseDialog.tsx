import { Form, Input } from 'antd'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import '#web/leads/fields/lead-form.css'

/** Gives a lead back, so that somebody else gets it. */
export const ReleaseDialog = ({ lead, onClose }: { lead: Lead; onClose: () => void }) => {
  const release = useAction(assignedLeads.release, {
    done: `Released ${lead.name}`,
    refreshes: AFTER_ACT,
  })
  return (
    <FormModal<{ reason: string }>
      open
      title={`Release ${lead.name}`}
      button="Release"
      draft={`release-${lead.id}`}
      onClose={onClose}
      onSave={({ reason }) =>
        release.orThrow({ body: { enquiryId: lead.id, reason: reason.trim(), version: lead.version } })
      }
    >
      <p className="dialog-note">It goes back into rotation.</p>
      <Form.Item name="reason" label="Reason" rules={[{ required: true, whitespace: true, message: 'Give a reason' }]}>
        <Input.TextArea autoFocus rows={2} className="grows" maxLength={500} />
      </Form.Item>
    </FormModal>
  )
}
