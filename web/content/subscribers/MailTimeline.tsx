import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MailOutlined,
  MinusCircleOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import type { Consent, Subscriber, SubscriberBounce, SubscriberMail } from '#contract/content/subscribers.ts'
import { myZone } from '#web/content/post-words/moments.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { codeWords, timelineOf, type TimelineEntry } from './mail-timeline.ts'
import './mail-timeline.css'

/** Soft bounces after which an address counts as bounced. */
const MOST_SOFT = 5

/** Every mail with what became of it, what came back, and what the person agreed to or took back. */
export const MailTimeline = ({ subscriber }: { subscriber: Subscriber }) => {
  const heading = useId()
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const entries = timelineOf(subscriber).flatMap((entry): TimelineEntry[] =>
    entry.kind === 'mails' && unfolded.includes(entry.key)
      ? entry.mails.map((mail) => ({ kind: 'mail', key: `mail-${mail.id}`, at: mail.at, mail }))
      : [entry],
  )
  const newestSoft = subscriber.received_bounces.find((bounce) => bounce.class === 'soft')?.id
  const older = subscriber.mails_total - subscriber.mails.length
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Timeline</h3>
      <ol className="mail-timeline">
        {entries.map((entry) => {
          switch (entry.kind) {
            case 'mail':
              return <MailEntry key={entry.key} mail={entry.mail} />
            case 'bounce':
              return (
                <BounceEntry
                  key={entry.key}
                  bounce={entry.bounce}
                  soft={entry.bounce.id === newestSoft ? subscriber.bounces.soft : 0}
                />
              )
            case 'event':
              return (
                <ConsentEntry key={entry.key} event={entry.event} isFirst={entry.event === subscriber.consents[0]} />
              )
            case 'mails':
              return (
                <Entry
                  key={entry.key}
                  icon={<MailOutlined aria-hidden />}
                  when={<Months mails={entry.mails} />}
                  more={
                    <Button type="link" size="small" onClick={() => setUnfolded([...unfolded, entry.key])}>
                      Show
                      <span className="sr-only"> earlier mails</span>
                    </Button>
                  }
                >
                  {counted(entry.mails.length, 'earlier mail')}, all accepted
                </Entry>
              )
          }
        })}
      </ol>
      {older > 0 && <p className="second">{counted(older, 'older mail')} not shown</p>}
    </section>
  )
}

type Tone = 'done' | 'warning' | 'error' | 'plain'

interface EntryProps {
  icon: ReactNode
  tone?: Tone
  at?: string
  when?: ReactNode
  more?: ReactNode
  children: ReactNode
}

const Entry = ({ icon, tone = 'plain', at, when, more, children }: EntryProps) => (
  <li>
    <span className={`mail-timeline-mark mail-timeline-mark-${tone}`}>{icon}</span>
    <div className="mail-timeline-said">
      {children}
      {more && <div className="mail-timeline-more">{more}</div>}
    </div>
    <span className="mail-timeline-at">{at ? <At at={at} /> : when}</span>
  </li>
)

const At = ({ at }: { at: string }) => {
  const { dateTimeZone } = formats()
  return (
    <time dateTime={at} title={dateTimeZone(at)}>
      {briefly(at)}
    </time>
  )
}

/** `18 Nov, 10:04`; of another year with it. */
const briefly = (at: string) => {
  const { date, time } = formats()
  const year = String(new Date().getFullYear())
  const day = date(at)
  return `${day.endsWith(` ${year}`) ? day.slice(0, -5) : day}, ${time(at)}`
}

/** `Sep, Oct` */
const Months = ({ mails }: { mails: readonly SubscriberMail[] }) => {
  const names = mails
    .map(({ at }) => new Intl.DateTimeFormat('en', { month: 'short', timeZone: myZone() }).format(new Date(at)))
    .toReversed()
  const [first, ...rest] = new Set(names)
  return [first, ...rest.slice(-1)].join(rest.length > 1 ? ' – ' : ', ')
}

const MAIL_WORDS: Readonly<Record<SubscriberMail['state'], { words: string; icon: ReactNode; tone: Tone }>> = {
  sent: { words: 'accepted', icon: <CheckCircleOutlined aria-hidden />, tone: 'done' },
  queued: { words: 'waiting', icon: <ClockCircleOutlined aria-hidden />, tone: 'plain' },
  handing: { words: 'on its way', icon: <ClockCircleOutlined aria-hidden />, tone: 'plain' },
  deferred: { words: 'delayed, trying again', icon: <WarningOutlined aria-hidden />, tone: 'warning' },
  refused: { words: 'refused', icon: <CloseCircleOutlined aria-hidden />, tone: 'error' },
  skipped: { words: 'not sent', icon: <MinusCircleOutlined aria-hidden />, tone: 'plain' },
  in_doubt: { words: 'in doubt', icon: <QuestionCircleOutlined aria-hidden />, tone: 'warning' },
  cancelled: { words: 'cancelled', icon: <MinusCircleOutlined aria-hidden />, tone: 'plain' },
}

const MailEntry = ({ mail: { kind, subject, state, attempts, code, reply, at } }: { mail: SubscriberMail }) => {
  const { words, icon, tone } = MAIL_WORDS[state]
  const again = state === 'sent' && attempts > 1
  return (
    <Entry
      icon={again ? <ClockCircleOutlined aria-hidden /> : icon}
      tone={again ? 'plain' : tone}
      at={at}
      more={state !== 'sent' && (code || reply) && <Reply said={[code, codeWords(code)]} text={reply} />}
    >
      <strong>{kind === 'confirmation' ? 'Confirmation mail' : subject}</strong> {words}
      {again && ` on the ${ordinal(attempts)} try`}
    </Entry>
  )
}

const ordinal = (count: number) =>
  `${count}${['th', 'st', 'nd', 'rd'][count % 100 > 3 && count % 100 < 21 ? 0 : count % 10] ?? 'th'}`

const BOUNCE_LABELS: Readonly<Record<SubscriberBounce['class'], string>> = {
  hard: 'Hard bounce',
  soft: 'Soft bounce',
  policy: 'Refused by policy',
  complaint: 'Marked as spam',
  auto_reply: 'Automatic reply',
  unclear: 'Unclear bounce',
}

const BounceEntry = ({
  bounce: { class: kind, code, reply, raw, at },
  soft,
}: {
  bounce: SubscriberBounce
  soft: number
}) => {
  const why = codeWords(code)
  const isEnd = kind === 'hard' || kind === 'complaint'
  return (
    <Entry
      icon={isEnd ? <CloseCircleOutlined aria-hidden /> : <WarningOutlined aria-hidden />}
      tone={isEnd ? 'error' : 'warning'}
      at={at}
      more={
        <Reply said={[code, soft > 0 ? `${soft} of ${MOST_SOFT} before we stop` : undefined]} text={raw ?? reply} />
      }
    >
      {BOUNCE_LABELS[kind]}
      {why && (
        <>
          : <strong>{why}</strong>
        </>
      )}
    </Entry>
  )
}

/** What a server said, on demand. */
const Reply = ({ said, text }: { said: readonly (string | null | undefined)[]; text: string | null }) => {
  const [shown, setShown] = useState(false)
  const words = said.filter(Boolean).join(', ')
  return (
    <>
      {words}
      {text && (
        <>
          {words !== '' && ' · '}
          <Button type="link" size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide reply' : 'Show reply'}
          </Button>
        </>
      )}
      {shown && text && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <pre className="mail-timeline-reply" tabIndex={0} role="region" aria-label="Reply">
          {text}
        </pre>
      )}
    </>
  )
}

const EVENT_WORDS: Readonly<Record<Consent['what'], { words: string; icon: ReactNode; tone?: Tone }>> = {
  asked: { words: 'Signed up', icon: <PlusOutlined aria-hidden /> },
  confirmed: { words: 'Confirmed the subscription', icon: <CheckCircleOutlined aria-hidden />, tone: 'done' },
  unsubscribed: { words: 'Unsubscribed', icon: <MinusCircleOutlined aria-hidden /> },
  imported: { words: 'Imported', icon: <PlusOutlined aria-hidden /> },
  blocked: { words: 'Blocked', icon: <StopOutlined aria-hidden />, tone: 'error' },
  unblocked: { words: 'Unblocked', icon: <CheckCircleOutlined aria-hidden /> },
  erased: { words: 'Erased', icon: <MinusCircleOutlined aria-hidden /> },
  reset: { words: 'Bounces reset', icon: <CheckCircleOutlined aria-hidden /> },
}

const ConsentEntry = ({ event, isFirst }: { event: Consent; isFirst: boolean }) => {
  const { what, by, at, proof } = event
  const { words, icon, tone = 'plain' } = EVENT_WORDS[what]
  const said =
    what === 'asked' && by
      ? `${isFirst ? 'Added' : 'Mail to confirm sent again'} by ${by.name}`
      : what === 'asked' && (event.form || event.page_url)
        ? 'Signed up on the website'
        : `${words}${by ? ` by ${by.name}` : ''}`
  return (
    <Entry icon={icon} tone={tone} at={at} more={what !== 'confirmed' && what !== 'asked' && proof !== '' && proof}>
      {said}
    </Entry>
  )
}
