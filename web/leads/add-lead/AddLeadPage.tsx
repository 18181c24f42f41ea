import { useState } from 'react'
import { AddLeadForm } from './AddLeadForm.tsx'
import { Page } from '#web/kit/look/Page.tsx'
import { NoPermission } from '#web/kit/list/ListStates.tsx'
import { can } from '#web/kit/data/session.ts'
import { addLead } from '#contract/leads/add-lead.ts'

export default function AddLeadPage() {
  const [round, setRound] = useState(0)
  return (
    <Page title="Add Leads" width={768} subtitle="Add leads you received by phone, email or in person.">
      {can(addLead.add) ? (
        <AddLeadForm key={round} again={round > 0} onAnother={() => setRound(round + 1)} />
      ) : (
        <NoPermission noun={['lead', 'leads']} permission={addLead.add.permission} />
      )}
    </Page>
  )
}
