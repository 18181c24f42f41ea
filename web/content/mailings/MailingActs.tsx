import { PauseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { mailings, type MailingDetails } from '#contract/content/mailings.ts'
import { can } from '#web/kit/data/session.ts'
import { ConfirmButton } from '#web/kit/feedback/Confirm.tsx'
import { formats } from '#web/kit/look/format.ts'
import { mailingBox } from './focus-mailing.ts'
import { people } from './mailing-words.ts'
import { restOf, sentWords, useMailingActs } from './use-mailing-acts.ts'

/** What can be decided about a mailing that has begun. */
export const MailingActs = ({ mailing }: { mailing: MailingDetails }) => {
  const acts = useMailingActs(mailing)
  const { id, state, post_title } = mailing
  if (!can(mailings.pause) || state === 'done' || state === 'cancelled') return null
  const rest = restOf(mailing)
  return (
    <div className="mailing-acts">
      {state === 'sending' && (
        <Button icon={<PauseOutlined aria-hidden />} disabled={acts.running} onClick={() => void acts.pause()}>
          Pause
        </Button>
      )}
      {(state === 'paused' || state === 'stopped') && (
        <Button type="primary" disabled={acts.running} onClick={() => void acts.resume()}>
          {state === 'paused' ? 'Resume' : 'Continue'}
        </Button>
      )}
      <ConfirmButton
        danger
        label="Cancel the rest"
        title={`Cancel the rest of ${post_title}?`}
        verb={`Don’t send to ${formats().number(rest)} ${rest === 1 ? 'person' : 'people'}`}
        running={acts.running}
        run={acts.cancel}
        focusAfter={() => mailingBox(id)}
      >
        {sentWords(mailing)} The other {people(rest)} won’t get it. You can’t undo this.
      </ConfirmButton>
    </div>
  )
}
