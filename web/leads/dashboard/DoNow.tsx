import { CheckCircleOutlined } from '@ant-design/icons'
import { useQueries } from '@tanstack/react-query'
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

/** What waits to be done; the numbers are the totals of the lists that they open. What has nothing in it takes one line with the others. */
export const DoNow = ({ besideSales = false }: { besideSales?: boolean }) => {
  const user = session.usePart((now) => now.user)
  const tiles = tilesFor(user?.id ?? 0).filter(
    ({ list, to }) => to !== undefined && can(list.permission) && !(besideSales && list === validLeads.list),
  )
  const answers = useQueries({
    queries: tiles.map(({ list, query }) => queryFor(list, { query: { ...query, page: 1, pageSize: 1 } })),
  })
  const mentions = useOne(notifications.unread, {})
  const all: Known[] = [
    ...tiles.map(({ list, to = '', ...tile }, at) => {
      const { data, error = null } = answers[at] ?? {}
      return { ...tile, to, number: data?.pagination.total, failure: error && sentenceOf(error, list.failure) }
    }),
    // The number is the bell's: it is asked for once, and changes with it.
    {
      label: 'Mentions',
      note: 'unread',
      to: '/marketing/notifications?view=mentions',
      number: mentions.data?.data.mentions,
      failure: mentions.error && sentenceOf(mentions.error, notifications.unread.failure),
    },
  ]
  // All of them at once, so that nothing moves away from under the pointer.
  if (all.some(({ number, failure }) => number === undefined && failure === null)) return <TileBones />
  const clear = all.filter(({ number }) => number === 0)
  return (
    <div className="do-now">
      <ul className="tiles" aria-label="Do now">
        {all
          .filter((tile) => !clear.includes(tile))
          .map((tile) => (
            <TileLink key={tile.label} tile={tile} />
          ))}
      </ul>
      {clear.length > 0 && (
        <p className="tiles-clear">
          <CheckCircleOutlined aria-hidden /> All clear:
          {clear.map(({ label, to }) => (
            <Link key={label} to={to}>
              {label}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

interface Tile {
  label: string
  note: string
  /** How its number is coloured while there is something in it. */
  tone?: 'over' | 'soon'
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
      tone: 'over',
      note: 'past their target of working time, not handled',
      list: assignedLeads.list,
      to: linkToLeads('assigned', overdue, 'overdue'),
      query: overdue,
    },
    {
      label: 'Overdue in sales',
      tone: 'over',
      note: 'past their target of working time, not answered',
      list: validLeads.list,
      to: linkToLeads('valid', overdue, 'overdue'),
      query: overdue,
    },
    {
      label: 'Due in QA',
      tone: 'soon',
      note: 'under 1 h of working time left, not handled',
      list: assignedLeads.list,
      to: linkToLeads('assigned', dueSoon, 'due-soon'),
      query: dueSoon,
    },
    {
      label: 'Due in sales',
      tone: 'soon',
      note: 'under 1 h of working time left, not answered',
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

interface Known extends Pick<Tile, 'label' | 'note' | 'tone'> {
  to: string
  /** Undefined while it is not known, or where it did not come. */
  number: number | undefined
  failure: string | null
}

const TileBones = () => (
  <ul className="tiles" aria-hidden>
    {[0, 1, 2, 3, 4].map((each) => (
      <li key={each} className="tile">
        <span className="tile-number">
          <span className="bone" />
        </span>
      </li>
    ))}
  </ul>
)

const TileLink = ({ tile: { label, note, tone, to, number, failure } }: { tile: Known }) => (
  <li>
    <Link className="tile" to={to}>
      <span className="tile-label">{label}</span>
      <span className={tone ? `tile-number tile-${tone}` : 'tile-number'}>
        {number === undefined ? '–' : formats().number(number)}
      </span>
      <span className="second">{failure ?? note}</span>
    </Link>
  </li>
)
