import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HomeFigures } from '#contract/leads/dashboard.ts'
import type { VerdictQuery } from '#contract/leads/my-verdicts.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats, percent } from '#web/kit/look/format.ts'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { workingTimeInWords } from '#web/platform/calendar/durations.ts'
import { Change, CountChange } from './Change.tsx'
import { Spark } from './Spark.tsx'

export type Quality = NonNullable<HomeFigures['quality']>

/** How well the person decides, against the time before; a change is coloured by whether it is good, not by its direction. */
export const OwnQuality = ({ quality: { from_date, monday, week, now, before, lines } }: { quality: Quality }) => {
  const decided = now.valid + now.invalid
  const decidedBefore = before.valid + before.invalid
  const days = { from_date }
  return (
    <dl className="own-sales">
      <Figure
        label="Decided this week"
        to={{ from_date: monday }}
        count={week.now}
        value={formats().number(week.now)}
        line={lines.decided}
      >
        <Note>
          <CountChange now={week.now} then={week.before} better="more" than="by this time last week" />
        </Note>
      </Figure>
      <Figure
        label="Handled in time"
        to={{ ...days, handled: 'in_time' }}
        count={now.in_time}
        value={now.clocked === 0 ? undefined : percent(now.in_time / now.clocked)}
        line={lines.in_time}
      >
        {now.clocked > 0 && (
          <Note>
            Working time, median {workingTimeInWords(now.took_ms ?? 0)}, target {workingTimeInWords(now.target_ms ?? 0)}
            . <Points now={[now.in_time, now.clocked]} before={[before.in_time, before.clocked]} better="more" />
          </Note>
        )}
      </Figure>
      <Figure
        label="Valid of decided"
        to={{ ...days, verdict: ['valid'] }}
        count={now.valid}
        value={decided === 0 ? undefined : percent(now.valid / decided)}
        line={lines.valid}
      >
        <Note>
          {formats().number(now.valid)} of {counted(decided, 'lead')} in 30 days.{' '}
          <Points now={[now.valid, decided]} before={[before.valid, decidedBefore]} />
        </Note>
      </Figure>
      <Figure
        label="Verdicts changed later"
        to={{ ...days, changed: 'yes' }}
        count={now.changed}
        value={formats().number(now.changed)}
        view="changed"
      >
        <Note>
          Of {formats().number(decided)} in 30 days.{' '}
          <Points now={[now.changed, decided]} before={[before.changed, decidedBefore]} better="less" />
        </Note>
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: string
  to: VerdictQuery
  /** Of the rows that the number opens. */
  count: number
  /** Undefined: there is nothing to make it of. */
  value: string | undefined
  view?: string
  line?: readonly (number | null)[]
  children: ReactNode
}

const Figure = ({ label, to, count, value, view, line, children }: FigureProps) => {
  const path = linkToLeads('decided', to, view)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {path && value !== undefined && count > 0 ? (
          <Link to={path} aria-label={`${label}: ${value}, open ${counted(count, 'lead')}`}>
            {value}
          </Link>
        ) : (
          (value ?? <EmptyValue />)
        )}
        {line && <Spark line={line} />}
      </dd>
      {children}
    </div>
  )
}

const Note = ({ children }: { children: ReactNode }) => <dd className="second">{children}</dd>

type Share = readonly [part: number, whole: number]

/** How far a share has moved since the 30 days before; nothing where those had none. */
const Points = ({ now, before, better }: { now: Share; before: Share; better?: 'more' | 'less' }) => {
  if (now[1] === 0 || before[1] === 0) return null
  const by = Math.round((100 * now[0]) / now[1]) - Math.round((100 * before[0]) / before[1])
  return (
    <Change
      by={by}
      better={better}
      words={`${counted(Math.abs(by), 'point')} ${by > 0 ? 'more' : 'less'}`}
      than="in the 30 days before"
    />
  )
}
