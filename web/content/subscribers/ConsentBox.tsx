import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import type { Consent, Subscriber } from '#contract/content/subscribers.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { formats } from '#web/kit/look/format.ts'
import { agreementOf, pageWords, proofWords } from './consent-words.ts'

interface ConsentBoxProps {
  subscriber: Subscriber
  resending: boolean
  /** Undefined where the confirmation can't be sent again. */
  onResend: (() => void) | undefined
}

/** The answer to "how did you get my address?": the exact words, when, where, and what proves it. */
export const ConsentBox = ({ subscriber, resending, onResend }: ConsentBoxProps) => {
  const heading = useId()
  const agreement = agreementOf(subscriber)
  const waits = subscriber.status === 'unconfirmed'
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Consent</h3>
      {agreement ? (
        <div className="consent">
          {agreement.wording !== '' && <blockquote>“{agreement.wording}”</blockquote>}
          <ul>
            {agreement.events.map((event, at) => (
              <li key={event.id}>
                <CheckCircleFilled className="consent-done" aria-hidden />
                <span>
                  {eventWords(event, agreement.events[at - 1]?.at)}
                  {proofWords(event) !== '' && <span className="second">{proofWords(event)}</span>}
                </span>
              </li>
            ))}
            {waits && (
              <li>
                <ClockCircleOutlined className="consent-waits" aria-hidden />
                <span className="consent-missing">
                  Not confirmed yet
                  {onResend && (
                    <Button size="small" aria-keyshortcuts="R" loading={resending} onClick={onResend}>
                      Send again <Kbd>R</Kbd>
                    </Button>
                  )}
                </span>
              </li>
            )}
          </ul>
        </div>
      ) : (
        <p className="second">No consent is on record.</p>
      )}
    </section>
  )
}

/** Of the same day as the one before, the time is enough. */
const whenWords = (at: string, before: string | undefined) => {
  const { date, time, dateTimeZone, zoneName } = formats()
  return before && date(before) === date(at) ? `${time(at)} ${zoneName}` : dateTimeZone(at)
}

const eventWords = ({ what, at, page_url, by, form }: Consent, before: string | undefined) => {
  const when = whenWords(at, before)
  if (what === 'confirmed') return `Confirmed ${when} by the link in the mail`
  if (what === 'imported') return `Imported ${when}${by ? ` by ${by.name}` : ''}`
  if (by) return `${before ? 'Added again' : 'Added'} ${when} by ${by.name}`
  return `Agreed ${when}${page_url ? ` on ${pageWords(page_url)}` : form ? ' on the form' : ''}`
}
