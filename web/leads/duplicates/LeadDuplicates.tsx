import { Button } from 'antd'
import { useId, useState } from 'react'
import { duplicates, type Duplicate } from '#contract/leads/duplicates.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { useOne } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { When } from '#web/kit/look/When.tsx'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { olderWords, sameWords } from './merge-words.ts'
import { useDifferent } from './use-different.ts'
import { useUnmerge } from './use-unmerge.ts'
import '#web/leads/fields/lead-form.css'
import './lead-duplicates.css'

const MergeDialog = lateDialog(() => import('./MergeDialog.tsx').then(({ MergeDialog }) => MergeDialog))

interface LeadDuplicatesProps {
  lead: LeadRow
  onOpenLead: (id: number) => void
}

const useDuplicates = (lead: LeadRow) => useOne(duplicates.ofLead, { params: { id: lead.id } }, { staleTime: 5000 })

/** Whether it is known by now how much room the duplicates of a lead take. */
export const useDuplicatesKnown = (lead: LeadRow) => !useDuplicates(lead).isPending

/** The other leads of this person, what to do about them, and those that have become part of this one. */
export const LeadDuplicates = ({ lead, onOpenLead }: LeadDuplicatesProps) => {
  const heading = useId()
  const found = useDuplicates(lead).data?.data
  const [merging, setMerging] = useState<number>()
  const { dismiss, recall } = useDifferent()
  const unmerge = useUnmerge()
  if (!found || (found.leads.length === 0 && found.merges.length === 0 && !found.elsewhere)) return null
  const more = found.total - found.leads.filter(({ different }) => !different).length

  return (
    <section aria-labelledby={heading} className="lead-duplicates">
      <h3 id={heading}>Duplicates</h3>
      <ul>
        {found.leads.map((other) => (
          <li key={other.id}>
            <OtherLead lead={other} onOpen={() => onOpenLead(other.id)} />
            {can(duplicates.merge) && (
              <span className="row-actions">
                {other.different ? (
                  <Button size="small" onClick={() => void recall({ body: { leadIds: [lead.id, other.id] } })}>
                    Mark as duplicate
                  </Button>
                ) : (
                  <>
                    <Button size="small" onClick={() => setMerging(other.id)}>
                      Merge
                    </Button>
                    <Button
                      size="small"
                      type="text"
                      onClick={() => void dismiss({ body: { leadIds: [lead.id, other.id] } })}
                    >
                      Not a duplicate
                    </Button>
                  </>
                )}
              </span>
            )}
          </li>
        ))}
        {found.merges.map(({ id, loser, by, at }) => (
          <li key={`merge-${id}`}>
            <span>
              No. {loser.lead_no} {loser.name} was merged into this lead by {by?.name ?? 'a former colleague'}{' '}
              <When at={at} />
            </span>
            {can(duplicates.unmerge) && (
              <Button size="small" loading={unmerge.running} onClick={() => void unmerge({ body: { mergeId: id } })}>
                Unmerge no. {loser.lead_no}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="second">{olderWords(more, found)}</p>}
      {found.elsewhere && <p className="second">More are on lists you can’t open.</p>}
      {merging !== undefined && (
        <MergeDialog winnerId={lead.id} loserId={merging} onClose={() => setMerging(undefined)} onMerged={onOpenLead} />
      )}
    </section>
  )
}

/** One line of a duplicate: which lead, where it stands, what is the same. */
export const OtherLead = ({ lead, onOpen }: { lead: Duplicate; onOpen?: () => void }) => (
  <span className="other-lead">
    <span className="other-lead-head">
      {onOpen ? (
        <button type="button" className="text-link" onClick={onOpen}>
          No. {lead.lead_no} {lead.name}
        </button>
      ) : (
        <strong>
          No. {lead.lead_no} {lead.name}
        </strong>
      )}
      <LeadStatus status={lead.status} />
    </span>
    <span className="second">
      {lead.different ? 'Different: ' : ''}
      {sameWords(lead.same)} · <When at={lead.created_at} />
      {lead.assigned_qa && ` · ${lead.assigned_qa.name}`}
    </span>
  </span>
)
