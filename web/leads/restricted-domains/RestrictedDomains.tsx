import { useState } from 'react'
import { restrictedDomains, type RestrictedDomain } from '#contract/leads/restricted-domains.ts'
import type { Filter } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { can } from '#web/kit/data/session.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { DomainLists } from './DomainLists.tsx'
import { AddDomain } from './AddDomain.tsx'
import { domainColumns } from './domain-columns.tsx'
import { useDomainActs } from './use-domain-acts.ts'
import { useWaiting } from './use-waiting.ts'

const EditDomain = lateDialog(() => import('./EditDomain.tsx').then(({ EditDomain }) => EditDomain))
const ReleaseLeads = lateDialog(() => import('./ReleaseLeads.tsx').then(({ ReleaseLeads }) => ReleaseLeads))

const { list, update } = restrictedDomains
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
  const { switchTo, askToRemove, dialog } = useDomainActs((domain) => void offerRelease(domain))

  return (
    <ListPage
      title="Restrict Domain"
      list={params}
      noun={['domain', 'domains']}
      columns={domainColumns({ onSwitch: switchTo, onEdit: setEdited, onRemove: askToRemove })}
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
