import { DeleteOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import type { AssignmentEntry } from '#contract/leads/auto-assign-qa.ts'
import type { autoAssignQa } from '#contract/leads/auto-assign-qa.ts'
import type { autoAssignSales } from '#contract/leads/auto-assign-sales.ts'
import type { Permission } from '#contract/kit/endpoint.ts'
import { useList } from '#web/kit/data/api.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import type { Column, Filter } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { PersonWithEmail } from '#web/kit/look/PersonAvatar.tsx'
import { can } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { When } from '#web/kit/look/When.tsx'
import { latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { AddStaff } from './AddStaff.tsx'
import type { DaysEndpoint } from './EntryDays.tsx'
import type { SavedSettings } from './EntryDrawer.tsx'
import type { ReplayEndpoint } from '#web/leads/assignment-replay/ReplayDialog.tsx'
import { RemoveEntry, type Taking } from './RemoveEntry.tsx'

const EntryDrawer = latePanel(() => import('./EntryDrawer.tsx').then(({ EntryDrawer }) => EntryDrawer))

interface AssignmentListProps {
  title: string
  endpoint: typeof autoAssignQa.list | typeof autoAssignSales.list
  days: DaysEndpoint
  replay: ReplayEndpoint
  /** What a person on the list is called: `QA`, `sales rep`. */
  role: string
  /** What happens while nobody on the list can be given a lead. */
  nobody: { title: string; text: string }
  /** Absent where the person may not. */
  onAdd?: ((sid: number) => Promise<unknown>) | undefined
  onChange?: ((entry: AssignmentEntry, change: Pick<AssignmentEntry, 'status'>) => void) | undefined
  /** Throws to keep the form open. */
  onSave?: ((id: number, settings: SavedSettings) => Promise<unknown>) | undefined
  /** What saving takes. */
  saving: Permission
  taking?: Taking | undefined
}

const FILTERS: readonly Filter[] = [{ kind: 'days', label: 'Added' }]
const SORTS = ['name', 'created_at', 'last_assigned_at', 'weight'] as const

/** A list of people among whom leads are shared out. */
export const AssignmentList = ({
  title,
  endpoint,
  days,
  replay,
  role,
  nobody,
  onAdd,
  onChange,
  onSave,
  saving,
  taking,
}: AssignmentListProps) => {
  const list = useListParams({ endpoint, sorts: SORTS, own: ['entry'] })
  const everybody = useList(endpoint, { page: 1, pageSize: 100 }, { enabled: can(endpoint.permission) }).data
  const open = everybody?.data.find(({ id }) => String(id) === list.get('entry'))
  const [removing, setRemoving] = useState<AssignmentEntry>()
  const close = () => list.change({ entry: undefined })
  const nobodyIsThere = everybody?.data.every(({ state }) => state !== 'available') ?? false
  return (
    <ListPage
      title={title}
      list={list}
      noun={['person', 'people']}
      columns={columnsFor(role, onChange, taking && setRemoving)}
      search="Search name or email"
      filters={FILTERS}
      onOpen={({ id }) => list.change({ entry: String(id) })}
      openId={open?.id}
      actions={
        onAdd && (
          <AddStaff role={role} replay={replay} taken={everybody?.data.map(({ sid }) => sid) ?? []} onAdd={onAdd} />
        )
      }
      above={
        nobodyIsThere && (
          <Notice kind="warning" title={nobody.title}>
            {nobody.text}
          </Notice>
        )
      }
      empty={{
        title: `No ${role} is on this list`,
        text: onAdd ? `Add the people who share the leads. Each starts with weight 1.` : nobody.text,
      }}
    >
      {open && (
        <EntryDrawer
          key={open.id}
          entry={open}
          days={days}
          replay={replay}
          onSave={onSave}
          need={saving}
          onClose={close}
        />
      )}
      {removing && taking && (
        <RemoveEntry entry={removing} taking={taking} replay={replay} onClose={() => setRemoving(undefined)} />
      )}
    </ListPage>
  )
}

const columnsFor = (
  role: string,
  onChange: AssignmentListProps['onChange'],
  onRemove: ((entry: AssignmentEntry) => void) | undefined,
): readonly Column<AssignmentEntry>[] => [
  {
    key: 'name',
    title: role === 'QA' ? 'QA' : 'Sales rep',
    width: 190,
    priority: 0,
    render: ({ name, email }) => <PersonWithEmail name={name} email={email} />,
  },
  {
    key: 'status',
    title: 'Status',
    width: 75,
    priority: 0,
    card: 'corner',
    render: (entry) =>
      onChange ? (
        <Switch
          size="small"
          checked={entry.status === 'active'}
          aria-label={`${entry.name} takes leads`}
          onChange={(on) => onChange(entry, { status: on ? 'active' : 'paused' })}
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
    width: 185,
    priority: 1,
    render: ({ state, state_reason, state_until }) => (
      <TwoLines
        first={<StatusTag tone={STATES[state].tone}>{STATES[state].label}</StatusTag>}
        second={state_until ? `${state_reason} Back ${formats().dateTime(state_until)}.` : state_reason}
      />
    ),
  },
  {
    key: 'weight',
    title: 'Weight',
    width: 90,
    priority: 2,
    // Changed in the person's drawer, where it can be tried on the last 30 days first.
    render: ({ weight }) => `× ${weight}`,
  },
  {
    key: 'hours',
    title: 'Hours',
    width: 110,
    priority: 5,
    render: ({ hours }) => hours ?? 'Always',
  },
  {
    key: 'open',
    title: 'Open / cap',
    width: 85,
    priority: 3,
    align: 'right',
    render: ({ open, open_cap }) => ofCap(open, open_cap),
  },
  {
    key: 'today',
    title: 'Today / cap',
    width: 90,
    priority: 4,
    align: 'right',
    render: ({ today, daily_cap }) => ofCap(today, daily_cap),
  },
  {
    key: 'share',
    title: 'Received / fair share, 7 days',
    width: 190,
    priority: 3,
    align: 'right',
    render: ({ received_7d, gifts_7d, fair_share_7d }) => (
      <TwoLines
        first={`${formats().number(received_7d)} / ${formats().decimal(fair_share_7d)}`}
        second={gifts_7d > 0 && `${formats().number(gifts_7d)} by known domain`}
      />
    ),
  },
  {
    key: 'last',
    title: 'Last assigned',
    width: 105,
    priority: 2,
    align: 'right',
    render: ({ last_assigned_at }) => orEmpty(last_assigned_at && <When at={last_assigned_at} />),
  },
  {
    key: 'added',
    title: 'Added',
    width: 120,
    priority: 5,
    optional: true,
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

/** Without a cap there is nothing to compare with. */
const ofCap = (count: number, cap: number | null) =>
  cap === null ? formats().number(count) : `${formats().number(count)} / ${formats().number(cap)}`

const STATES = {
  available: { tone: 'success', label: 'Available' },
  away: { tone: 'neutral', label: 'Away' },
  off_shift: { tone: 'neutral', label: 'Off shift' },
  at_cap: { tone: 'warning', label: 'At cap' },
  paused: { tone: 'neutral', label: 'Paused' },
  no_permission: { tone: 'warning', label: 'No permission' },
  deactivated: { tone: 'error', label: 'Deactivated' },
} as const
