import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { allowedDomains, type AllowedDomain } from '#contract/leads/allowed-domains.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { MATCHES } from '#web/leads/words/setting-words.ts'
import { sentenceOf, useAction } from '#web/kit/data/api.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import type { Column } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { When } from '#web/kit/look/When.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { AllowDomain } from './AllowDomain.tsx'
import { DomainLists } from './DomainLists.tsx'
import { useAskFirst } from './use-ask-first.tsx'
import { useWaiting } from './use-waiting.ts'

const ReleaseLeads = lateDialog(() => import('./ReleaseLeads.tsx').then(({ ReleaseLeads }) => ReleaseLeads))

const { list, remove } = allowedDomains

/** Email domains whose enquiries are let in, whatever else is said of them. */
export const AllowedDomains = () => {
  const params = useListParams({ endpoint: list, sorts: ['domainName', 'created_at'], own: ['show'] })
  const { offer, offered, close } = useWaiting()
  const [removing, setRemoving] = useState<number>()
  const removeDomain = useAction(remove, {
    done: ({ message }) => message ?? 'The domain is no longer allowed',
    refreshes: [list, restrictedDomains.list],
  })
  const { askFirst, dialog } = useAskFirst()
  const takeOff = async (id: number) => {
    setRemoving(id)
    try {
      await askFirst({
        title: (name) => `Remove ${name} from the list?`,
        button: 'Remove domain',
        allowed: { id },
        effect: undefined,
        act: () => removeDomain.orThrow({ params: { id } }),
      })
    } catch (failure) {
      toast.failed(sentenceOf(failure, remove.failure), { retry: () => void takeOff(id) })
    } finally {
      setRemoving(undefined)
    }
  }

  const columns: readonly Column<AllowedDomain>[] = [
    {
      key: 'domain',
      title: 'Domain',
      width: 220,
      priority: 0,
      sort: 'domainName',
      render: ({ domainName }) => <strong className="cut domain-name">{domainName}</strong>,
    },
    { key: 'match', title: 'Match', width: 150, priority: 2, render: ({ match }) => MATCHES[match] },
    { key: 'note', title: 'Note', width: 240, priority: 1, render: ({ note }) => orEmpty(note) },
    {
      key: 'leads',
      title: 'Leads 30 d',
      width: 110,
      priority: 3,
      align: 'right',
      render: ({ leads_30d }) => formats().number(leads_30d),
    },
    { key: 'by', title: 'Added by', width: 140, priority: 4, render: ({ created_by }) => orEmpty(created_by?.name) },
    {
      key: 'on',
      title: 'Added on',
      width: 120,
      priority: 3,
      align: 'right',
      sort: 'created_at',
      firstOrder: 'desc',
      render: ({ created_at }) => <When at={created_at} />,
    },
    ...(can(remove)
      ? [
          {
            key: 'acts',
            card: 'foot',
            title: 'Actions',
            width: 80,
            priority: 1,
            align: 'right',
            render: ({ id, domainName }) => (
              <span className="row-actions">
                <Button
                  type="text"
                  danger
                  loading={removing === id}
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`Remove ${domainName} from the list`}
                  onClick={() => void takeOff(id)}
                />
              </span>
            ),
          } satisfies Column<AllowedDomain>,
        ]
      : []),
  ]

  return (
    <ListPage
      title="Restrict Domain"
      list={params}
      noun={['allowed domain', 'allowed domains']}
      columns={columns}
      search="Search domains and notes"
      actions={<DomainLists />}
      above={
        can(allowedDomains.add) && (
          <AllowDomain onAllowed={({ id, domainName }) => void offer(domainName, { allowedId: id })} />
        )
      }
      empty={{
        title: 'No allowed domains yet',
        text: 'Allow domains whose enquiries must never be quarantined, even if restricted or disposable.',
      }}
    >
      {dialog}
      {offered && <ReleaseLeads {...offered} onClose={close} />}
    </ListPage>
  )
}
