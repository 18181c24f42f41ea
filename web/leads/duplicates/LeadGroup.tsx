import { Link } from 'react-router'
import type { DuplicateGroup } from '#contract/leads/duplicates.ts'
import type { Lead, LeadStatus as Status } from '#contract/leads/lead.ts'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { countryName, sourceLabel } from '#web/leads/words/lead-words.ts'
import { sameWords } from './merge-words.ts'
import { useDifferent } from './use-different.ts'
import { GroupCard } from '#web/kit/list/GroupCard.tsx'
import { formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'

const MergeDialog = lateDialog(() => import('./MergeDialog.tsx').then(({ MergeDialog }) => MergeDialog))

/** The further lead stays, unless somebody says otherwise; of two that are as far, the older. */
const RANK: Readonly<Record<Status, number>> = {
  valid: 5,
  'in-progress': 4,
  on_hold: 3,
  assigned: 2,
  new: 1,
  invalid: 0,
}
const likelyFirst = (leads: readonly Lead[]) =>
  leads.toSorted((one, other) => RANK[other.status] - RANK[one.status] || one.id - other.id)

/** Leads of one group, side by side; two of them at a time are merged. */
export const LeadGroup = ({ group: { total, same, leads } }: { group: DuplicateGroup }) => {
  const { dismiss } = useDifferent()
  return (
    <GroupCard
      title={`${formats().number(total)} leads, ${sameWords(same)}`}
      noun={['lead', 'leads']}
      total={total}
      rows={leads}
      likelyFirst={likelyFirst}
      shortName={({ lead_no }) => `no. ${lead_no}`}
      renderHead={(lead) => <LeadTitle lead={lead} />}
      facts={factsOf}
      dismissing={dismiss.running}
      onDismiss={(leadIds) => void dismiss({ body: { leadIds } })}
      renderMerge={(winner, loser, onClose) => (
        <MergeDialog winnerId={winner.id} loserId={loser.id} onClose={onClose} />
      )}
    />
  )
}

const factsOf = (lead: Lead) =>
  [
    ['Company', lead.company],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Country', countryName(lead.country)],
    ['Asks for', lead.products.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join(', ')],
    ['Source', sourceLabel(lead.source)],
    ['QA', lead.assigned_qa?.name],
    ['Sales', lead.sales_person?.name],
  ] as const

const LeadTitle = ({ lead }: { lead: Lead }) => (
  <>
    <span className="group-row-name">
      <Link to={addressOf(lead)}>
        No. {lead.lead_no} {lead.name}
      </Link>
      <span className="second">
        Received <When at={lead.created_at} />
      </span>
    </span>
    <LeadStatus status={lead.status} />
  </>
)

const addressOf = ({ id, kind }: Lead) =>
  `/marketing/${kind === 'enquiry' ? 'marketing_leads_list' : 'registration_leads'}?lead=${id}`
