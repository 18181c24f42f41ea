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
    done: `${lead.name} is unassigned again`,
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
      <p className="dialog-note">The rotation gives it to somebody else.</p>
      <Form.Item
        name="reason"
        label="Why"
        rules={[{ required: true, whitespace: true, message: 'Say why you give it back' }]}
      >
        <Input.TextArea autoFocus rows={2} className="grows" maxLength={500} />
      </Form.Item>
    </FormModal>
  )
}
