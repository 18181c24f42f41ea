import { useState } from 'react'
import { mailings, type MailingDetails } from '#contract/content/mailings.ts'
import type { MailState } from '#contract/content/subscriber-timeline.ts'
import { can } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import { Counts } from './Counts.tsx'
import { InDoubt } from './InDoubt.tsx'
import { MailingActs } from './MailingActs.tsx'
import { MailingBar } from './MailingBar.tsx'
import { MailingTitle } from './MailingTitle.tsx'
import { audienceWords, doneOf, editionWords, leftOutWords, leftWords, momentWords, people } from './mailing-words.ts'
import { NotDelivered } from './NotDelivered.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import { Recipients } from './Recipients.tsx'

/** A mailing that has begun: how far it is, how many of its mails stand how, and which they are. */
export const SendingBox = ({ mailing, titled }: { mailing: MailingDetails; titled: boolean }) => {
  const { id, counts, total, state, not_delivered } = mailing
  // What was opened or closed by hand stays so; till then the ones in doubt are open for as long as there are any.
  const [chosen, setChosen] = useState<MailState | 'none'>()
  const open = chosen ?? (counts.in_doubt > 0 ? 'in_doubt' : 'none')
  const shown = open !== 'none' && counts[open] > 0 && can(mailings.recipients) ? open : undefined
  const { number } = formats()
  return (
    <>
      <div className="mailing-head">
        <div className="mailing-words">
          <MailingTitle mailing={mailing} titled={titled} />
          <p className="second">
            {factsOf(mailing)} · <PreviewButton mailing={mailing} />
          </p>
          {!titled && <p className="second">{audienceOf(mailing)}</p>}
        </div>
        <MailingActs mailing={mailing} />
      </div>
      <div className="mailing-progress">
        <MailingBar counts={counts} total={total} label={`${mailing.post_title}, progress`} />
        <p>
          <span>
            <strong>
              {number(doneOf(counts))} of {number(total)}
            </strong>{' '}
            done
          </span>
          {state === 'sending' && <span className="second">{paceOf(mailing)}</span>}
        </p>
      </div>
      <Counts
        counts={counts}
        open={shown}
        isSending={state === 'sending'}
        onOpen={(to) => setChosen(to === shown ? 'none' : to)}
      />
      {(shown || not_delivered.length > 0) && (
        <div className={shown && not_delivered.length > 0 ? 'mailing-below mailing-both' : 'mailing-below'}>
          {shown === 'in_doubt' ? (
            <InDoubt mailing={mailing} />
          ) : (
            shown && <Recipients key={shown} id={id} state={shown} count={counts[shown]} />
          )}
          {not_delivered.length > 0 && <NotDelivered reasons={not_delivered} />}
        </div>
      )}
    </>
  )
}

/** When, by whom, and what. */
const factsOf = ({ started_at, finished_at, created_at, made_by, live_version, edition, state }: MailingDetails) => {
  const { zoneName } = formats()
  const by = made_by ? ` by ${made_by.name}` : ''
  const begun = started_at
    ? `Started ${momentWords(started_at)} ${zoneName}${by}`
    : `Prepared ${momentWords(created_at)} ${zoneName}${by}`
  return [
    begun,
    ...(finished_at ? [`${state === 'cancelled' ? 'cancelled' : 'ended'} ${momentWords(finished_at)}`] : []),
    `version ${live_version}, ${editionWords(edition)}`,
    ...(state === 'sending' ? ['you may leave this page'] : []),
  ].join(' · ')
}

/** Who it was for, who was left out, and who left after it. */
const audienceOf = ({ audience, excluded, unsubscribed_since }: MailingDetails) => {
  const out = leftOutWords(excluded)
  return [
    `${audienceWords(audience, excluded)}.`,
    ...(out ? [`Left out: ${out}.`] : []),
    ...(unsubscribed_since > 0 ? [`${people(unsubscribed_since)} unsubscribed since.`] : []),
  ].join(' ')
}

const paceOf = ({ rate_per_minute, eta_seconds }: MailingDetails) =>
  [
    ...(rate_per_minute > 0 ? [`${formats().number(rate_per_minute)} a minute`] : []),
    ...(eta_seconds === null ? [] : [leftWords(eta_seconds)]),
  ].join(' · ')
