import { ReloadOutlined, UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Lead } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { refresh, sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { can, session } from '#web/kit/data/session.ts'
import { useShown } from '#web/kit/keys/visibility.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { When } from '#web/kit/look/When.tsx'
import { useCountries } from '#web/leads/fields/CountryFields.tsx'
import { ConflictNotice, isConflict } from '#web/leads/conflicts/ConflictNotice.tsx'
import { EvidenceRows } from '#web/leads/desk/EvidenceRows.tsx'
import { HolderNote } from './HolderNote.tsx'
import { differences, type Desk } from '#web/leads/desk/lead-desk.ts'
import { isGone, LeadGone } from '#web/leads/list/LeadGone.tsx'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import { LeadDesk } from '#web/leads/desk/LeadDesk.tsx'
import { LeadEdit } from '#web/leads/lead-edits/LeadEdit.tsx'
import { SalesDesk } from '#web/leads/sales/SalesDesk.tsx'
import { LeadFacts } from './LeadFacts.tsx'
import { LeadVerdict } from './LeadVerdict.tsx'
import { LeadWords } from './LeadWords.tsx'
import { useAnnounce } from './presence.ts'
import { ReadScroll } from './ReadScroll.tsx'
import { QueueClear } from './QueueClear.tsx'
import type { LeadActs } from '#web/leads/acts/use-lead-acts.tsx'
import type { useVerdicts } from '#web/leads/desk/use-verdicts.ts'
import '#web/leads/desk/desk.css'

interface LeadPanelProps {
  id: number
  lead: Lead | undefined

  desk: Desk | undefined
  failure: unknown
  onRetry: () => void
  /** Whether this person may decide on this lead as it is. */
  mayJudge: boolean
  verdicts: ReturnType<typeof useVerdicts>
  acts: LeadActs
  /** Whether what was sent is being corrected. */
  editing: boolean
  onEdited: () => void
  onOpen: (id: number) => void
  onSkip: () => void
  onClose: () => void
  /** On narrow screens, what follows in the same scroll. */
  below: ReactNode
}

/** The left of the drawer: the desk for a lead that can be judged, else what there is to read. */
export const LeadPanel = (props: LeadPanelProps) => {
  const {
    id,
    lead,
    desk,
    failure,
    onRetry,
    mayJudge,
    verdicts,
    acts,
    editing,
    onEdited,
    onOpen,
    onSkip,
    onClose,
    below,
  } = props
  const countries = useCountries()
  // Of this lead: another one may be started in passing, on its way to a verdict.
  const [starting, setStarting] = useState(false)
  const me = session.get().user?.id
  const holding = useOne(
    marketingLeads.checkCurrentAssignment,
    { params: { id } },
    { enabled: mayJudge, staleTime: 5000 },
  )
  // Whichever saw the lead last knows who holds it.
  const check = holding.data?.data
  const holder = check && check.version >= (lead?.version ?? 0) ? check.holder : lead?.assigned_qa
  const held = mayJudge && holder != null && holder.id !== me
  const takeOver = useAction(marketingLeads.assign, { refreshes: [...LEAD_LISTS, leadDetails.history] })
  const failed = verdicts.failed.get(id)
  useAnnounce(id, useShown() && mayJudge && !held)

  const take = () => {
    if (me === undefined || !lead) return
    void takeOver({ body: { leadIds: [id], staffId: me, version: lead.version } }, (taken) => {
      const told = () => toast.done(`Assigned ${lead.name} to you`, { undo: undoOf(taken) })
      void refresh([leadDetails.open, marketingLeads.checkCurrentAssignment]).then(told)
    })
  }

  if (verdicts.clearAfter === id) return <QueueClear onClose={onClose} />
  if (!lead) return <NotThere failure={failure} onRetry={onRetry} onClose={onClose} />

  const noCountries = <NotThere failure={countries.error} onRetry={() => void countries.refetch()} />
  if (editing)
    return countries.data ? <LeadEdit lead={lead} countries={countries.data.data} onClose={onEdited} /> : noCountries

  if (mayJudge && !held) {
    if (!desk) return <NotThere failure={failure} onRetry={onRetry} />
    if (!countries.data) return noCountries
    const start = async () => {
      const { version } = desk.lead
      setStarting(true)
      await verdicts.start({ body: { enquiryId: id, status: 'in-progress', version } }, (started) => {
        toast.done('In progress', { undo: undoOf(started) })
        void refresh(leadDetails.history)
      })
      setStarting(false)
    }
    return (
      <div className="desk">
        <LeadDesk
          desk={desk}
          rebase={verdicts.started.get(id)}
          countries={countries.data.data}
          failed={failed}
          onForget={() => verdicts.forget(id)}
          busy={verdicts.waiting === id || starting}
          onDecide={(attempt) => void verdicts.decide(attempt)}
          onStart={() => void start()}
          onOpenLead={onOpen}
          onSkip={onSkip}
          below={below}
        />
      </div>
    )
  }

  const lost = failed && isConflict(failed.failure) && (
    <ConflictNotice failure={failed.failure} differences={differences(failed.desk.lead, lead)} onSkip={onSkip} />
  )
  if (lead.status === 'valid' || lead.status === 'invalid')
    return (
      <div className="desk">
        {lost && <div className="desk-note">{lost}</div>}
        {lead.enquiry_status && can(validLeads.setEnquiryStatus) ? (
          <SalesDesk lead={lead} onNext={onSkip} below={below} />
        ) : (
          <LeadVerdict lead={lead} below={below} />
        )}
      </div>
    )
  // What is known of its company stands above what was sent, which would move when it comes.
  if (!desk && !failure && can(leadDetails.open)) return <LeadBones />
  return (
    <div className="desk">
      <ReadScroll>
        {lost}
        {held && (
          <HolderNote
            name={holder.name}
            since={check?.since ?? lead.assigned_at}
            taking={takeOver.running}
            onTake={take}
            onSkip={onSkip}
          />
        )}
        <Undecided lead={lead} />
        <LeadWords message={lead.message} />
        {desk && <EvidenceRows desk={desk} onOpenLead={onOpen} />}
        <h3>Original details</h3>
        <LeadFacts lead={lead} sent={lead} />
        {below}
      </ReadScroll>
      <ReadFoot lead={lead} acts={acts} />
    </div>
  )
}

/** Instead of what is still on its way, or did not come. */
const NotThere = ({ failure, onRetry, onClose }: { failure: unknown; onRetry: () => void; onClose?: () => void }) =>
  isGone(failure) ? (
    <div className="desk desk-scroll">
      <LeadGone action={onClose && <Button onClick={onClose}>Back to the list</Button>} />
    </div>
  ) : failure ? (
    <div className="desk desk-scroll">
      <Notice
        kind="error"
        title="The lead did not load"
        action={
          <Button icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {sentenceOf(failure)}
      </Notice>
    </div>
  ) : (
    <LeadBones />
  )

/** Why there is nothing to decide here yet. */
const Undecided = ({ lead }: { lead: Lead }) => {
  if (lead.quarantined_by !== null)
    return (
      <Notice kind="warning" title="Quarantined by a restricted domain">
        It isn’t assigned until it is released on Restrict Domain.
      </Notice>
    )
  if (lead.status === 'new')
    return (
      <Notice kind="info" title="This lead has no owner">
        {lead.why_unassigned ?? 'Waiting to be assigned'}, for <When at={lead.created_at} as="age" />.
      </Notice>
    )
  if (lead.on_hold_until !== null)
    return (
      <Notice kind="info" title={`On hold until ${formats().writeDay(lead.on_hold_until)}`}>
        It returns to its previous status that morning. Press H to take it off hold now.
      </Notice>
    )
  return null
}

/** What can be done with a lead that is only read. */
const ReadFoot = ({ lead, acts }: { lead: Lead; acts: LeadActs }) => {
  const may = (key: string) => acts.bulk.some(({ keys }) => keys === key)
  const takes = may('m') && lead.status === 'new'
  if (lead.quarantined_by !== null || (!takes && !may('a'))) return null
  return (
    <div className="desk-foot">
      {may('a') && (
        <Button aria-keyshortcuts="A" onClick={() => acts.ask('assign', [lead])}>
          Assign<Kbd>A</Kbd>
        </Button>
      )}
      {takes && (
        <Button
          className="desk-decide"
          type="primary"
          icon={<UserAddOutlined aria-hidden />}
          aria-keyshortcuts="M"
          onClick={() => acts.assignToMe([lead])}
        >
          Assign to me<Kbd>M</Kbd>
        </Button>
      )}
    </div>
  )
}

const LeadBones = () => (
  <div className="desk-scroll" aria-busy role="status" aria-label="Loading the lead">
    {[0, 1, 2].map((part) => (
      <span key={part} className="bones desk-bones">
        <span className="bone" />
        <span className="bone bone-short" />
        <span className="bone" />
      </span>
    ))}
  </div>
)
