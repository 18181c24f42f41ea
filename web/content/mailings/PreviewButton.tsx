import { Modal } from 'antd'
import { useState } from 'react'
import type { MailingDetails } from '#contract/content/mailings.ts'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { MailPreview } from './MailPreview.tsx'

/** Shows the mail of a mailing as it is sent. */
export const PreviewButton = ({ mailing }: { mailing: MailingDetails }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="text-link" onClick={() => setOpen(true)}>
        Preview
      </button>
      {open && <PreviewDialog mailing={mailing} onClose={() => setOpen(false)} />}
    </>
  )
}

const PreviewDialog = ({ mailing, onClose }: { mailing: MailingDetails; onClose: () => void }) => {
  useFocusBack()
  return (
    <Modal open title={mailing.subject} width={760} footer={null} onCancel={onClose}>
      {mailing.preheader && <p className="second">{mailing.preheader}</p>}
      <MailPreview html={mailing.html} plain={mailing.plain} />
    </Modal>
  )
}
