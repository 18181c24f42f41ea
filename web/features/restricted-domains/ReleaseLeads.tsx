import { Button, Modal } from 'antd'
import { useState } from 'react'
import { marketingLeads } from '#contract/marketing-leads.ts'
import { restrictedDomains, type RestrictedDomain } from '#contract/restricted-domains.ts'
import { callForPage, sentenceOf, useAction } from '#web/kit/api.ts'
import { counted } from '#web/kit/format.ts'
import { can } from '#web/kit/session.ts'
import { toast } from '#web/kit/toast.ts'

/** Offers to let go the leads that a domain held and that nothing holds any more. */
export const ReleaseLeads = ({ domain, onClose }: { domain: RestrictedDomain; onClose: () => void }) => {
  const [looking, setLooking] = useState(false)
  const release = useAction(restrictedDomains.release, {
    done: ({ data }) => `${counted(data.released.length, 'lead')} released into assignment`,
    refreshes: [restrictedDomains.list, marketingLeads.list],
    then: onClose,
  })
  const mayLook = can(marketingLeads.list)

  const releaseAll = async () => {
    setLooking(true)
    try {
      const leadIds = await heldBy(domain.id)
      if (leadIds.length > 0) await release({ body: { leadIds } })
      else {
        toast.note('No lead is held any more')
        onClose()
      }
    } catch (failure) {
      toast.failed(sentenceOf(failure, restrictedDomains.release.failure), { retry: () => void releaseAll() })
    } finally {
      setLooking(false)
    }
  }

  return (
    <Modal
      open
      title={`Release the leads of ${domain.domainName}?`}
      onCancel={onClose}
      footer={[
        <Button key="keep" onClick={onClose}>
          Keep them back
        </Button>,
        mayLook && (
          <Button key="release" type="primary" loading={looking || release.running} onClick={() => void releaseAll()}>
            Release {counted(domain.held, 'lead')}
          </Button>
        ),
      ]}
    >
      <p>
        {counted(domain.held, 'lead was', 'leads were')} held back because of this domain. Released leads go into
        assignment at once.
        {!mayLook && ' Somebody who may see Leads can release them there.'}
      </p>
    </Modal>
  )
}

const MOST = 1000
const BY = 100

const heldBy = async (domainId: number) => {
  const page = (number: number) => callForPage(marketingLeads.list, { quarantined: 'yes', page: number, pageSize: BY })
  const first = await page(1)
  const further = Array.from({ length: Math.min(first.pagination.totalPages, MOST / BY) - 1 }, (_, index) =>
    page(index + 2),
  )
  const all = [first, ...(await Promise.all(further))].flatMap(({ data }) => data)
  return all.filter(({ quarantined_by }) => quarantined_by === domainId).map(({ id }) => id)
}
