import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { HomeFigures } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { useList } from '#web/kit/data/api.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { Page } from '#web/kit/look/Page.tsx'
import { MOST_URGENT } from '#web/leads/list/clock-views.ts'
import { linkToHeld } from '#web/leads/list/lead-links.ts'
import { ContactNow } from './ContactNow.tsx'
import { DoNow } from './DoNow.tsx'
import { FollowUps } from './FollowUps.tsx'
import { OpenByStep } from './OpenByStep.tsx'
import { FigureBones } from './FigureBones.tsx'
import { OwnSales } from './OwnSales.tsx'
import './rep-home.css'

interface RepHomeProps {
  me: number
  heading: string
  figures: HomeFigures | undefined
}

/** Who waits for the person, who was promised to hear from them, and what came of their work. */
export const RepHome = ({ me, heading, figures }: RepHomeProps) => {
  const navigate = useNavigate()
  const open: LeadQuery = { enquiry_status: ['open'] }
  const mine: LeadQuery = { sales_person: [me] }
  const toContact = linkToHeld('valid', me, { ...open, ...MOST_URGENT })
  const list = useList(validLeads.list, {
    ...open,
    ...mine,
    ...MOST_URGENT,
    page: 1,
    pageSize: 10,
    values: ['products', 'validated'],
  })
  const waiting = list.data?.pagination.total
  const overdue = useTotal({ ...mine, clock: 'overdue' })
  const due = useTotal({ ...mine, follow_up: 'due' })
  return (
    <Page
      title="Marketing / Dashboard"
      heading={heading}
      subtitle={
        <>
          {formats().dateTimeZone(new Date())}.{' '}
          {waiting !== undefined && overdue !== undefined && due !== undefined && (
            <Sentence waiting={waiting} overdue={overdue} due={due} />
          )}
        </>
      }
      actions={
        toContact &&
        waiting !== 0 && (
          <Button type="primary" onClick={() => void navigate(`${toContact}&lead=next`)}>
            Contact next
            <Kbd>G</Kbd>
            <Kbd>V</Kbd>
          </Button>
        )
      }
    >
      <div className="rep-home">
        <ContactNow answer={list} to={toContact} />
        <FollowUps me={me} />
      </div>
      {figures ? <OwnSales me={me} figures={figures} /> : <FigureBones />}
      <OpenByStep me={me} />
      <DoNow besideSales />
    </Page>
  )
}

const useTotal = (query: LeadQuery) =>
  useList(validLeads.list, { ...query, page: 1, pageSize: 1 }).data?.pagination.total

const Sentence = ({ waiting, overdue, due }: { waiting: number; overdue: number; due: number }) => (
  <>
    {waiting === 0 ? (
      'Nobody is waiting for your first contact.'
    ) : (
      <>
        <strong>
          {counted(waiting, 'person', 'people')} {waiting === 1 ? 'is' : 'are'} waiting for your first contact
        </strong>
        {overdue > 0 && (
          <>
            ,{' '}
            <strong className="time-over">
              {formats().number(overdue)} {overdue === 1 ? 'is' : 'are'} overdue
            </strong>
          </>
        )}
        .
      </>
    )}{' '}
    {due === 0 ? 'No follow-ups are due.' : `${counted(due, 'follow-up')} ${due === 1 ? 'is' : 'are'} due.`}
  </>
)
