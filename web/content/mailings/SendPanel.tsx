import { SendOutlined } from '@ant-design/icons'
import { Button, Form, Input, Modal, Skeleton } from 'antd'
import { Link } from 'react-router'
import { MAILING_LIMITS, mailings, type Mailing, type SendPreview } from '#contract/content/mailings.ts'
import { sentenceOf } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useFocusBack } from '#web/kit/keys/use-focus-back.ts'
import { formats } from '#web/kit/look/format.ts'
import { AudienceChoice } from './AudienceChoice.tsx'
import { blockerWay } from './blocker-ways.ts'
import { editionWords, MAILING_WORDS, momentWords, people, senderWords } from './mailing-words.ts'
import { mailingLink } from './mailing-link.ts'
import { MailPreview } from './MailPreview.tsx'
import { useSend, type Send } from './use-send.ts'
import './mailings.css'
import './send-panel.css'

interface SendPanelProps {
  /** Of the post. */
  id: number
  onClose: () => void
  onSent: (mailing: Mailing) => void
}

/** The update of a post before it is sent: to whom, and what they will read. It asks once. */
export const SendPanel = ({ id, onClose, onSent }: SendPanelProps) => {
  useFocusBack()
  const send = useSend(id, onSent)
  const { preview, answer } = send
  return (
    <Modal
      open
      title="Send update"
      width={1040}
      className="send-panel"
      onCancel={onClose}
      mask={{ closable: false }}
      footer={<Foot send={send} onClose={onClose} />}
    >
      {answer.isError && !preview ? (
        <Notice
          kind="error"
          title="The preview did not load"
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        >
          {sentenceOf(answer.error, mailings.preview.failure)}
        </Notice>
      ) : preview ? (
        <div className="send-columns">
          <div className="send-choices">
            <Notices id={id} preview={preview} failure={send.failure} onLeave={onClose} />
            <Form layout="vertical" component="div">
              <AudienceChoice send={send} preview={preview} />
              <TextField
                id="send-subject"
                label="Subject"
                value={send.subject}
                good={SUBJECT_GOOD}
                most={MAILING_LIMITS.subject}
                onChange={(subject) => send.change({ subject })}
              />
              <TextField
                id="send-preheader"
                label="Preheader"
                extra="Inboxes show it after the subject."
                value={send.preheader}
                good={PREHEADER_GOOD}
                most={MAILING_LIMITS.preheader}
                onChange={(preheader) => send.change({ preheader })}
              />
            </Form>
            <p className="second">
              From {senderWords(preview.from_name, preview.from_address)}
              {preview.reply_to && `, answers go to ${preview.reply_to}`}. Sending begins {preview.hold_minutes} minutes
              later; until then you can cancel it.
            </p>
            <Editions editions={preview.editions} onLeave={onClose} />
          </div>
          <MailPreview html={preview.html} plain={preview.plain} />
        </div>
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </Modal>
  )
}

/** Longer ones are cut by most inboxes. */
const SUBJECT_GOOD = 60
const PREHEADER_GOOD = 90

interface TextFieldProps {
  id: string
  label: string
  extra?: string
  value: string
  good: number
  most: number
  onChange: (value: string) => void
}

const TextField = ({ id, label, extra, value, good, most, onChange }: TextFieldProps) => (
  <Form.Item
    label={label}
    htmlFor={id}
    extra={
      <span className="send-hint" id={`${id}-hint`}>
        <span>{value.length > good ? `Most inboxes cut it after ${good} characters.` : extra}</span>
        <span className={value.length > good ? 'send-long' : undefined}>
          {value.length}/{good}
        </span>
      </span>
    }
  >
    <Input
      id={id}
      value={value}
      maxLength={most}
      aria-describedby={`${id}-hint`}
      onChange={({ target }) => onChange(target.value)}
    />
  </Form.Item>
)

interface NoticesProps {
  id: number
  preview: SendPreview
  failure: string | undefined
  /** The way to mend it leads elsewhere. */
  onLeave: () => void
}

/** What keeps it from being sent, each with the way to mend it, and what to look at before. */
const Notices = ({ id, preview: { blockers, warnings }, failure, onLeave }: NoticesProps) => (
  <>
    {failure !== undefined && !blockers.some(({ message }) => message === failure) && (
      <Notice kind="error" title={failure} />
    )}
    {blockers.map(({ code, message }) => {
      const way = blockerWay(code, id)
      return (
        <Notice
          key={code}
          kind="error"
          title={message}
          action={
            way && (
              <Link to={way.to} onClick={onLeave}>
                {way.label}
              </Link>
            )
          }
        />
      )
    })}
    {warnings.map(({ code, message }) => (
      <Notice key={code} kind="warning" title={message} />
    ))}
  </>
)

const Editions = ({ editions, onLeave }: { editions: readonly Mailing[]; onLeave: () => void }) =>
  editions.length > 0 && (
    <section className="send-editions">
      <h3>Earlier mailings of this post</h3>
      <ul>
        {editions.map(({ id, edition, state, counts, created_at }) => (
          <li key={id}>
            <Link to={mailingLink(id)} onClick={onLeave}>
              {capital(editionWords(edition))}
            </Link>
            <span className="second">
              {MAILING_WORDS[state].label}, {momentWords(created_at)}, {formats().number(counts.sent)} sent
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const Foot = ({ send, onClose }: { send: Send; onClose: () => void }) => {
  const { preview, counted } = send
  const blocked = preview === undefined || preview.blockers.length > 0 || preview.total === 0
  return (
    <div className="send-foot">
      {preview?.test_to && (
        <Button className="send-test" loading={send.testing} onClick={send.test}>
          Send test to me
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="primary"
        icon={<SendOutlined aria-hidden />}
        loading={send.sending}
        disabled={blocked || !counted}
        onClick={send.send}
      >
        {preview ? `Send update to ${people(preview.total)}` : 'Send update'}
      </Button>
    </div>
  )
}
