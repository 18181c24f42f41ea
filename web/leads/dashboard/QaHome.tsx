import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { HomeFigures } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { useList } from '#web/kit/data/api.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { MOST_URGENT } from '#web/leads/list/clock-views.ts'
import { linkToHeld } from '#web/leads/list/lead-links.ts'
import { AlsoForYou } from './AlsoForYou.tsx'
import { FigureBones } from './FigureBones.tsx'
import { OwnQuality } from './OwnQuality.tsx'
import { QaQueue } from './QaQueue.tsx'
import { VerdictFates } from './VerdictFates.tsx'
import './rep-home.css'
import './qa-home.css'

interface QaHomeProps {
  me: number
  heading: string
  figures: HomeFigures | undefined
}

/** What the person decides next, what else waits for them, and what became of what they decided. */
export const QaHome = ({ me, heading, figures }: QaHomeProps) => {
  const navigate = useNavigate()
  const query: LeadQuery = { status: ['assigned', 'in-progress'] }
  const to = linkToHeld('assigned', me, query)
  const list = useList(assignedLeads.list, {
    ...query,
    assigned_qa: [me],
    ...MOST_URGENT,
    page: 1,
    pageSize: 10,
    values: ['products'],
  })
  const waiting = list.data?.pagination.total
  const overdue = useTotal({ ...query, assigned_qa: [me], clock: 'overdue' })
  const soon = useTotal({ ...query, assigned_qa: [me], clock: 'due_soon' })
  return (
    <Page
      title="Marketing / Dashboard"
      heading={heading}
      subtitle={
        <>
          {formats().dateTimeZone(new Date())}.{' '}
          {waiting !== undefined && overdue !== undefined && soon !== undefined && (
            <Sentence waiting={waiting} overdue={overdue} soon={soon} />
          )}
        </>
      }
      actions={
        to &&
        waiting !== 0 && (
          <Button type="primary" onClick={() => void navigate(`${to}&lead=next`)}>
            Start validating
            <Kbd>G</Kbd>
            <Kbd>V</Kbd>
          </Button>
        )
      }
    >
      <div className="rep-home">
        <QaQueue answer={list} to={to} />
        <AlsoForYou me={me} />
      </div>
      {figures ? figures.quality && <OwnQuality quality={figures.quality} /> : <FigureBones />}
      {figures?.quality && <VerdictFates quality={figures.quality} />}
    </Page>
  )
}

const useTotal = (query: LeadQuery) =>
  useList(assignedLeads.list, { ...query, page: 1, pageSize: 1 }).data?.pagination.total

const Sentence = ({ waiting, overdue, soon }: { waiting: number; overdue: number; soon: number }) => {
  if (waiting === 0) return <>Nothing waits for you.</>
  const { number } = formats()
  const parts = [
    overdue > 0 && (
      <strong key="overdue" className="time-over">
        {number(overdue)} {overdue === 1 ? 'is' : 'are'} overdue
      </strong>
    ),
    soon > 0 && `${number(soon)} ${soon === 1 ? 'is' : 'are'} due within 1 h of working time`,
  ].filter((part) => part !== false)
  return (
    <>
      <strong>
        {counted(waiting, 'lead')} {waiting === 1 ? 'waits' : 'wait'} for you
      </strong>
      {parts.length > 0 && ': '}
      {parts[0]}
      {parts.length > 1 && ', '}
      {parts[1]}.
    </>
  )
}
