import type { LeadRow } from '#contract/leads/lead.ts'
import { myVerdicts, VERDICT_DAYS } from '#contract/leads/my-verdicts.ts'
import { VERDICTS } from '#contract/leads/own-verdict.ts'
import type { Column, Filter, View } from '#web/kit/list/list.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { leadColumn, optional } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import { becameOf } from './became.tsx'
import { statusWords } from '#web/leads/words/lead-words.ts'
import { workingTimeInWords } from '#web/platform/calendar/durations.ts'

const { lead, company, products, sales, touched, source, received, phone } = leadColumn

const columns: readonly Column<LeadRow>[] = [
  lead,
  {
    key: 'verdict',
    title: 'Your verdict',
    width: 136,
    priority: 0,
    render: ({ own_verdict: own }) =>
      own ? <TwoLines first={<LeadStatus status={own.verdict} />} second={<When at={own.at} />} /> : <EmptyValue />,
  },
  {
    key: 'became',
    title: 'Outcome',
    width: 156,
    priority: 0,
    render: becameOf,
  },
  company,
  products,
  { ...sales, stacksUnder: 'became', stacked: ({ sales_person }) => sales_person && <>{sales_person.name}</> },
  {
    key: 'handled',
    title: 'First handling',
    width: 140,
    priority: 4,
    render: ({ own_verdict }) => <Handled handled={own_verdict?.handled ?? null} />,
  },
  touched,
  ...[source, received, phone].map(optional),
]

const Handled = ({ handled }: { handled: NonNullable<LeadRow['own_verdict']>['handled'] }) => {
  if (!handled) return <EmptyValue />
  const late = handled.took_ms > handled.target_ms
  return (
    <TwoLines
      first={
        <span className={late ? 'time-over' : undefined}>
          {workingTimeInWords(handled.took_ms)}, {late ? 'late' : 'in time'}
        </span>
      }
      second={`Target ${workingTimeInWords(handled.target_ms)}`}
    />
  )
}

const whenDecided = ({ own_verdict }: LeadRow) => own_verdict && <When at={own_verdict.at} />

/** What the person decided, and what has become of it since it left their queue. */
export default function MyVerdictsPage() {
  return (
    <LeadList
      title="My Verdicts"
      endpoint={myVerdicts.list}
      columns={columns}
      filters={useFilters()}
      views={VIEWS}
      defaultSort={{ sort: 'validated_at', order: 'desc' }}
      usualOrder="Latest verdict first"
      corner={becameOf}
      end={whenDecided}
      acts={[]}
      empty={{
        title: 'No verdicts yet',
        text: `Leads that you validate or reject appear here for ${VERDICT_DAYS} days, with what sales makes of them.`,
      }}
    />
  )
}

const useFilters = (): Filter[] => [
  {
    kind: 'many',
    name: 'verdict',
    label: 'Verdict',
    options: VERDICTS.map((value) => ({ value, label: statusWords(value).label })),
  },
  { kind: 'one', name: 'changed', label: 'Changed', options: [{ value: 'yes', label: 'Changed later' }] },
  {
    kind: 'one',
    name: 'handled',
    label: 'First handling',
    options: [
      { value: 'in_time', label: 'In time' },
      { value: 'late', label: 'Late' },
    ],
  },
  ...useLeadFilters(['enquiry', 'reason']).map((filter): Filter =>
    filter.kind === 'days' ? { ...filter, label: 'Decided' } : { ...filter, folded: true },
  ),
]

const VIEWS: readonly View[] = [
  { key: 'all', label: 'All', params: {} },
  { key: 'valid', label: 'Validated by me', params: { verdict: ['valid'] } },
  { key: 'invalid', label: 'Rejected by me', params: { verdict: ['invalid'] } },
  {
    key: 'changed',
    label: 'Changed later',
    params: { changed: 'yes' },
    empty: { title: 'All your verdicts stand', text: 'Leads whose verdict somebody changes appear here.' },
  },
  { key: 'won', label: 'Won', params: { verdict: ['valid'], enquiry_status: ['won'] } },
  { key: 'lost', label: 'Lost', params: { verdict: ['valid'], enquiry_status: ['lost'] } },
]
