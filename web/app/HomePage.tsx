import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { allLeads } from '#contract/all-leads.ts'
import { assignedLeads } from '#contract/assigned-leads.ts'
import type { LeadQuery } from '#contract/lead.ts'
import { marketingLeads } from '#contract/marketing-leads.ts'
import { validLeads } from '#contract/valid-leads.ts'
import { LeadStatus } from '#web/domain/LeadCells.tsx'
import { queryFor, sentenceOf, useList } from '#web/kit/api.ts'
import { formats } from '#web/kit/format.ts'
import { Kbd } from '#web/kit/Kbd.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { can, session } from '#web/kit/session.ts'
import { When } from '#web/kit/When.tsx'
import { toSearch } from '#contract/kit/request.ts'
import './home.css'

/** What waits for the person; every number opens exactly the rows that it counted. */
export default function HomePage() {
  const { user } = session.use()
  const navigate = useNavigate()
  const me = user?.id ?? 0
  const tiles = tilesFor(me).filter(({ list }) => can(list.permission))
  const mayValidate = can(assignedLeads.start.permission) && can(assignedLeads.list.permission)
  return (
    <Page
      title="Marketing / Dashboard"
      heading={`${greeting()}, ${user?.firstname || 'there'}`}
      subtitle={formats().dateTimeZone(new Date())}
      actions={
        mayValidate && (
          <Button type="primary" onClick={() => void navigate(`${QUEUE}?${toSearch(myQueue(me))}&lead=next`)}>
            Start validating
            <Kbd>G</Kbd>
            <Kbd>V</Kbd>
          </Button>
        )
      }
    >
      {tiles.length > 0 && (
        <ul className="tiles">
          {tiles.map((tile) => (
            <TileCard key={tile.label} tile={tile} />
          ))}
        </ul>
      )}
      {can(assignedLeads.list.permission) && <MyQueue me={me} />}
      {tiles.length === 0 && (
        <p className="page-subtitle">Nothing on this page is yours to see yet. Open a screen from the menu.</p>
      )}
    </Page>
  )
}

const QUEUE = '/marketing/assigned_leads'
const myQueue = (me: number): LeadQuery => ({ status: ['assigned', 'in-progress'], assigned_qa: [me] })

interface Tile {
  label: string
  note: string
  list: typeof marketingLeads.list | typeof allLeads.list | typeof assignedLeads.list | typeof validLeads.list
  screen: string
  query: LeadQuery
}

const tilesFor = (me: number): readonly Tile[] => {
  const today = formats().day()
  return [
    {
      label: 'New today',
      note: 'received since midnight',
      list: marketingLeads.list,
      screen: '/marketing/marketing_leads_list',
      query: { from_date: today, to_date: today },
    },
    {
      label: 'Unassigned',
      note: 'nobody holds them yet',
      list: allLeads.list,
      screen: '/marketing/all_leads',
      query: {},
    },
    {
      label: 'In your queue',
      note: 'assigned to you, not decided',
      list: assignedLeads.list,
      screen: QUEUE,
      query: myQueue(me),
    },
    {
      label: 'Held back',
      note: 'from restricted domains',
      list: marketingLeads.list,
      screen: '/marketing/marketing_leads_list',
      query: { quarantined: 'yes' },
    },
    {
      label: 'Valid, not contacted',
      note: 'sales has not answered',
      list: validLeads.list,
      screen: '/marketing/valid_leads',
      query: { enquiry_status: ['open'] },
    },
  ]
}

const TileCard = ({ tile: { label, note, list, screen, query } }: { tile: Tile }) => {
  const { data, error, isError } = useQuery(queryFor(list, { query: { ...query, page: 1, pageSize: 1 } }))
  return (
    <li>
      <Link className="tile" to={`${screen}?${toSearch(query)}`}>
        <span className="tile-label">{label}</span>
        <span className="tile-number">
          {data ? formats().number(data.pagination.total) : isError ? '–' : <span className="bone" />}
        </span>
        <span className="second">{isError ? sentenceOf(error, list.failure) : note}</span>
      </Link>
    </li>
  )
}

const MyQueue = ({ me }: { me: number }) => {
  const query: LeadQuery = { ...myQueue(me), page: 1, pageSize: 10, sort: 'assigned_at', order: 'asc' }
  const { data, error, isError, refetch } = useList(assignedLeads.list, query)
  const rows = data?.data.slice(0, 5) ?? []
  return (
    <section className="panel" aria-labelledby="queue">
      <header className="panel-head">
        <h2 id="queue">Next in your queue</h2>
        <Link to={`${QUEUE}?${toSearch(myQueue(me))}`}>Open queue</Link>
      </header>
      {isError && (
        <Notice
          kind="error"
          title="Your queue did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, assignedLeads.list.failure)}
        </Notice>
      )}
      {data && rows.length === 0 && (
        <p className="panel-none">Nothing waits for you. Leads assigned to you show here.</p>
      )}
      <ul>
        {rows.map((lead) => (
          <li key={lead.id}>
            <Link className="queue-row" to={`${QUEUE}?${toSearch(myQueue(me))}&lead=${lead.id}`}>
              <span className="queue-name">
                <strong className="cut">{lead.name}</strong>
                <span className="second cut">{lead.company ?? lead.email}</span>
              </span>
              <span className="queue-product cut">{lead.products[0]?.product_name}</span>
              <LeadStatus status={lead.status} kind={lead.kind} />
              <span className="queue-when">
                <When at={lead.created_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const greeting = () => {
  const hour = formats().hour()
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
