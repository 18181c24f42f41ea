import { useId } from 'react'
import type { MailingDetails } from '#contract/content/mailings.ts'
import { formats } from '#web/kit/look/format.ts'
import { momentWords } from './mailing-words.ts'

type Reasons = MailingDetails['not_delivered']

const COUNTED = { refused: 'refused', deferred: 'later', skipped: 'skipped' } as const

/** Why mails did not arrive, or have not yet. */
export const NotDelivered = ({ reasons }: { reasons: Reasons }) => {
  const heading = useId()
  return (
    <section className="not-delivered" aria-labelledby={heading}>
      <h3 id={heading}>Not delivered</h3>
      <ul>
        {reasons.map(({ reason, code, state, count, next_at }) => (
          <li key={`${state} ${code} ${reason}`}>
            <span>
              {reason}
              {next_at && `, next try ${momentWords(next_at)}`} {code && <span className="second">{code}</span>}
            </span>
            <strong>
              {formats().number(count)} {COUNTED[state]}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
