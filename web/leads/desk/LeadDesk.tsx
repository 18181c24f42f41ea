import { Form } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { DraftOffer, useFormErrors } from '#web/kit/form/FormModal.tsx'
import { useStable } from '#web/kit/form/use-stable.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { counted } from '#web/kit/look/format.ts'
import { ConflictNotice, isConflict } from '#web/leads/conflicts/ConflictNotice.tsx'
import { useMeanwhile } from '#web/leads/conflicts/use-meanwhile.tsx'
import { LeadUtm, LeadWords } from '#web/leads/drawer/LeadWords.tsx'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { focusField, focusFirstEmpty } from './desk-focus.ts'
import { checkFields } from './desk-marks.ts'
import { DeskFoot } from './DeskFoot.tsx'
import { DeskForm } from './DeskForm.tsx'
import { EvidenceRows, type FixField } from './EvidenceRows.tsx'
import { InvalidBox } from './InvalidBox.tsx'
import { differences, mayRefuse, mustStart, type Desk, type DeskValues } from './lead-desk.ts'
import { useOpenedDesk } from './use-opened-desk.ts'
import { useRefusal } from './use-refusal.ts'
import type { Attempt, FailedAttempt } from './use-verdicts.ts'
import './desk.css'

interface LeadDeskProps {
  desk: Desk
  /** The version that the person's own act, starting, made of it: the desk goes on from it. */
  rebase: number | undefined
  countries: readonly CallingCode[]
  /** A verdict of this lead that was not accepted. */
  failed: FailedAttempt | undefined
  onForget: () => void
  /** While a call is under way the buttons wait. */
  busy: boolean
  onDecide: (attempt: Attempt) => void
  onStart: () => void
  onOpenLead: (id: number) => void
  onSkip: () => void
  /** On narrow screens, what follows in the same scroll. */
  below: ReactNode
}

/** Where a lead is judged: its words, the evidence, the form, the checklist; every key of it works without the mouse. */
export const LeadDesk = (props: LeadDeskProps) => {
  const { desk, rebase, countries, failed, onForget, busy, onDecide, onStart, onOpenLead, onSkip, below } = props
  const [form] = Form.useForm<DeskValues>()
  const errors = useFormErrors(form)
  const editing = useOpenedDesk({ form, desk, rebase, countries, failed })
  const { opened, noteChange, allValues, goOnFrom } = editing
  const invalid = useRefusal(opened, failed?.refusal)
  const { refusal } = invalid
  const conflict = failed !== undefined && isConflict(failed.failure) ? failed : undefined
  // What others did while one types: told at once, before a verdict is refused for it. While an act of one's own is under way it may be that.
  const meanwhile = editing.outdated && !conflict && !busy ? differences(opened.lead, desk.lead) : []
  const told = useMeanwhile(meanwhile, () => goOnFrom(opened))
  useEffect(() => {
    if (failed && !isConflict(failed.failure)) errors.show(failed.failure)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each failure; `errors` changes with every render
  }, [failed])

  const decide = () => {
    const values = allValues()
    const isReady = refusal ? invalid.check(refusal) : checkFields({ form, errors, desk: opened, values })
    if (isReady) onDecide({ desk: opened, values, ...(refusal && { refusal }) })
  }

  const fixField = useStable((fix: { field: FixField } | { company: string }) => {
    if ('company' in fix) form.setFieldValue('company', fix.company)
    focusField(form, 'company' in fix ? 'company' : fix.field)
    if ('company' in fix) noteChange()
  })

  useKeys('panel', [
    { keys: 'ctrl+enter', label: refusal ? 'Mark invalid' : 'Validate and next', run: () => !busy && decide() },
    ...(mayRefuse(opened.lead) && !refusal
      ? [{ keys: 'i', label: 'Mark invalid', run: () => !busy && invalid.begin() }]
      : []),
    ...(mustStart(opened.lead) ? [{ keys: 'p', label: 'In progress', run: () => !busy && onStart() }] : []),
    { keys: 'e', label: 'First empty required field', run: () => focusFirstEmpty(form, allValues()) },
    ...(refusal ? [{ keys: 'escape', label: 'Cancel “Mark invalid”', run: invalid.leave }] : []),
  ])

  return (
    <div className="desk">
      <div className="desk-scroll">
        {errors.summary}
        {conflict && (
          <ConflictNotice
            failure={conflict.failure}
            differences={differences(conflict.desk.lead, desk.lead)}
            onContinue={() => {
              goOnFrom(conflict.desk)
              onForget()
            }}
            onSkip={onSkip}
          />
        )}
        {told.notice}
        {editing.found && !failed && (
          <DraftOffer at={editing.found.at} onTake={editing.takeDraft} onDrop={editing.dropDraft} />
        )}
        {opened.lead.kind === 'registration' && opened.company_match && (
          <Notice kind="info" title={`This domain belongs to ${opened.company_match.company}`}>
            {counted(opened.company_match.leads, 'other lead')} came from it. It may be the same company.
          </Notice>
        )}
        <LeadWords message={opened.lead.message} />
        <LeadUtm utm={opened.lead.utm} />
        <EvidenceRows desk={opened} onOpenLead={onOpenLead} onFix={fixField} />
        <DeskForm form={form} desk={opened} countries={countries} initial={editing.initial} onChange={noteChange} />
        {below}
      </div>
      <div className="desk-box">
        {told.line}
        {refusal && (
          <InvalidBox
            desk={opened}
            refusal={refusal}
            error={invalid.problem}
            onChange={invalid.change}
            onLeave={invalid.leave}
          />
        )}
      </div>
      <DeskFoot
        lead={opened.lead}
        refusing={refusal !== undefined}
        busy={busy}
        onInvalid={invalid.begin}
        onLeaveInvalid={invalid.leave}
        onStart={onStart}
        onDecide={decide}
      />
    </div>
  )
}
