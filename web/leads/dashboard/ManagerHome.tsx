import { Button, Select } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { dashboard, PERIODS, WAITING, type ManagerNow, type Period } from '#contract/leads/dashboard.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { presetRange } from '#web/kit/list/day-range.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { CardBones } from './Card.tsx'
import { DecisionsCard } from './DecisionsCard.tsx'
import { FunnelCard, ReasonsCard } from './figure-charts.tsx'
import { PeriodFigures } from './PeriodFigures.tsx'
import { momentInWords } from './since.ts'
import { TeamToday } from './TeamToday.tsx'
import { ToDoNow } from './ToDoNow.tsx'
import { ValidBySource } from './ValidBySource.tsx'
import './rep-home.css'
import './manager-home.css'

/** What waits for the team, who is at work, and how the last days went against the days before. */
export const ManagerHome = ({ heading }: { heading: string }) => {
  const [period, setPeriod] = usePeriod()
  const range = presetRange({ from: 1 - Number(period), to: 0 })
  const days = { from_date: range.from, to_date: range.to }
  // A manager who comes back from an act sees what is left.
  const now = useOne(dashboard.now, {}, { staleTime: 0 })
  const past = useOne(dashboard.period, { query: { days: period } }, { keepPrevious: true })
  const home = useOne(dashboard.home, { query: days }, { keepPrevious: true })
  const waits = now.data?.data
  const figures = home.data?.data
  return (
    <Page
      title="Marketing / Dashboard"
      heading={heading}
      subtitle={
        <>
          {formats().dateTimeZone(new Date())}. {waits && <Sentence now={waits} />}
        </>
      }
      actions={
        <Select
          aria-label="Period"
          value={period}
          onChange={setPeriod}
          options={PERIODS.map((value) => ({ value, label: `Last ${value} days` }))}
        />
      }
    >
      <Failed answer={now} sentence={dashboard.now.failure} />
      <div className="home-split">
        {waits ? <ToDoNow now={waits} /> : !now.isError && <BonesCard />}
        {waits && <TeamToday now={waits} />}
      </div>
      <Failed answer={past} sentence={dashboard.period.failure} />
      <PeriodFigures period={past.data?.data} days={Number(period)} failed={past.isError} />
      <Failed answer={home} sentence={dashboard.home.failure} />
      <div className="home-split" aria-busy={past.isFetching || home.isFetching}>
        {past.data?.data.verdicts && <DecisionsCard verdicts={past.data.data.verdicts} />}
        {figures?.sources && <ValidBySource sources={figures.sources} days={days} />}
        {figures?.funnel && <FunnelCard funnel={figures.funnel} days={days} />}
        {figures?.reasons && <ReasonsCard reasons={figures.reasons} days={days} />}
      </div>
    </Page>
  )
}

const Sentence = ({ now: { waiting, qa, sales } }: { now: ManagerNow }) => {
  const late = [
    { count: qa?.overdue.leads ?? 0, where: 'in QA', to: linkToLeads('assigned', { clock: 'overdue' }, 'overdue') },
    { count: sales?.overdue.leads ?? 0, where: 'in sales', to: linkToLeads('valid', { clock: 'overdue' }, 'overdue') },
  ].filter(({ count }) => count > 0)
  const to = linkToLeads('marketing', { ...WAITING, status: [...WAITING.status] })
  return (
    <>
      {waiting &&
        (waiting.leads === 0 ? (
          'No lead waits for a verdict'
        ) : (
          <>
            <Count to={to}>{`${counted(waiting.leads, 'lead')} ${waiting.leads === 1 ? 'waits' : 'wait'}`}</Count>
            {waiting.oldest_at && `, the oldest since ${momentInWords(waiting.oldest_at)}`}
          </>
        ))}
      {late.map(({ count, where, to: list }, at) => (
        <span key={where}>
          {at > 0 ? ' and ' : waiting ? ', and ' : ''}
          <Count to={list} isOver>
            {at > 0
              ? `${formats().number(count)} ${where}`
              : `${formats().number(count)} ${count === 1 ? 'is' : 'are'} overdue ${where}`}
          </Count>
        </span>
      ))}
      {(waiting || late.length > 0) && '.'}
    </>
  )
}

interface CountProps {
  to: string | undefined
  isOver?: boolean
  children: string
}

const Count = ({ to, isOver = false, children }: CountProps) => {
  const words = <strong className={isOver ? 'time-over' : undefined}>{children}</strong>
  return to ? (
    <Link className="sentence-link" to={to}>
      {words}
    </Link>
  ) : (
    words
  )
}

interface FailedProps {
  answer: { isError: boolean; error: unknown; refetch: () => unknown }
  sentence: string
}

const Failed = ({ answer: { isError, error, refetch }, sentence }: FailedProps) =>
  isError && (
    <Notice
      kind="error"
      title="A part of the dashboard did not load"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      {sentenceOf(error, sentence)}
    </Notice>
  )

const BonesCard = () => (
  <section className="panel" aria-hidden>
    <CardBones />
    <CardBones />
  </section>
)

const usePeriod = (): [Period, (period: Period) => void] => {
  const [search, setSearch] = useSearchParams()
  const period = PERIODS.find((each) => each === search.get('days')) ?? '30'
  return [period, (days) => setSearch({ days })]
}
