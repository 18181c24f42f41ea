import type { ReactNode } from 'react'
import type { ManagerPeriod } from '#contract/leads/dashboard.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats, percent } from '#web/kit/look/format.ts'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { metTarget, workingTimeAgainst, workingTimeInWords } from '#web/platform/calendar/durations.ts'
import { Change } from './Change.tsx'
import { Open } from './Open.tsx'
import { FigureBones } from './FigureBones.tsx'
import { Spark } from './Spark.tsx'

interface PeriodFiguresProps {
  period: ManagerPeriod | undefined
  days: number
  failed: boolean
}

/** Four figures of the last days, each against as many days before; each opens what it counted. */
export const PeriodFigures = ({ period, days, failed }: PeriodFiguresProps) => {
  if (!period) return failed ? null : <FigureBones />
  const { received, verdicts, first_contact, won } = period
  const range = { from_date: period.from, to_date: period.to }
  const than = `in the ${days} days before`
  if (!received && !verdicts && !first_contact && !won) return null
  return (
    <dl className="own-sales period-figures">
      {received && (
        <Figure
          label="Received"
          value={
            <Open to={linkToLeads('marketing', range)} count={received.now} label="Received">
              {formats().number(received.now)}
            </Open>
          }
          line={received.line}
        >
          <CountChange now={received.now} before={received.before} than={than} />
        </Figure>
      )}
      {verdicts && <Validity verdicts={verdicts} range={range} than={than} />}
      {first_contact && <FirstContact contact={first_contact} range={range} than={than} />}
      {won && (
        <Figure
          label="Won"
          value={
            <Open
              to={linkToLeads('valid', { ...range, days_of: 'closed', enquiry_status: ['won'] })}
              count={won.now}
              label="Won"
            >
              {formats().number(won.now)}
            </Open>
          }
          line={won.line}
        >
          <CountChange now={won.now} before={won.before} than={than} />
        </Figure>
      )}
    </dl>
  )
}

interface Range {
  from_date: string
  to_date: string
}

interface PartProps {
  range: Range
  than: string
}

const Validity = ({ verdicts, range, than }: PartProps & { verdicts: NonNullable<ManagerPeriod['verdicts']> }) => {
  const { now, before, line } = verdicts
  const decided = now.valid + now.invalid
  const [share, earlier] = [shareOf(now), shareOf(before)]
  const points = share === null || earlier === null ? null : Math.round(share * 100) - Math.round(earlier * 100)
  return (
    <Figure
      label={`Valid of ${formats().number(decided)} decided`}
      value={
        share === null ? (
          <EmptyValue />
        ) : (
          <Open
            to={linkToLeads('marketing', { ...range, days_of: 'decided', status: ['valid', 'invalid'] })}
            count={decided}
            label={`Decided, ${percent(share)} valid`}
          >
            {percent(share)}
          </Open>
        )
      }
      line={line}
    >
      {points === null ? (
        `No verdicts ${share === null ? 'yet' : than}`
      ) : (
        <Change
          by={points}
          better="more"
          words={`${counted(Math.abs(points), 'point')} ${moreOrLess(points)}`}
          than={than}
        />
      )}
    </Figure>
  )
}

const FirstContact = ({
  contact,
  range,
  than,
}: PartProps & { contact: NonNullable<ManagerPeriod['first_contact']> }) => {
  const { now, before, line, target_ms } = contact
  const by = now.median_ms === null || before.median_ms === null ? null : now.median_ms - before.median_ms
  return (
    <Figure
      label="First contact, median"
      value={
        now.median_ms === null ? (
          <EmptyValue />
        ) : (
          <Open
            to={linkToLeads('valid', { ...range, days_of: 'contacted' })}
            count={now.contacts}
            label={`Contacted first, ${workingTimeInWords(now.median_ms)} median`}
          >
            {workingTimeInWords(now.median_ms)}
          </Open>
        )
      }
      line={line}
    >
      {now.median_ms === null ? (
        'Working time. Nobody was contacted under a target'
      ) : (
        <>
          {workingTimeAgainst(target_ms)}. {metTarget(now.in_time / now.contacts)}.{' '}
          {by === null ? (
            `No contacts ${than}`
          ) : (
            <Change
              by={Math.abs(by) < 60_000 ? 0 : by}
              better="less"
              words={`${workingTimeInWords(Math.abs(by))} ${moreOrLess(by)}`}
              than={than}
            />
          )}
        </>
      )}
    </Figure>
  )
}

const shareOf = ({ valid, invalid }: { valid: number; invalid: number }) =>
  valid + invalid === 0 ? null : valid / (valid + invalid)
const moreOrLess = (by: number) => (by > 0 ? 'more' : 'less')

const CountChange = ({ now, before, than }: { now: number; before: number; than: string }) => {
  const by = now - before
  const words =
    before >= 20
      ? `${percent(Math.abs(by) / before)} ${by > 0 ? 'more' : 'fewer'}`
      : `${formats().number(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}`
  return <Change by={by} better="more" words={words} than={`the ${formats().number(before)} ${than}`} />
}

interface FigureProps {
  label: string
  value: ReactNode
  line: readonly (number | null)[]
  children: ReactNode
}

const Figure = ({ label, value, line, children }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      <Spark line={line} />
    </dd>
    <dd className="second">{children}</dd>
  </div>
)
