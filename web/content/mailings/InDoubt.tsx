import { Button } from 'antd'
import { useState } from 'react'
import { mailings, type MailingDetails, type Recipient } from '#contract/content/mailings.ts'
import { useAction } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { ConfirmDialog } from '#web/kit/feedback/Confirm.tsx'
import { counted } from '#web/kit/look/format.ts'
import { useMinute } from '#web/kit/look/use-minute.ts'
import { focusMailing, mailingBox } from './focus-mailing.ts'
import { MAILING_READS } from './mailing-reads.ts'
import { momentWords } from './mailing-words.ts'
import { Recipients } from './Recipients.tsx'

/** Mails of which nobody knows whether they arrived: a person decides about each, or about all. */
export const InDoubt = ({ mailing: { id, counts } }: { mailing: MailingDetails }) => {
  useMinute()
  const [again, setAgain] = useState<Recipient>()
  const resolve = useAction(mailings.resolve, {
    refreshes: MAILING_READS,
    undo: false,
    then: () => focusMailing(id),
    done: (_, { body: { as, all_in_doubt } }) =>
      as === 'send_again'
        ? 'It is sent again'
        : all_in_doubt
          ? `Counted ${counted(counts.in_doubt, 'mail')} as sent`
          : 'Counted as sent',
  })
  const may = can(mailings.resolve)
  return (
    <>
      <Recipients
        id={id}
        state="in_doubt"
        count={counts.in_doubt}
        about={`${counts.in_doubt === 1 ? 'The connection broke while this mail was' : 'The connection broke while these mails were'} being handed over. ${counts.in_doubt === 1 ? 'It may have arrived, so it is' : 'They may have arrived, so they are'} never sent again automatically.`}
        acts={
          may &&
          counts.in_doubt > 1 && (
            <Button
              size="small"
              loading={resolve.running}
              onClick={() => void resolve({ params: { id }, body: { all_in_doubt: true, as: 'sent' } })}
            >
              Count all as sent
            </Button>
          )
        }
        {...(may && {
          renderActs: (recipient) => (
            <>
              {isTooSoon(recipient) && (
                <span className="second">Send again from {momentWords(recipient.send_again_from ?? '')}</span>
              )}
              <Button
                size="small"
                disabled={resolve.running}
                aria-label={`Count as sent: ${recipient.address}`}
                onClick={() => void resolve({ params: { id }, body: { recipients: [recipient.id], as: 'sent' } })}
              >
                Count as sent
              </Button>
              {!isTooSoon(recipient) && (
                <Button
                  size="small"
                  aria-label={`Send again…: ${recipient.address}`}
                  onClick={() => setAgain(recipient)}
                >
                  Send again…
                </Button>
              )}
            </>
          ),
        })}
      />
      {again && (
        <ConfirmDialog
          title={`Send again to ${again.address}?`}
          verb="Send again"
          running={resolve.running}
          run={(done) => resolve({ params: { id }, body: { recipients: [again.id], as: 'send_again' } }, done)}
          onClose={() => setAgain(undefined)}
          focusAfter={() => mailingBox(id)}
        >
          If the first mail arrived, they get it twice.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Whoever was handing it over may still be at it. */
const isTooSoon = ({ send_again_from }: Recipient) =>
  send_again_from !== null && Date.parse(send_again_from) > Date.now()
