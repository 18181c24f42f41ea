import { Button } from 'antd'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can } from '#web/kit/data/session.ts'
import { When } from '#web/kit/look/When.tsx'
import './lead-facts.css'

interface HolderNoteProps {
  name: string
  since: string | null
  taking: boolean
  onTake: () => void
  onSkip: () => void
}

/** Somebody else is on this lead: take it over, or leave it. */
export const HolderNote = ({ name, since, taking, onTake, onSkip }: HolderNoteProps) => {
  const mayTake = can('marketing_leads_reassign') && can(marketingLeads.assign)
  return (
    <Notice
      kind="warning"
      title={`${name} owns this lead`}
      action={
        <div className="notice-actions">
          {mayTake && (
            <Button size="small" type="primary" loading={taking} onClick={onTake}>
              Take over
            </Button>
          )}
          <Button size="small" onClick={onSkip}>
            Skip
          </Button>
        </div>
      }
    >
      {since && (
        <>
          Since <When at={since} />.{' '}
        </>
      )}
      {mayTake ? 'Taking over is recorded in the timeline.' : 'You can read it here but not decide it.'}
    </Notice>
  )
}
