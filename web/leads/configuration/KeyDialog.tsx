import { Button, Modal } from 'antd'
import { Fragment } from 'react'
import { copyText } from '#web/kit/feedback/copy.ts'

/** Shows a form's key the one time that it can be shown, with what to put on a website. */
export const KeyDialog = ({ name, formKey, onClose }: { name: string; formKey: string; onClose: () => void }) => {
  return (
    <Modal
      open
      title={`The key of ${name}`}
      onCancel={onClose}
      footer={[
        <Button key="done" type="primary" onClick={onClose}>
          I have saved it
        </Button>,
      ]}
    >
      <p>Copy it now: it won’t be shown again. If you lose it, make a new one.</p>
      {PAGES.map(({ page, label }) => {
        const address = `${globalThis.location.origin}/intake/${formKey}/${page}`
        const snippet = `<iframe src="${address}" title="${escaped(name)}" width="100%" height="900" style="border:0"></iframe>`
        return (
          <Fragment key={page}>
            <Copied label={label} text={address} />
            <Copied label={`${label}, for an allowed website`} text={snippet} />
          </Fragment>
        )
      })}
    </Modal>
  )
}

const PAGES = [
  { page: 'enquiry', label: 'Enquiry form' },
  { page: 'registration', label: 'Registration form' },
] as const

const Copied = ({ label, text }: { label: string; text: string }) => (
  <div>
    <div className="settings-head">
      <strong>{label}</strong>
      <Button
        size="small"
        aria-label={`Copy: ${label}`}
        onClick={() =>
          void copyText(text, {
            done: 'Copied',
            failed: 'It was not copied. Select it and copy it manually.',
          })
        }
      >
        Copy
      </Button>
    </div>
    <code className="form-key">{text}</code>
  </div>
)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
