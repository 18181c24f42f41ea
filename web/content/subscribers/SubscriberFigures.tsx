import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { subscribers, type NewsletterSummary } from '#contract/content/subscribers.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { mailingLink } from '#web/content/mailings/mailing-link.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { Sparkline } from './Sparkline.tsx'
import { monthAgo, subscriberViews } from './subscriber-views.ts'
import './figures.css'

/** What the newsletter comes to; each figure leads to its rows. */
export const SubscriberFigures = () => {
  const answer = useOne(subscribers.summary, {}, { enabled: can(subscribers.summary) })
  if (answer.error && !answer.data)
    return (
      <div className="figures figures-failed">
        <span>{sentenceOf(answer.error, subscribers.summary.failure)}</span>
        <Button size="small" onClick={() => void answer.refetch()}>
          Try again
        </Button>
      </div>
    )
  const summary = answer.data?.data
  return (
    <section className="figures" aria-label="Figures" aria-busy={!summary}>
      {summary ? <Figures {...summary} /> : LABELS.map((label) => <Figure key={label} label={label} bones />)}
    </section>
  )
}

const LABELS = ['Subscribed', 'Joined and left, 30 days', 'Bounce rate, 30 days', 'Last mailing'] as const
const [SUBSCRIBED, MOVED, BOUNCED, MAILED] = LABELS

const Figures = (summary: NewsletterSummary) => {
  const { subscribed, growth, joined, left, unconfirmed, last_mailing: last } = summary
  const { number, date } = formats()
  const grown = subscribed - (growth[0]?.subscribed ?? subscribed)
  return (
    <>
      <Figure
        label={SUBSCRIBED}
        value={<FigureLink to={viewLink('subscribed')} value={number(subscribed)} means="subscribed" />}
        line={<Sparkline values={growth.map((day) => day.subscribed)} tone="brand" />}
      >
        <Change by={grown} value={number(Math.abs(grown))} isBetter={grown > 0} /> in 30 days
      </Figure>
      <Figure
        label={MOVED}
        value={
          <>
            <FigureLink
              to={`?view=all&status=subscribed&status_from=${monthAgo()}`}
              value={number(joined)}
              means="joined"
            />
            <span className="figure-slash"> / </span>
            <FigureLink to={viewLink('left')} value={number(left)} means="left" />
          </>
        }
      >
        <Link to={viewLink('unconfirmed')} className="figure-more">
          {number(unconfirmed)} {unconfirmed === 1 ? 'has' : 'have'} not confirmed
        </Link>
      </Figure>
      <BounceRate {...summary} />
      <Figure
        label={MAILED}
        value={
          last ? (
            <FigureLink to={mailingLink(last.id)} value={number(last.sent)} means="mails of the last mailing" />
          ) : (
            <EmptyValue />
          )
        }
      >
        {last
          ? `${date(last.at)}${last.refused > 0 ? `, ${number(last.refused)} refused` : ''}`
          : summary.mail_on
            ? 'Nothing was mailed yet'
            : 'No mail server is set up'}
      </Figure>
    </>
  )
}

const BounceRate = ({ bounce_rate: now, bounce_rate_before: before }: NewsletterSummary) => {
  const points = now !== null && before !== null ? rounded((now - before) * 100) : undefined
  return (
    <Figure
      label={BOUNCED}
      value={
        now === null ? (
          <EmptyValue />
        ) : (
          <FigureLink to={viewLink('bounced')} value={`${formats().decimal(now * 100)}%`} means="of mails bounced" />
        )
      }
    >
      {now === null && 'No mails in 30 days'}
      {points !== undefined && (
        <Change by={points} value={`${formats().decimal(Math.abs(points))} points`} isBetter={points < 0} />
      )}
    </Figure>
  )
}

const rounded = (value: number) => Math.round(value * 10) / 10

interface FigureProps {
  label: string
  value?: ReactNode
  line?: ReactNode
  bones?: boolean
  children?: ReactNode
}

const Figure = ({ label, value, line, bones = false, children }: FigureProps) => (
  <div className="figure">
    <span className="figure-label">{label}</span>
    <span className="figure-row">
      <span className="figure-value">{bones ? <span className="bone" /> : value}</span>
      {line}
    </span>
    <span className="figure-about">{bones ? <span className="bone bone-short" /> : children}</span>
  </div>
)

const FigureLink = ({ to, value, means }: { to: string; value: string; means: string }) => (
  <Link to={to}>
    {value}
    <span className="sr-only"> {means}</span>
  </Link>
)

/** Better is green, worse red, whichever way it went. */
const Change = ({ by, value, isBetter }: { by: number; value: string; isBetter: boolean }) =>
  by === 0 ? (
    <span>No change</span>
  ) : (
    <span className={isBetter ? 'figure-better' : 'figure-worse'}>
      {by > 0 ? <CaretUpFilled aria-hidden /> : <CaretDownFilled aria-hidden />}
      <span className="sr-only">{by > 0 ? 'Up' : 'Down'} </span>
      {value}
    </span>
  )

const viewLink = (key: string) => {
  const params = subscriberViews().find((view) => view.key === key)?.params ?? {}
  const filters = Object.entries(params).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return `?${new URLSearchParams([['view', key], ...filters]).toString()}`
}
