import { BarChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { leadImports } from '#contract/leads/imports.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { sourceDetails } from '#contract/leads/source-details.ts'
import { AddLeadButton } from '#web/leads/add-lead/AddLeadButton.tsx'
import { ImportButton } from '#web/platform/imports/ImportButton.tsx'
import { leadColumn, optional, stacking } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { statusOf } from '#web/leads/list/LeadCells.tsx'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import { formats } from '#web/kit/look/format.ts'
import { latePanel } from '#web/kit/feedback/late-dialog.tsx'
import type { View } from '#web/kit/list/list.ts'
import { can, session } from '#web/kit/data/session.ts'

const SourcesPanel = latePanel(() => import('./SourcesPanel.tsx').then(({ SourcesPanel }) => SourcesPanel))

const {
  numbered,
  contact,
  company,
  products,
  source,
  status,
  qa,
  sales,
  received,
  utm,
  tags,
  comment,
  touched,
  reason,
  created,
  duplicates,
} = leadColumn

const COLUMNS = [
  numbered,
  contact,
  company,
  products,
  stacking(source, 'received'),
  status,
  qa,
  sales,
  received,
  ...[utm, tags, comment, touched, duplicates, reason, created].map(optional),
]

export default function MarketingLeadsPage() {
  return (
    <LeadList
      title="Leads"
      endpoint={marketingLeads.list}
      columns={COLUMNS}
      filters={useLeadFilters(['status', 'enquiry', 'reason', 'qa', 'sales'])}
      views={viewsOf(session.get().user?.id)}
      defaultSort={{ sort: 'created_at', order: 'desc' }}
      usualOrder="Newest first"
      corner={statusOf}
      acts={['assign', 'assign-to-me', 'comment', 'start', 'hold', 'invalidate', 'export', 'remove']}
      actions={
        <>
          {can(sourceDetails.get) && <SourcesButton />}
          <ImportButton need={leadImports.begin} to="/marketing/import_leads" />
          <AddLeadButton />
        </>
      }
      panel={sourcesPanel}
      empty={{
        title: 'No leads yet',
        text: 'Enquiries from your forms, imports and calls appear here, newest first.',
        action: <AddLeadButton />,
      }}
    />
  )
}

const sourcesPanel = (query: LeadQuery, onClose: () => void) =>
  can(sourceDetails.get) && <SourcesPanel query={query} onClose={onClose} />

/** Opens the panel on what the list shows now. */
const SourcesButton = () => {
  const [, setSearch] = useSearchParams()
  return (
    <Button
      icon={<BarChartOutlined aria-hidden />}
      onClick={() =>
        setSearch((now) => {
          const next = new URLSearchParams(now)
          next.set('panel', 'sources')
          next.delete('lead')
          return next
        })
      }
    >
      <span className="action-words">Sources</span>
    </Button>
  )
}

const viewsOf = (me: number | undefined): View[] => {
  const today = formats().day()
  return [
    { key: 'all', label: 'All', params: {} },
    ...(me === undefined
      ? []
      : [
          {
            key: 'queue',
            label: 'My queue',
            params: { status: ['assigned', 'in-progress'], assigned_qa: [String(me)] },
          },
        ]),
    { key: 'today', label: 'New today', params: { from_date: today, to_date: today } },
    {
      key: 'quarantined',
      label: 'Quarantined',
      params: { quarantined: 'yes' },
      empty: { title: 'Nothing is quarantined', text: 'Leads from restricted domains appear here.' },
    },
  ]
}
