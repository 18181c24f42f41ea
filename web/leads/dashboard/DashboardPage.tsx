import { Button } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { dashboard, type HomeFigures } from '#contract/leads/dashboard.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { DatePill } from '#web/kit/list/DatePill.tsx'
import { presetRange, type DayRange } from '#web/kit/list/day-range.ts'
import { formats } from '#web/kit/look/format.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { linkToHeld } from '#web/leads/list/lead-links.ts'
import { late } from '#web/kit/feedback/late.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { can, session } from '#web/kit/data/session.ts'
import { DoNow } from './DoNow.tsx'
import { IntakeCard, ResponseCard } from './FigureCards.tsx'
import { FunnelCard, LoadCard, ReasonsCard, SourcesCard } from './figure-charts.tsx'
import { MyQueue, WaitingLongest } from './LeadLines.tsx'
import './dashboard.css'

const QaHome = late(() => import('./QaHome.tsx').then(({ QaHome }) => QaHome))
const ManagerHome = late(() => import('./ManagerHome.tsx').then(({ ManagerHome }) => ManagerHome))
const RepHome = late(() => import('./RepHome.tsx').then(({ RepHome }) => RepHome))

/** What waits for the person, and how leads do, as far as they may see it; every number opens exactly the rows that it counted. */
export default function DashboardPage() {
  const user = session.usePart((now) => now.user)
  return user && leadsTeam() ? <ManagerHome heading={headingFor(user.firstname)} /> : <PersonHome />
}

const PersonHome = () => {
  const user = session.usePart((now) => now.user)
  const navigate = useNavigate()
  const [range, setRange] = useRange()
  const days = { ...(range.from && { from_date: range.from }), ...(range.to && { to_date: range.to }) }
  const answer = useOne(dashboard.home, { query: days }, { keepPrevious: true })
  const figures = answer.data?.data
  const hasFigures = figures !== undefined && Object.values(figures).some((figure) => figure !== null)
  const heading = headingFor(user?.firstname)
  const queue = can(assignedLeads.start.permission) && user ? linkToHeld('assigned', user.id, QUEUE) : undefined
  if (user && judgesOnly()) return <QaHome me={user.id} heading={heading} figures={figures} />
  if (user && sellsOnly()) return <RepHome me={user.id} heading={heading} figures={figures} />
  const waits = can(allLeads.list.permission) || can(assignedLeads.list.permission)
  return (
    <Page
      title="Marketing / Dashboard"
      heading={heading}
      subtitle={formats().dateTimeZone(new Date())}
      actions={
        queue && (
          <Button type="primary" onClick={() => void navigate(`${queue}&lead=next`)}>
            Start validating
            <Kbd>G</Kbd>
            <Kbd>V</Kbd>
          </Button>
        )
      }
    >
      <div className="home">
        <DoNow />
        <div className="home-cards home-queues">
          {can(assignedLeads.list.permission) && user && <MyQueue me={user.id} />}
          {can(allLeads.list.permission) && <WaitingLongest />}
        </div>
      </div>
      {answer.isError && (
        <Notice
          kind="error"
          title="The dashboard did not load"
          action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
        >
          {sentenceOf(answer.error, dashboard.home.failure)}
        </Notice>
      )}
      {hasFigures && (
        <div className="home-range">
          <DatePill label="Received" range={range} onChange={setRange} />
        </div>
      )}
      <div className="home-cards" aria-busy={answer.isFetching}>
        {figures && <Figures figures={figures} days={days} />}
      </div>
      {figures && !waits && !hasFigures && (
        <p className="page-subtitle">You have nothing to see here yet. Open a screen from the menu.</p>
      )}
    </Page>
  )
}

const headingFor = (name: string | undefined) => `${greeting()}, ${name || 'there'}`

/** Who sees all leads, and gives them to others. */
const leadsTeam = () => can(marketingLeads.list) && (can('marketing_leads_reassign') || can('valid_leads_assign'))

/** Who sells their own leads and judges none. */
const sellsOnly = () =>
  can(validLeads.setEnquiryStatus) && can(validLeads.list) && !can('valid_leads_assign') && !can(assignedLeads.list)

/** Who decides on their own queue, and neither sees those of others nor sells. */
const judgesOnly = () =>
  can(assignedLeads.list) &&
  can(assignedLeads.start) &&
  !can('marketing_leads_reassign') &&
  !can('marketing_leads_list') &&
  !can(validLeads.list)

interface FiguresProps {
  figures: HomeFigures
  days: { from_date?: string; to_date?: string }
}

const Figures = ({ figures: { intake, funnel, sources, reasons, response, load }, days }: FiguresProps) => (
  <>
    {intake && <IntakeCard intake={intake} />}
    {response && <ResponseCard response={response} days={days} />}
    {funnel && <FunnelCard funnel={funnel} days={days} />}
    {sources && <SourcesCard sources={sources} days={days} />}
    {reasons && <ReasonsCard reasons={reasons} days={days} />}
    {load && <LoadCard load={load} />}
  </>
)

const QUEUE = { status: ['assigned' as const, 'in-progress' as const] }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const USUAL = { from: -29, to: 0 }

/** The days of the page, from its address; the last thirty where it says none. */
const useRange = (): [DayRange, (range: DayRange) => void] => {
  const [search, setSearch] = useSearchParams()
  const day = (name: string) => {
    const value = search.get(name)
    return value !== null && DAY.test(value) ? value : undefined
  }
  const asked: DayRange = { from: day('from_date'), to: day('to_date') }
  const range = asked.from === undefined && asked.to === undefined ? presetRange(USUAL) : asked
  const change = ({ from, to }: DayRange) =>
    setSearch(new URLSearchParams({ ...(from && { from_date: from }), ...(to && { to_date: to }) }))
  return [range, change]
}

const greeting = () => {
  const hour = formats().hour()
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
