import { Button, Modal } from 'antd'
import { restrictedDomains, type RestrictedDomain } from '#contract/restricted-domains.ts'
import { useAction } from '#web/kit/api.ts'
import { counted } from '#web/kit/format.ts'

interface DeleteDomainProps {
  domain: RestrictedDomain
  onClose: () => void
  onDeleted: (domain: RestrictedDomain) => void
}

/** Asks first, because it cannot be taken back from here. */
export const DeleteDomain = ({ domain, onClose, onDeleted }: DeleteDomainProps) => {
  const remove = useAction(restrictedDomains.remove, {
    done: `${domain.domainName} deleted`,
    refreshes: restrictedDomains.list,
    then: () => {
      onClose()
      onDeleted(domain)
    },
  })
  return (
    <Modal
      open
      title={`Delete ${domain.domainName}?`}
      onCancel={onClose}
      footer={[
        <Button key="keep" onClick={onClose}>
          Keep it
        </Button>,
        <Button key="delete" danger loading={remove.running} onClick={() => void remove({ params: { id: domain.id } })}>
          Delete {domain.domainName}
        </Button>,
      ]}
    >
      <p>
        Enquiries from it become leads again. It caught {counted(domain.hits, 'lead')} so far
        {domain.held > 0 &&
          `; ${counted(domain.held, 'lead waits', 'leads wait')} in quarantine, and can be released next`}
        .
      </p>
    </Modal>
  )
}
