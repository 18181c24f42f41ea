import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { restrictedDomains, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import { DOMAIN_STATES, EFFECTS, MATCHES } from '#web/leads/words/setting-words.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import type { Column, Filter } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { can } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { When } from '#web/kit/look/When.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { DomainLists } from './DomainLists.tsx'
import { AddDomain } from './AddDomain.tsx'
import { useAskFirst } from './use-ask-first.tsx'
import { useWaiting } from './use-waiting.ts'

const EditDomain = lateDialog(() => import('./EditDomain.tsx').then(({ EditDomain }) => EditDomain))
const ReleaseLeads = lateDialog(() => import('./ReleaseLeads.tsx').then(({ ReleaseLeads }) => ReleaseLeads))

const { list, update, setStatus, remove } = restrictedDomains
const SORTS = ['domainName', 'status', 'hits', 'last_hit_at', 'created_at'] as const
const FILTERS: readonly Filter[] = [
  {
    kind: 'one',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
    ],
  },
]

/** Email domains whose enquiries are held back. */
export const RestrictedDomains = () => {
  const params = useListParams({ endpoint: list, sorts: SORTS, own: ['show'] })
  const [edited, setEdited] = useState<RestrictedDomain>()
  const { offer, offered, close } = useWaiting()
  const offerRelease = ({ id, domainName, held }: RestrictedDomain) =>
    held > 0 ? offer(domainName, { domainId: id }) : undefined
  const changeStatus = useAction(setStatus, {
    optimistic: { list, rows: ({ params: { id } }) => [id], change: ({ body }) => body },
    done: ({ data }) => `${data.domainName} is ${data.status}`,
    refreshes: list,
    then: ({ data }) => void offerRelease(data),
  })
  const removeDomain = useAction(remove, { done: ({ message }) => message ?? 'Domain deleted', refreshes: list })
  const { askFirst, dialog } = useAskFirst()
  const ask = (asked: Parameters<typeof askFirst>[0]) =>
    void askFirst(asked).catch((failure: unknown) =>
      toast.failed(sentenceOf(failure, restrictedDomains.impact.failure), { retry: () => ask(asked) }),
    )
  const switchTo = ({ id, effect }: RestrictedDomain, status: RestrictedDomain['status']) =>
    ask({
      title: (name) => (status === 'active' ? `Restrict ${name} again?` : `Switch ${name} off?`),
      button: status === 'active' ? 'Switch on' : 'Switch off',
      change: { id, status },
      effect: status === 'active' ? effect : undefined,
      act: () => changeStatus.orThrow({ params: { id }, body: { status } }),
    })
  const askToRemove = (domain: RestrictedDomain) =>
    ask({
      title: (name) => `Delete ${name}?`,
      button: 'Delete domain',
      change: { id: domain.id, status: 'inactive' },
      effect: undefined,
      always: true,
      act: async () => {
        await removeDomain.orThrow({ params: { id: domain.id } })
        void offerRelease(domain)
      },
    })

  const columns: readonly Column<RestrictedDomain>[] = [
    {
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
    },
    {
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
              onChange={(on) => switchTo(domain, on ? 'active' : 'inactive')}
            />
            <span aria-hidden>{DOMAIN_STATES[domain.status]}</span>
          </label>
        ) : (
          <StatusTag tone={domain.status === 'active' ? 'success' : 'neutral'}>
            {DOMAIN_STATES[domain.status]}
          </StatusTag>
        ),
    },
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
    ...(can(update) || can(remove)
      ? [
          {
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
                    onClick={() => setEdited(domain)}
                  />
                )}
                {can(remove) && (
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`Delete ${domain.domainName}`}
                    onClick={() => askToRemove(domain)}
                  />
                )}
              </span>
            ),
          } satisfies Column<RestrictedDomain>,
        ]
      : []),
  ]

  return (
    <ListPage
      title="Restrict Domain"
      list={params}
      noun={['domain', 'domains']}
      columns={columns}
      search="Search domains"
      filters={FILTERS}
      actions={<DomainLists />}
      above={can(restrictedDomains.add) && <AddDomain />}
      empty={{
        title: 'No domain is restricted',
        text: 'Add domains whose enquiries waste your time. Their leads are quarantined, never lost.',
      }}
      {...(can(update) && { onOpen: (domain: RestrictedDomain) => setEdited(domain) })}
    >
      {edited && (
        <EditDomain
          domain={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(saved) => void offerRelease(saved)}
        />
      )}
      {offered && <ReleaseLeads {...offered} onClose={close} />}
      {dialog}
    </ListPage>
  )
}
