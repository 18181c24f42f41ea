import { mailings, type MailCounts } from '#contract/content/mailings.ts'
import type { MailState } from '#contract/content/subscriber-timeline.ts'
import { can } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import { MAIL_ORDER, MAIL_WORDS } from './mailing-words.ts'

interface CountsProps {
  counts: MailCounts
  /** The one whose recipients are shown below. */
  open: MailState | undefined
  isSending: boolean
  onOpen: (state: MailState) => void
}

/** How many mails stand how; those that nothing stands for are left out. Each opens its recipients. */
export const Counts = ({ counts, open, isSending, onOpen }: CountsProps) => {
  const opens = can(mailings.recipients)
  const shown = MAIL_ORDER.filter(
    (state) => counts[state] > 0 || state === 'sent' || (isSending && state === 'handing'),
  )
  return (
    <ul className="mailing-counts">
      {shown.map((state) => {
        const { label, dot } = MAIL_WORDS[state]
        const words = (
          <>
            <span className="mailing-count-label">
              <span className={`mailing-dot mailing-dot-${dot}`} aria-hidden />
              {label}
            </span>
            <strong>{formats().number(counts[state])}</strong>
          </>
        )
        return (
          <li key={state}>
            {opens && counts[state] > 0 ? (
              <button
                type="button"
                className={`mailing-count mailing-count-${dot}`}
                aria-expanded={state === open}
                onClick={() => onOpen(state)}
              >
                {words}
              </button>
            ) : (
              <span className="mailing-count">{words}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
