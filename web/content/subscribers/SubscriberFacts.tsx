import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SUBSCRIBER_LIMITS, type Subscriber } from '#contract/content/subscribers.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { InPlaceText } from './InPlaceText.tsx'
import { SOURCE_LABELS, STATUS_BY, STATUS_WORDS } from './subscriber-words.tsx'

interface SubscriberFactsProps {
  subscriber: Subscriber
  /** Undefined where the person may not change it. */
  onSave: ((change: { name: string } | { note: string }) => Promise<unknown>) | undefined
}

/** Since when, from where, what was mailed last, and what colleagues noted. */
export const SubscriberFacts = ({ subscriber, onSave }: SubscriberFactsProps) => {
  const { status_at, status_reason, blocked_from, locale, note, name, bounces } = subscriber
  const { dateTimeZone } = formats()
  return (
    <dl className="subscriber-facts">
      <Fact label="Since">
        {dateTimeZone(status_at)}, {howWords(subscriber)}
      </Fact>
      {status_reason !== '' && <Fact label="Reason">{status_reason}</Fact>}
      {blocked_from && <Fact label="Before">{STATUS_WORDS[blocked_from].label}</Fact>}
      <Fact label="Source">
        <Source subscriber={subscriber} />
      </Fact>
      {locale && <Fact label="Language">{languageName(locale)}</Fact>}
      <Fact label="Last mail">{lastMail(subscriber)}</Fact>
      {(bounces.hard > 0 || bounces.soft > 0) && <Fact label="Bounces">{bounceWords(subscriber)}</Fact>}
      <AlsoKnown subscriber={subscriber} />
      {(onSave || name !== '') && (
        <Fact label="Name">
          <InPlaceText
            label="name"
            value={name}
            maxLength={SUBSCRIBER_LIMITS.name}
            onSave={onSave && ((value) => onSave({ name: value }))}
          />
        </Fact>
      )}
      <Fact label="Note">
        <InPlaceText
          label="note"
          value={note}
          maxLength={SUBSCRIBER_LIMITS.note}
          onSave={onSave && ((value) => onSave({ note: value }))}
        />
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

const howWords = ({ status, status_source }: Subscriber) =>
  status === 'subscribed' && (status_source === 'page' || status_source === 'form')
    ? 'confirmed by link'
    : STATUS_BY[status_source]

const Source = ({ subscriber: { source, form, import_id } }: { subscriber: Subscriber }) => {
  if (import_id !== null) return <Link to={`/marketing/import_subscribers?import=${import_id}`}>Import</Link>
  return `${SOURCE_LABELS[source]}${form ? `, ${form.name}` : ''}`
}

const lastMail = ({ last_sent_at, mails }: Subscriber) => {
  const [newest] = mails
  if (last_sent_at) return `${formats().date(last_sent_at)}, accepted`
  return newest ? `${formats().date(newest.at)}, not accepted yet` : 'None yet'
}

const bounceWords = ({ bounces: { hard, soft }, last_bounce_at }: Subscriber) => {
  const counts = [hard > 0 && `${formats().number(hard)} hard`, soft > 0 && `${formats().number(soft)} soft`]
  return [counts.filter(Boolean).join(' and '), last_bounce_at && `the last ${formats().date(last_bounce_at)}`]
    .filter(Boolean)
    .join(', ')
}

/** What else is known of the address, for people who may see it. */
const AlsoKnown = ({ subscriber: { email, also_known } }: { subscriber: Subscriber }) => {
  const search = encodeURIComponent(email)
  const links = [
    also_known.leads
      ? { to: `/marketing/marketing_leads_list?view=all&search=${search}`, label: counted(also_known.leads, 'lead') }
      : undefined,
    also_known.contact_messages
      ? {
          to: `/marketing/contactus_listing?view=all&search=${search}`,
          label: counted(also_known.contact_messages, 'contact message'),
        }
      : undefined,
  ].flatMap((link) => link ?? [])
  if (links.length === 0) return null
  return (
    <Fact label="Also known as">
      {links.map(({ to, label }, at) => (
        <span key={to}>
          {at > 0 && ', '}
          <Link to={to}>{label}</Link>
        </span>
      ))}
    </Fact>
  )
}

/** `English (United Kingdom)`; as it is written where the browser does not know it. */
const languageName = (locale: string) => {
  try {
    return (
      new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', style: 'short' }).of(locale) ??
      locale
    )
  } catch {
    return locale
  }
}
