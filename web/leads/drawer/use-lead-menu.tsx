import { useState, type ReactNode } from 'react'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { useAction } from '#web/kit/data/api.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { can, session } from '#web/kit/data/session.ts'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import { useDeleteLeads } from '#web/leads/acts/use-delete-leads.ts'

const HoldDialog = lateDialog(() => import('#web/leads/desk/HoldDialog.tsx').then(({ HoldDialog }) => HoldDialog))
const ReleaseDialog = lateDialog(() =>
  import('#web/leads/desk/ReleaseDialog.tsx').then(({ ReleaseDialog }) => ReleaseDialog),
)
const AskQuestion = lateDialog(() =>
  import('#web/leads/qc-support/AskQuestion.tsx').then(({ AskQuestion }) => AskQuestion),
)
const ReopenDialog = lateDialog(() =>
  import('#web/leads/desk/ReopenDialog.tsx').then(({ ReopenDialog }) => ReopenDialog),
)

export interface MenuAct {
  key: string
  label: string
  /** One letter, as in the keyboard map. */
  keys?: string
  danger?: boolean
  run: () => void
}

interface LeadMenuOptions {
  lead: Lead | undefined
  onEdit: () => void
  onDeleted: () => void
}

/** What can be done with the lead on screen beside judging it: as a menu, by key, in the palette, and the dialogs that it opens. */
export const useLeadMenu = ({
  lead,
  onEdit,
  onDeleted,
}: LeadMenuOptions): { acts: readonly MenuAct[]; dialogs: ReactNode } => {
  const [asked, setAsked] = useState<{ what: 'hold' | 'release' | 'reopen' | 'question'; lead: Lead }>()
  const wake = useAction(assignedLeads.wake, { done: 'Off hold', refreshes: AFTER_ACT })
  const deleteLeads = useDeleteLeads()
  const acts = lead ? actsOn(lead) : []
  useKeys(
    'panel',
    acts.map(({ keys = [], label, run }) => ({ keys, label, run })),
  )

  function actsOn(lead: Lead): MenuAct[] {
    const ask = (what: 'hold' | 'release' | 'reopen' | 'question') => () => setAsked({ what, lead })
    const { status } = lead
    const worked = status === 'assigned' || status === 'in-progress'
    const decided = status === 'valid' || status === 'invalid'
    const holdsIt = lead.assigned_qa?.id === session.get().user?.id || can('marketing_leads_reassign')
    const reopen =
      status === 'invalid' && lead.kind === 'registration' ? registrationLeads.validate : assignedLeads.validate
    const offered: (MenuAct & { may: boolean })[] = [
      { key: 'edit', label: 'Edit original details', keys: 'shift+e', may: can(leadEdits.update), run: onEdit },
      {
        key: 'hold',
        label: 'Put on hold',
        keys: 'h',
        may: worked && holdsIt && can(assignedLeads.hold),
        run: ask('hold'),
      },
      {
        key: 'wake',
        label: 'Take off hold',
        keys: 'h',
        may: status === 'on_hold' && holdsIt && can(assignedLeads.wake),
        run: () => void wake({ body: { enquiryId: lead.id, version: lead.version } }),
      },
      {
        key: 'release',
        label: 'Release',
        keys: 'r',
        may: worked && holdsIt && can(assignedLeads.release),
        run: ask('release'),
      },
      {
        key: 'reopen',
        label: 'Change verdict',
        keys: 'o',
        may: decided && can(reopen) && can(leadDetails.open),
        run: ask('reopen'),
      },
      { key: 'question', label: 'Ask QC', keys: 'q', may: can(qcSupport.ask), run: ask('question') },
      {
        key: 'delete',
        label: 'Delete',
        danger: true,
        may: can(leadEdits.remove),
        run: () => void deleteLeads([lead]).then((done) => done && onDeleted()),
      },
    ]
    return offered.filter(({ may }) => may)
  }

  const close = () => setAsked(undefined)
  return {
    acts,
    dialogs: (
      <>
        {asked?.what === 'hold' && <HoldDialog lead={asked.lead} onClose={close} />}
        {asked?.what === 'release' && <ReleaseDialog lead={asked.lead} onClose={close} />}
        {asked?.what === 'question' && <AskQuestion lead={asked.lead} onClose={close} />}
        {asked?.what === 'reopen' && <ReopenDialog lead={asked.lead} onClose={close} />}
      </>
    ),
  }
}
