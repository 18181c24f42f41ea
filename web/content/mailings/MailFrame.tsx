import { cspNonce } from '#web/kit/look/theme.ts'
import { mailDocument } from './mail-document.ts'

interface MailFrameProps {
  html: string
  title: string
  /** As wide as a phone. */
  phone?: boolean
}

/** A mail as readers see it. Nothing in it runs, opens or leads anywhere. */
export const MailFrame = ({ html, title, phone = false }: MailFrameProps) => (
  <div className={phone ? 'mail-frame mail-frame-phone' : 'mail-frame'}>
    <iframe sandbox="" srcDoc={mailDocument(html, cspNonce())} title={title} />
  </div>
)
