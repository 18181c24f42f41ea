import { Link } from 'react-router'
import type { Mailing } from '#contract/content/mailings.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { mailingLink } from './mailing-link.ts'
import { MAILING_WORDS } from './mailing-words.ts'

interface MailingTitleProps {
  mailing: Mailing
  /** False on its own page, whose heading names it. */
  titled: boolean
}

/** Which mailing it is, its state, and why it stands. */
export const MailingTitle = ({ mailing: { id, post_title, state, stopped_reason }, titled }: MailingTitleProps) => {
  const { label, tone } = MAILING_WORDS[state]
  return (
    <div className="mailing-title">
      {titled && (
        <h2>
          <Link to={mailingLink(id)}>{post_title}</Link>
        </h2>
      )}
      <StatusTag tone={tone}>{label}</StatusTag>
      {state === 'stopped' && stopped_reason && <span className="mailing-reason">{stopped_reason}</span>}
    </div>
  )
}
