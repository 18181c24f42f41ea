import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { restrictedDomains, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { can } from '#web/kit/data/session.ts'
import type { Column } from '#web/kit/list/list.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import { DOMAIN_STATES, EFFECTS, MATCHES } from '#web/leads/words/setting-words.ts'

const { update, setStatus, remove } = restrictedDomains

interface DomainActs {
  onSwitch: (domain: RestrictedDomain, status: RestrictedDomain['status']) => void
  onEdit: (domain: RestrictedDomain) => void
  onRemove: (domain: RestrictedDomain) => void
}

/** The list's columns, with the acts that the person may do. */
export const domainColumns = (acts: DomainActs): readonly Column<RestrictedDomain>[] => [
  NAME,
  statusColumn(acts),
  ...FACTS,
  ...(can(update) || can(remove) ? [actsColumn(acts)] : []),
]

const NAME: Column<RestrictedDomain> = {
  key: 'domain',
  title: 'Domain',
  width: 200,
  priority: 0,
  sort: 'domainName',
  render: ({ domainName, allowed }) => (
    <TwoLines
      first={<strong className="cut domain-name">{domainName}</strong>}
      second={allowed && 'Allowed: no effect'}
    />
  ),
}

const statusColumn = ({ onSwitch }: DomainActs): Column<RestrictedDomain> => ({
  key: 'status',
  title: 'Status',
  width: 120,
  priority: 0,
  card: 'corner',
  render: (domain) =>
    can(setStatus) ? (
      <label className="switch-label">
        <Switch
          size="small"
          checked={domain.status === 'active'}
          aria-label={`${domain.domainName} is restricted`}
          onChange={(on) => onSwitch(domain, on ? 'active' : 'inactive')}
        />
        <span aria-hidden>{DOMAIN_STATES[domain.status]}</span>
      </label>
    ) : (
      <StatusTag tone={domain.status === 'active' ? 'success' : 'neutral'}>{DOMAIN_STATES[domain.status]}</StatusTag>
    ),
})

const FACTS: readonly Column<RestrictedDomain>[] = [
  { key: 'match', title: 'Match', width: 150, priority: 3, render: ({ match }) => MATCHES[match] },
  {
    key: 'effect',
    title: 'Effect',
    width: 130,
    priority: 2,
    render: ({ effect, held }) => (
      <TwoLines first={EFFECTS[effect]} second={held > 0 && `${formats().number(held)} quarantined now`} />
    ),
  },
  {
    key: 'hits',
    title: 'Caught 30 d / all',
    width: 130,
    priority: 2,
    align: 'right',
    render: ({ hits_30d, hits }) => `${formats().number(hits_30d)} / ${formats().number(hits)}`,
  },
  {
    key: 'last',
    title: 'Last hit',
    width: 110,
    priority: 3,
    align: 'right',
    render: ({ last_hit_at }) => orEmpty(last_hit_at && <When at={last_hit_at} />),
  },
  {
    key: 'valid',
    title: 'Valid leads ever',
    width: 120,
    priority: 4,
    align: 'right',
    render: ({ valid_leads }) => (
      <span className={valid_leads > 0 ? 'warn-number' : ''}>{formats().number(valid_leads)}</span>
    ),
  },
  {
    key: 'by',
    title: 'Added by',
    width: 130,
    priority: 5,
    render: ({ created_by, source }) => orEmpty(source === 'throw_away' ? 'Disposable data' : created_by?.name),
  },
  {
    key: 'on',
    title: 'Added on',
    width: 110,
    priority: 5,
    align: 'right',
    sort: 'created_at',
    firstOrder: 'desc',
    render: ({ created_at }) => <When at={created_at} />,
  },
  { key: 'note', title: 'Note', width: 160, priority: 6, optional: true, render: ({ note }) => orEmpty(note) },
]

const actsColumn = ({ onEdit, onRemove }: DomainActs): Column<RestrictedDomain> => ({
  key: 'acts',
  card: 'foot',
  title: 'Actions',
  width: 100,
  priority: 1,
  align: 'right',
  render: (domain) => (
    <span className="row-actions">
      {can(update) && (
        <Button
          type="text"
          icon={<EditOutlined aria-hidden />}
          aria-label={`Edit ${domain.domainName}`}
          onClick={() => onEdit(domain)}
        />
      )}
      {can(remove) && (
        <Button
          type="text"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`Delete ${domain.domainName}`}
          onClick={() => onRemove(domain)}
        />
      )}
    </span>
  ),
})
