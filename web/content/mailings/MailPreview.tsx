import { Segmented } from 'antd'
import { useState } from 'react'
import { MailFrame } from './MailFrame.tsx'

type Look = 'html' | 'phone' | 'plain'

const LOOKS: { value: Look; label: string }[] = [
  { value: 'html', label: 'Mail' },
  { value: 'phone', label: 'Phone' },
  { value: 'plain', label: 'Plain text' },
]

interface MailPreviewProps {
  html: string
  plain: string
}

/** The mail as programs show it that show pictures, as wide as a phone, and as those do that show text alone. */
export const MailPreview = ({ html, plain }: MailPreviewProps) => {
  const [look, setLook] = useState<Look>('html')
  return (
    <div className="mail-preview">
      <Segmented<Look> aria-label="Show the mail as" options={LOOKS} value={look} onChange={setLook} />
      {look === 'plain' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <pre className="mail-plain" tabIndex={0} aria-label="Plain text of the mail">
          {plain}
        </pre>
      ) : (
        <MailFrame html={html} title="The mail as readers get it" phone={look === 'phone'} />
      )}
    </div>
  )
}
