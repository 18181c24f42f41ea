import { Button, Checkbox } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { DuplicateGroup } from '#contract/leads/duplicates.ts'
import type { Lead, LeadStatus as Status } from '#contract/leads/lead.ts'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { countryName, sourceLabel } from '#web/leads/words/lead-words.ts'
import { sameWords } from './merge-words.ts'
import { useDifferent } from './use-different.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
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

/** Leads that hang together, side by side; two of them at a time are merged. */
export const GroupCard = ({ group: { total, same, leads } }: { group: DuplicateGroup }) => {
  const heading = useId()
  const [chosen, setChosen] = useState<readonly number[]>(leads.slice(0, 2).map(({ id }) => id))
  const [merging, setMerging] = useState(false)
  const { dismiss } = useDifferent()
  const pair = likelyFirst(leads.filter(({ id }) => chosen.includes(id)))
  const [winner, loser] = pair
  const many = leads.length > 2

  return (
    <section className="group-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          {formats().number(total)} leads, {sameWords(same)}
        </h2>
        <span className="row-actions">
          <Button
            disabled={pair.length < 2}
            loading={dismiss.running}
            onClick={() => void dismiss({ body: { leadIds: [...chosen] } })}
          >
            {many && chosen.length < leads.length ? 'Selected aren’t duplicates' : 'Not duplicates'}
          </Button>
          <Button type="primary" disabled={pair.length !== 2} onClick={() => setMerging(true)}>
            Merge
          </Button>
        </span>
      </header>
      {many && <p className="group-hint">Choose two leads to merge. You can merge the rest afterwards.</p>}
      <ul>
        {leads.map((lead) => (
          <li key={lead.id} className={chosen.includes(lead.id) && many ? 'group-lead group-lead-on' : 'group-lead'}>
            <LeadBesides
              lead={lead}
              check={
                many && (
                  <Checkbox
                    checked={chosen.includes(lead.id)}
                    aria-label={`Choose no. ${lead.lead_no}`}
                    onChange={({ target }) =>
                      setChosen(target.checked ? [...chosen, lead.id] : chosen.filter((id) => id !== lead.id))
                    }
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
      {total > leads.length && (
        <p className="group-hint">
          And {formats().number(total - leads.length)} older. They appear once these are merged.
        </p>
      )}
      {merging && winner && loser && (
        <MergeDialog winnerId={winner.id} loserId={loser.id} onClose={() => setMerging(false)} />
      )}
    </section>
  )
}

const FACTS: readonly (readonly [string, (lead: Lead) => string | null | undefined])[] = [
  ['Company', ({ company }) => company],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Country', ({ country }) => countryName(country)],
  [
    'Asks for',
    ({ products }) => products.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join(', '),
  ],
  ['Source', ({ source }) => sourceLabel(source)],
  ['QA', ({ assigned_qa }) => assigned_qa?.name],
  ['Sales', ({ sales_person }) => sales_person?.name],
]

const LeadBesides = ({ lead, check }: { lead: Lead; check: React.ReactNode }) => (
  <>
    <div className="group-lead-head">
      {check}
      <span className="group-lead-name">
        <Link to={addressOf(lead)}>
          No. {lead.lead_no} {lead.name}
        </Link>
        <span className="second">
          Received <When at={lead.created_at} />
        </span>
      </span>
      <LeadStatus status={lead.status} />
    </div>
    <dl>
      {FACTS.map(([label, say]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{orEmpty(say(lead))}</dd>
        </div>
      ))}
    </dl>
  </>
)

const addressOf = ({ id, kind }: Lead) =>
  `/marketing/${kind === 'enquiry' ? 'marketing_leads_list' : 'registration_leads'}?lead=${id}`
