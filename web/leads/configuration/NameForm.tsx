import { Form, Input } from 'antd'
import { FormModal } from '#web/kit/form/FormModal.tsx'

interface NameFormProps {
  title: string
  button: string
  /** Under which what is half written is kept. */
  draft: string
  /** As it is called now. */
  name: string
  /** What it is called when nothing is said; undefined: it needs a name. */
  usual: string | undefined
  /** Null: as usual. */
  onSave: (label: string | null) => Promise<unknown>
  onClose: () => void
}

/** Names something; left empty, it is called as usual again. */
export const NameForm = ({ title, button, draft, name, usual, onSave, onClose }: NameFormProps) => (
  <FormModal<{ label: string }>
    open
    title={title}
    button={button}
    draft={draft}
    onClose={onClose}
    initialValues={{ label: name }}
    onSave={({ label }) => onSave(label.trim() === usual ? null : label.trim() || null)}
  >
    <Form.Item
      name="label"
      label="Name"
      required
      extra={usual && `Leave empty for the default, “${usual}”.`}
      rules={usual === undefined ? [{ required: true, whitespace: true, message: 'Enter a name' }] : []}
    >
      <Input maxLength={60} />
    </Form.Item>
  </FormModal>
)
