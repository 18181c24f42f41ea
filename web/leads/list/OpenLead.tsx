import { Button } from 'antd'
import { Navigate, useSearchParams } from 'react-router'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { sentenceOf, useOne } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { idIn } from '#web/kit/list/id-in.ts'
import { isGone, LeadGone } from './LeadGone.tsx'
import { leadPath } from './lead-path.ts'

/** Opens the lead that the address names (`?lead=`), if it names one. */
export const OpenLead = () => {
  const [params] = useSearchParams()
  const id = idIn(params.get('lead'))
  return id === undefined ? null : <OpenOne id={id} />
}

/** Opens the lead where this person finds it, or says that there is nothing to open. */
const OpenOne = ({ id }: { id: number }) => {
  const lead = useOne(leadDetails.lead, { params: { id } })
  const path = lead.data && leadPath(lead.data.data)
  if (path) return <Navigate to={path} replace />
  if (lead.isPending) return null
  if (lead.isError && !isGone(lead.error))
    return (
      <Notice
        kind="error"
        title="The lead did not load"
        action={<Button onClick={() => void lead.refetch()}>Try again</Button>}
      >
        {sentenceOf(lead.error, leadDetails.lead.failure)}
      </Notice>
    )
  return <LeadGone />
}
