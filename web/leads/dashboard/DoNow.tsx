import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { QC_WAITING, qcSupport } from '#contract/leads/qc-support.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { linkToHeld, linkToLeads } from '#web/leads/list/lead-links.ts'
import { linkToQuestions } from '#web/leads/qc-support/question-links.ts'
import { queryFor, sentenceOf, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { can, session } from '#web/kit/data/session.ts'

/** What waits to be done; the numbers are the totals of the lists that they open. */
export const DoNow = () => {
  const user = session.usePart((now) => now.user)
  const tiles = tilesFor(user?.id ?? 0).filter(({ list, to }) => to !== undefined && can(list.permission))
  return (
    <ul className="tiles" aria-label="Do now">
      {tiles.map((tile) => (
        <ListTile key={tile.label} tile={tile} />
      ))}
      <MentionsTile />
    </ul>
  )
}

interface Tile {
  label: string
  note: string
  list:
    | typeof marketingLeads.list
    | typeof allLeads.list
    | typeof assignedLeads.list
    | typeof validLeads.list
    | typeof qcSupport.list
    | typeof vendorUpdates.list
  to: string | undefined
  query: object
}

const tilesFor = (me: number): readonly Tile[] => {
  const mine = { status: ['assigned', 'in-progress'] } satisfies LeadQuery
  const held = { quarantined: 'yes' } satisfies LeadQuery
  const open = { enquiry_status: ['open'] } satisfies LeadQuery
  const overdue = { clock: 'overdue' } satisfies LeadQuery
  const dueSoon = { clock: 'due_soon' } satisfies LeadQuery
  const waiting = { state: [...QC_WAITING] }
  const pending = { status: ['pending'] }
  return [
    {
      label: 'Overdue in QA',
      note: 'past their target, not handled',
      list: assignedLeads.list,
      to: linkToLeads('assigned', overdue, 'overdue'),
      query: overdue,
    },
    {
      label: 'Overdue in sales',
      note: 'past their target, not answered',
      list: validLeads.list,
      to: linkToLeads('valid', overdue, 'overdue'),
      query: overdue,
    },
    {
      label: 'Due in QA',
      note: 'within the hour, not handled',
      list: assignedLeads.list,
      to: linkToLeads('assigned', dueSoon, 'due-soon'),
      query: dueSoon,
    },
    {
      label: 'Due in sales',
      note: 'within the hour, not answered',
      list: validLeads.list,
      to: linkToLeads('valid', dueSoon, 'due-soon'),
      query: dueSoon,
    },
    {
      label: 'In your queue',
      note: 'assigned to you, not decided',
      list: assignedLeads.list,
      to: linkToHeld('assigned', me, mine),
      query: { ...mine, assigned_qa: [me] },
    },
    {
      label: 'Unassigned',
      note: 'no owner yet',
      list: allLeads.list,
      to: linkToLeads('unassigned', {}),
      query: {},
    },
    {
      label: 'Valid, not contacted',
      note: 'sales has not answered',
      list: validLeads.list,
      to: linkToLeads('valid', open),
      query: open,
    },
    {
      label: 'Quarantined',
      note: 'from restricted domains',
      list: marketingLeads.list,
      to: linkToLeads('marketing', held),
      query: held,
    },
    {
      label: 'Questions to QC',
      note: 'not answered yet',
      list: qcSupport.list,
      to: linkToQuestions(waiting, 'waiting'),
      query: waiting,
    },
    {
      label: 'Vendor updates',
      note: 'not decided yet',
      list: vendorUpdates.list,
      to: '/marketing/vendor_data_update_listing?view=pending&status=pending',
      query: pending,
    },
  ]
}

const ListTile = ({ tile: { label, note, list, to = '', query } }: { tile: Tile }) => {
  const { data, error } = useQuery(queryFor(list, { query: { ...query, page: 1, pageSize: 1 } }))
  const failure = error && sentenceOf(error, list.failure)
  return <TileCard label={label} note={note} to={to} number={data?.pagination.total} failure={failure} />
}

/** The number is the bell's: it is asked for once, and changes with it. */
const MentionsTile = () => {
  const { data, error } = useOne(notifications.unread, {})
  const failure = error && sentenceOf(error, notifications.unread.failure)
  return (
    <TileCard
      label="Mentions"
      note="unread"
      to="/marketing/notifications?view=mentions"
      number={data?.data.mentions}
      failure={failure}
    />
  )
}

interface TileCardProps {
  label: string
  note: string
  to: string
  /** Undefined while it is not known. */
  number: number | undefined
  failure: string | null
}

const TileCard = ({ label, note, to, number, failure }: TileCardProps) => (
  <li>
    <Link className="tile" to={to}>
      <span className="tile-label">{label}</span>
      <span className="tile-number">
        {number === undefined ? failure === null ? <span className="bone" /> : '–' : formats().number(number)}
      </span>
      <span className="second">{failure ?? note}</span>
    </Link>
  </li>
)
