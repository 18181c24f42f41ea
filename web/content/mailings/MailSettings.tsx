import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { mailings, type MailSettings as Settings } from '#contract/content/mailings.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { copyText } from '#web/kit/feedback/copy.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { EditMail } from './EditMail.tsx'
import { senderWords } from './mailing-words.ts'

/** How the company mails its subscribers, and whether this server can. */
export const MailSettings = () => {
  const { data, isError, error, refetch } = useOne(mailings.settings, {})
  const [editing, setEditing] = useState(false)
  if (isError)
    return (
      <Notice
        kind="error"
        title="The mail settings did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error, mailings.settings.failure)}
      </Notice>
    )
  const now = data?.data
  return (
    <section className="section" aria-labelledby="mail" aria-busy={!now}>
      <div className="settings-head">
        <h2 id="mail">Mail</h2>
        {can(mailings.setSettings) && (
          <Button disabled={!now} onClick={() => setEditing(true)}>
            Edit mail
          </Button>
        )}
      </div>
      <p className="page-subtitle">Updates about posts go out to newsletter subscribers like this.</p>
      {now && !now.mail_on && (
        <Notice kind="warning" title="No mail server is set up">
          The person who runs Leadroom sets SMTP_URL and MAIL_FROM. Everything except sending works until then.
        </Notice>
      )}
      {now && <Now now={now} />}
      {now && editing && <EditMail now={now} onClose={() => setEditing(false)} />}
    </section>
  )
}

const Now = ({ now }: { now: Settings }) => (
  <ul className="settings">
    <Setting title="Sender">{senderWords(now.from_name, now.sender) || 'Not set'}</Setting>
    <Setting title="Replies">{now.reply_to || 'To the sender'}</Setting>
    <Setting title="Hold">{counted(now.hold_minutes, 'minute')}, in which a mailing can still be cancelled</Setting>
    <Setting title="Pace">
      {now.per_minute === null
        ? `At most ${perMinute(now.most_per_minute)}, as this server allows`
        : `At most ${perMinute(Math.min(now.per_minute, now.most_per_minute))}`}
    </Setting>
    <Setting title="Footer">
      {now.footer && (
        <>
          {now.footer}
          <br />
        </>
      )}
      The company’s postal address and the link to unsubscribe are always added.
    </Setting>
    <Setting
      title="Bounces"
      act={
        now.bounce_inbox && (
          <Button size="small" aria-label="Copy: bounces" onClick={() => void copyText(now.bounce_inbox ?? '', COPIED)}>
            Copy
          </Button>
        )
      }
    >
      {now.bounce_inbox ??
        (now.bounces_on
          ? 'Mail servers return what was not delivered'
          : 'Not set up. Only addresses that are refused at once are noticed. The person who runs Leadroom sets MAIL_BOUNCE_DOMAIN.')}
    </Setting>
  </ul>
)

const COPIED = { done: 'Copied', failed: 'It was not copied. Select it and copy it manually.' }

const perMinute = (count: number) => `${formats().number(count)} ${count === 1 ? 'mail' : 'mails'} a minute`

const Setting = ({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) => (
  <li>
    <div>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
    {act}
  </li>
)
