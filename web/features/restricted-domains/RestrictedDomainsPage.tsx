import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { restrictedDomains, type RestrictedDomain } from '#contract/restricted-domains.ts'
import { useAction } from '#web/kit/api.ts'
import { orEmpty } from '#web/kit/EmptyValue.tsx'
import { formats } from '#web/kit/format.ts'
import type { Column, Filter } from '#web/kit/list.ts'
import { ListPage } from '#web/kit/ListPage.tsx'
import { can } from '#web/kit/session.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { TwoLines } from '#web/kit/TwoLines.tsx'
import { useListParams } from '#web/kit/use-list-params.ts'
import { When } from '#web/kit/When.tsx'
import { AddDomain } from './AddDomain.tsx'
import { EFFECTS, MATCHES } from './domain-settings.ts'

const EditDomain = lazy(() => import('./EditDomain.tsx').then(({ EditDomain }) => ({ default: EditDomain })))
const DeleteDomain = lazy(() => import('./DeleteDomain.tsx').then(({ DeleteDomain }) => ({ default: DeleteDomain })))
const ReleaseLeads = lazy(() => import('./ReleaseLeads.tsx').then(({ ReleaseLeads }) => ({ default: ReleaseLeads })))

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

interface Open {
  dialog: 'edit' | 'delete' | 'release'
  domain: RestrictedDomain
}

/** E-mail domains whose enquiries are held back. */
export default function RestrictedDomainsPage() {
  const params = useListParams({ endpoint: list, sorts: SORTS })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const offerRelease = (domain: RestrictedDomain) =>
    setOpen(domain.held > 0 ? { dialog: 'release', domain } : undefined)
  const changeStatus = useAction(setStatus, {
    optimistic: { list, rows: ({ params: { id } }) => [id], change: ({ body }) => body },
    done: ({ data }) => `${data.domainName} is ${data.status}`,
    refreshes: list,
    then: ({ data }) => data.status === 'inactive' && offerRelease(data),
  })

  const columns: readonly Column<RestrictedDomain>[] = [
    {
      key: 'domain',
      title: 'Domain',
      width: 200,
      priority: 0,
      sort: 'domainName',
      render: ({ domainName }) => <strong className="cut domain-name">{domainName}</strong>,
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
              onChange={(on) =>
                void changeStatus({ params: { id: domain.id }, body: { status: on ? 'active' : 'inactive' } })
              }
            />
            <span aria-hidden>{domain.status === 'active' ? 'Active' : 'Inactive'}</span>
          </label>
        ) : (
          <StatusTag tone={domain.status === 'active' ? 'success' : 'neutral'}>
            {domain.status === 'active' ? 'Active' : 'Inactive'}
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
        <TwoLines first={EFFECTS[effect]} second={held > 0 && `${formats().number(held)} held now`} />
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
    { key: 'by', title: 'Added by', width: 130, priority: 5, render: ({ created_by }) => orEmpty(created_by?.name) },
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
                    onClick={() => setOpen({ dialog: 'edit', domain })}
                  />
                )}
                {can(remove) && (
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={`Delete ${domain.domainName}`}
                    onClick={() => setOpen({ dialog: 'delete', domain })}
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
      above={can(restrictedDomains.add) && <AddDomain />}
      empty={{
        title: 'No domain is restricted',
        text: 'Add the domains whose enquiries waste your time. Their leads are held back, never lost.',
      }}
      {...(can(update) && { onOpen: (domain: RestrictedDomain) => setOpen({ dialog: 'edit', domain }) })}
    >
      <Suspense>
        {open?.dialog === 'edit' && <EditDomain domain={open.domain} onClose={close} />}
        {open?.dialog === 'delete' && <DeleteDomain domain={open.domain} onClose={close} onDeleted={offerRelease} />}
        {open?.dialog === 'release' && <ReleaseLeads domain={open.domain} onClose={close} />}
      </Suspense>
    </ListPage>
  )
}
