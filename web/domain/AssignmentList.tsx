import { DeleteOutlined } from '@ant-design/icons'
import { Button, Select, Switch } from 'antd'
import type { AssignmentEntry } from '#contract/auto-assign-qa.ts'
import type { autoAssignQa } from '#contract/auto-assign-qa.ts'
import type { autoAssignSales } from '#contract/auto-assign-sales.ts'
import { useList } from '#web/kit/api.ts'
import { orEmpty } from '#web/kit/EmptyValue.tsx'
import { formats } from '#web/kit/format.ts'
import type { Column, Filter } from '#web/kit/list.ts'
import { ListPage } from '#web/kit/ListPage.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { PersonAvatar } from '#web/kit/PersonAvatar.tsx'
import { can } from '#web/kit/session.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { TwoLines } from '#web/kit/TwoLines.tsx'
import { useListParams } from '#web/kit/use-list-params.ts'
import { When } from '#web/kit/When.tsx'
import { AddStaff } from './AddStaff.tsx'

interface AssignmentListProps {
  title: string
  endpoint: typeof autoAssignQa.list | typeof autoAssignSales.list
  /** What a person on the list is called: `QA`, `sales rep`. */
  role: string
  /** What happens while nobody on the list can be given a lead. */
  nobody: { title: string; text: string }
  /** Absent where the person may not. */
  onAdd?: ((sid: number) => Promise<unknown>) | undefined
  onChange?:
    | ((entry: AssignmentEntry, change: { status: AssignmentEntry['status']; weight?: number }) => void)
    | undefined
  onRemove?: ((entry: AssignmentEntry) => void) | undefined
}

const FILTERS: readonly Filter[] = [{ kind: 'days', label: 'Added' }]
const SORTS = ['name', 'created_at', 'last_assigned_at', 'weight'] as const

/** A list of people among whom leads are shared out. */
export const AssignmentList = ({ title, endpoint, role, nobody, onAdd, onChange, onRemove }: AssignmentListProps) => {
  const list = useListParams({ endpoint, sorts: SORTS })
  const everybody = useList(endpoint, { page: 1, pageSize: 100 }, { enabled: can(endpoint.permission) }).data
  const nobodyIsThere = everybody?.data.every(({ state }) => state !== 'available') ?? false
  return (
    <ListPage
      title={title}
      list={list}
      noun={['person', 'people']}
      columns={columnsFor(role, onChange, onRemove)}
      search="Search name or email"
      filters={FILTERS}
      actions={onAdd && <AddStaff role={role} taken={everybody?.data.map(({ sid }) => sid) ?? []} onAdd={onAdd} />}
      above={
        nobodyIsThere && (
          <Notice kind="warning" title={nobody.title}>
            {nobody.text}
          </Notice>
        )
      }
      empty={{
        title: `No ${role} is on this list`,
        text: onAdd
          ? `Add the people who share the leads. Each counts with weight 1 until you change it.`
          : nobody.text,
      }}
    />
  )
}

const WEIGHTS = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5]

const columnsFor = (
  role: string,
  onChange: AssignmentListProps['onChange'],
  onRemove: AssignmentListProps['onRemove'],
): readonly Column<AssignmentEntry>[] => [
  {
    key: 'name',
    title: role === 'QA' ? 'QA' : 'Sales rep',
    width: 210,
    priority: 0,
    render: ({ name, email }) => (
      <span className="person">
        <PersonAvatar name={name} size={28} />
        <TwoLines first={name} second={email} strong />
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    width: 110,
    priority: 0,
    card: 'corner',
    render: (entry) =>
      onChange ? (
        <Switch
          size="small"
          checked={entry.status === 'active'}
          aria-label={`${entry.name} takes leads`}
          onChange={(on) => onChange(entry, { status: on ? 'active' : 'paused', weight: entry.weight })}
        />
      ) : (
        <StatusTag tone={entry.status === 'active' ? 'success' : 'neutral'}>
          {entry.status === 'active' ? 'Active' : 'Paused'}
        </StatusTag>
      ),
  },
  {
    key: 'state',
    title: 'State now',
    width: 190,
    priority: 1,
    render: ({ state, state_reason }) => (
      <TwoLines first={<StatusTag tone={STATES[state].tone}>{STATES[state].label}</StatusTag>} second={state_reason} />
    ),
  },
  {
    key: 'weight',
    title: 'Weight',
    width: 100,
    priority: 2,
    render: (entry) =>
      onChange ? (
        <Select
          size="small"
          className="weight"
          aria-label={`Weight of ${entry.name}`}
          value={entry.weight}
          options={[...new Set([...WEIGHTS, entry.weight])].map((value) => ({ value, label: `× ${value}` }))}
          onChange={(weight) => onChange(entry, { status: entry.status, weight })}
        />
      ) : (
        `× ${entry.weight}`
      ),
  },
  { key: 'open', title: 'Open', width: 80, priority: 3, align: 'right', render: ({ open }) => formats().number(open) },
  {
    key: 'today',
    title: 'Today',
    width: 80,
    priority: 4,
    align: 'right',
    render: ({ today }) => formats().number(today),
  },
  {
    key: 'share',
    title: 'Received / fair share, 7 days',
    width: 200,
    priority: 3,
    align: 'right',
    render: ({ received_7d, fair_share_7d }) =>
      `${formats().number(received_7d)} / ${formats().decimal(fair_share_7d)}`,
  },
  {
    key: 'last',
    title: 'Last assigned',
    width: 130,
    priority: 2,
    align: 'right',
    render: ({ last_assigned_at }) => orEmpty(last_assigned_at && <When at={last_assigned_at} />),
  },
  {
    key: 'added',
    title: 'Added',
    width: 120,
    priority: 5,
    align: 'right',
    render: ({ created_at }) => <When at={created_at} />,
  },
  ...(onRemove
    ? [
        {
          key: 'acts',
          card: 'foot',
          title: 'Remove',
          width: 90,
          priority: 1,
          align: 'right',
          render: (entry) => (
            <Button
              type="text"
              danger
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`Remove ${entry.name}`}
              onClick={() => onRemove(entry)}
            />
          ),
        } satisfies Column<AssignmentEntry>,
      ]
    : []),
]

const STATES = {
  available: { tone: 'success', label: 'Available' },
  paused: { tone: 'neutral', label: 'Paused' },
  no_permission: { tone: 'warning', label: 'No permission' },
  deactivated: { tone: 'error', label: 'Deactivated' },
} as const
