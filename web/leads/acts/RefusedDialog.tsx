import { Modal } from 'antd'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import type { Refused } from './assign-outcome.ts'
import './refused.css'

interface RefusedDialogProps {
  refused: readonly Refused[]
  rows: readonly { id: number; name: string }[]
  onClose: () => void
}

/** The leads that were not assigned, each with its reason. */
export const RefusedDialog = ({ refused, rows, onClose }: RefusedDialogProps) => {
  useFocusBack()
  return (
    <Modal open title={`${refused.length} not assigned`} footer={null} onCancel={onClose} width={520}>
      <ul className="refused">
        {refused.map(({ leadId, message }) => (
          <li key={leadId}>
            <strong>{rows.find(({ id }) => id === leadId)?.name ?? `Lead ${leadId}`}</strong>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
