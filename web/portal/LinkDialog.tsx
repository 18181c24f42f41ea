import { CopyOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from '#web/kit/feedback/copy.ts'

interface LinkDialogProps {
  title: string
  /** What the link is called for those who do not see it. */
  label: string
  url: string
  onClose: () => void
  /** What the link does. */
  children: ReactNode
}

/** A link that is shown once, to hand over. */
export const LinkDialog = ({ title, label, url, onClose, children }: LinkDialogProps) => (
  <Modal open title={title} onCancel={onClose} footer={<Button onClick={onClose}>Done</Button>}>
    <p>{children}</p>
    <div className="copy-link">
      <Input readOnly value={url} aria-label={label} onFocus={(event) => event.target.select()} />
      <Button
        icon={<CopyOutlined aria-hidden />}
        onClick={() =>
          void copyText(url, {
            done: 'Link copied',
            failed: 'The link was not copied. Select it and copy it by hand.',
          })
        }
      >
        Copy
      </Button>
    </div>
  </Modal>
)
