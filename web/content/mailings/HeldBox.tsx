import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { mailings, type MailingDetails } from '#contract/content/mailings.ts'
import { can } from '#web/kit/data/session.ts'
import { formats } from '#web/kit/look/format.ts'
import { Countdown } from './Countdown.tsx'
import { MailingTitle } from './MailingTitle.tsx'
import { audienceWords, leftOutWords, momentWords, people } from './mailing-words.ts'
import { PreviewButton } from './PreviewButton.tsx'
import { useMailingActs } from './use-mailing-acts.ts'

/** A mailing that has not begun: when it does, to whom it goes, and the way to cancel it whole. */
export const HeldBox = ({ mailing, titled }: { mailing: MailingDetails; titled: boolean }) => {
  const acts = useMailingActs(mailing)
  const { releases_at } = mailing
  const out = leftOutWords(mailing.excluded)
  return (
    <div className="mailing-held">
      {releases_at && <Countdown from={Date.parse(mailing.created_at)} until={Date.parse(releases_at)} />}
      <div className="mailing-words">
        <MailingTitle mailing={mailing} titled={titled} />
        {releases_at ? (
          <p>
            Sends at {momentWords(releases_at)} {formats().zoneName} to <strong>{people(mailing.total)}</strong> unless
            you cancel.
            {mailing.after && ` It then follows “${mailing.after.subject}”.`}
          </p>
        ) : (
          <p>
            Prepared when the post went live. It goes to <strong>{people(mailing.total)}</strong> once you send it.
          </p>
        )}
        <p className="second">
          {audienceWords(mailing.audience, mailing.excluded)}. {out && `Left out: ${out}. `}
          <PreviewButton mailing={mailing} />
        </p>
      </div>
      {can(mailings.cancel) && (
        <div className="mailing-acts">
          <Button disabled={acts.running} onClick={() => void acts.cancel()}>
            Cancel mailing
          </Button>
          <Button
            type="primary"
            icon={<SendOutlined aria-hidden />}
            disabled={acts.running}
            onClick={() => void acts.releaseNow()}
          >
            Send now
          </Button>
        </div>
      )}
    </div>
  )
}
