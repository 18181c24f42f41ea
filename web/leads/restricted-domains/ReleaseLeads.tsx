import { Button, Modal } from 'antd'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { useAction } from '#web/kit/data/api.ts'
import { counted } from '#web/kit/look/format.ts'

interface ReleaseLeadsProps {
  domainName: string
  waiting: { leads: number; ids: number[] }
  onClose: () => void
}

/** Offers to let go the leads that a domain held and that nothing holds any more. */
export const ReleaseLeads = ({ domainName, waiting: { leads, ids }, onClose }: ReleaseLeadsProps) => {
  const release = useAction(restrictedDomains.release, {
    done: ({ data }) => `Released ${counted(data.released.length, 'lead')} for assignment`,
    refreshes: [restrictedDomains.list, marketingLeads.list],
    then: onClose,
  })
  return (
    <Modal
      open
      title={`Release the leads of ${domainName}?`}
      onCancel={onClose}
      footer={[
        <Button key="keep" onClick={onClose}>
          {' '}
          Keep quarantined{' '}
        </Button>,
        <Button
          key="release"
          type="primary"
          loading={release.running}
          onClick={() => void release({ body: { leadIds: ids } })}
        >
          Release {counted(ids.length, 'lead')}
        </Button>,
      ]}
    >
      <p>
        {counted(leads, 'lead is', 'leads are')} still quarantined, though no domain restricts{' '}
        {leads === 1 ? 'it' : 'them'} any more. Released leads are assigned at once
        {leads > ids.length ? `, ${counted(ids.length, 'lead')} at a time` : ''}.
      </p>
    </Modal>
  )
}
