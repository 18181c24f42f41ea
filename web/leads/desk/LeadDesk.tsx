import { Form, type FormInstance } from 'antd'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { DraftOffer, useFormErrors } from '#web/kit/form/FormModal.tsx'
import { counted } from '#web/kit/look/format.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { ConflictNotice, isConflict } from '#web/leads/conflicts/ConflictNotice.tsx'
import { DeskFoot } from './DeskFoot.tsx'
import { markFields } from './desk-marks.ts'
import { DeskForm } from './DeskForm.tsx'
import { EvidenceRows, type FixField } from './EvidenceRows.tsx'
import { inPane } from './in-pane.ts'
import { begunRefusal, InvalidBox, likelyRefusal, refusalError } from './InvalidBox.tsx'
import {
  differences,
  mayRefuse,
  mustStart,
  openItems,
  problemsOf,
  valuesOf,
  whyOpen,
  type Desk,
  type DeskValues,
  type Refusal,
} from './lead-desk.ts'
import { LeadUtm, LeadWords } from '#web/leads/drawer/LeadWords.tsx'
import { ADD_PRODUCT } from '#web/leads/fields/ProductFields.tsx'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { follow } from '#web/leads/conflicts/use-conflict.tsx'
import { useMeanwhile } from '#web/leads/conflicts/use-meanwhile.tsx'
import { draftOf, draftOfRefusal, type Attempt, type FailedAttempt } from './use-verdicts.ts'
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

/** What was typed, and the lead as it was then: what others change meanwhile is not overwritten unseen. */
interface VerdictDraft extends DeskValues {
  begunOn: Pick<Desk, 'lead' | 'products'>
}

/** Where a lead is judged: its words, the evidence, the form, the checklist; every key of it works without the mouse. */
export const LeadDesk = (props: LeadDeskProps) => {
  const { desk, rebase, countries, failed, onForget, busy, onDecide, onStart, onOpenLead, onSkip, below } = props
  const [form] = Form.useForm<DeskValues>()
  const errors = useFormErrors(form)
  const draft = useDraft<VerdictDraft>(draftOf(desk.lead.id))
  const [seen, setSeen] = useState({ desk, rebase })
  const [touched, setTouched] = useState(failed !== undefined)
  const refusalDraft = useDraft<Refusal>(draftOfRefusal(desk.lead.id))
  const [refusing, setRefusing] = useState(failed?.refusal !== undefined)
  // What was begun waits until the lead is to be invalid again.
  const [begun, setBegun] = useState(
    () => failed?.refusal ?? (refusalDraft.found && begunRefusal(refusalDraft.found.values)),
  )
  const refusal = refusing ? begun : undefined
  const [refusalProblem, setRefusalProblem] = useState<string>()
  const opened = seen.desk
  const fresh = desk.lead.version !== opened.lead.version
  const conflict = failed !== undefined && isConflict(failed.failure) ? failed : undefined
  // What others did while one types: told at once, before a verdict is refused for it. While an act of one's own is under way it may be that.
  const meanwhile = fresh && touched && !conflict && !busy ? differences(opened.lead, desk.lead) : []
  const initial = useMemo(() => failed?.values ?? valuesOf(opened, countries), [failed, opened, countries])

  if (rebase !== seen.rebase && fresh) setSeen({ desk, rebase })
  useEffect(() => {
    if (!fresh || touched) return
    setSeen({ desk, rebase })
    form.setFieldsValue(valuesOf(desk, countries))
  }, [fresh, touched, desk, rebase, countries, form])
  useEffect(() => {
    if (failed && !isConflict(failed.failure)) errors.show(failed.failure)
    // Shown once for each failure; `errors` is made anew with every render.
    // eslint-disable-next-line react/exhaustive-deps
  }, [failed])

  const goOnFrom = (seenAtFirst: Desk) => {
    follow({ form, valuesOf: (now) => valuesOf(now, countries) }, seenAtFirst, desk)
    setSeen({ desk, rebase })
  }
  const told = useMeanwhile(meanwhile, () => goOnFrom(opened))
  const beginInvalid = () => {
    setBegun(begun ?? likelyRefusal(opened))
    setRefusing(true)
  }
  const leaveInvalid = () => {
    setRefusing(false)
    setRefusalProblem(undefined)
  }
  const changeRefusal = (next: Refusal) => {
    setBegun(next)
    refusalDraft.keep(next)
  }

  const validate = () => {
    const values = allValues()
    const problems = problemsOf(values, opened.lead.kind)
    const open = openItems(opened.checklist.items, values.answers)
    const [first] = open
    if (problems.length > 0) {
      markFields(form, problems)
      errors.showFields({ errorFields: problems })
    } else if (first) {
      errors.clear()
      markFields(
        form,
        open.map((item) => ({ name: ['answers', String(item.item)], errors: [whyOpen(item, values.answers)] })),
      )
      focusItem(first.item)
    } else onDecide({ desk: opened, values })
  }
  const markInvalid = () => {
    if (refusal === undefined) return
    const problem = refusalError(refusal)
    setRefusalProblem(problem)
    if (problem === undefined) onDecide({ desk: opened, values: allValues(), refusal })
  }
  const allValues = (): DeskValues => ({ ...valuesOf(opened, countries), ...form.getFieldsValue(true) })
  const decide = () => (refusal ? markInvalid() : validate())

  const fixField = useStable((fix: { field: FixField } | { company: string }) => {
    if ('company' in fix) form.setFieldValue('company', fix.company)
    focusField(form, 'company' in fix ? 'company' : fix.field)
    if ('company' in fix) noteChange()
  })

  const keepDraft = useStable(() => {
    const { lead, products } = opened
    draft.keep({ ...form.getFieldsValue(true), begunOn: { lead, products } })
  })
  const noteChange = useStable(() => {
    setTouched(true)
    keepDraft()
  })
  const takeDraft = () => {
    const { begunOn, ...values } = draft.found?.values ?? {}
    form.setFieldsValue(values)
    setSeen({ desk: { ...desk, ...begunOn }, rebase })
    setTouched(true)
    draft.taken()
  }
  // What was typed rests from then on upon what it was compared with, or upon the person's own act.
  useEffect(() => {
    if (touched) keepDraft()
  }, [opened, touched, keepDraft])

  useKeys('panel', [
    { keys: 'ctrl+enter', label: refusal ? 'Mark invalid' : 'Validate and next', run: () => !busy && decide() },
    {
      keys: 'i',
      label: 'Mark invalid',
      run: () => !busy && mayRefuse(opened.lead) && beginInvalid(),
    },
    { keys: 'p', label: 'In progress', run: () => !busy && mustStart(opened.lead) && onStart() },
    { keys: 'e', label: 'First empty required field', run: () => focusFirstEmpty(form, allValues()) },
    ...(refusal ? [{ keys: 'escape', label: 'Cancel “Mark invalid”', run: leaveInvalid }] : []),
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
        {draft.found && !failed && <DraftOffer at={draft.found.at} onTake={takeDraft} onDrop={draft.drop} />}
        {opened.lead.kind === 'registration' && opened.company_match && (
          <Notice kind="info" title={`This domain belongs to ${opened.company_match.company}`}>
            {counted(opened.company_match.leads, 'other lead')} came from it. It may be the same company.
          </Notice>
        )}
        <LeadWords message={opened.lead.message} />
        <LeadUtm utm={opened.lead.utm} />
        <EvidenceRows desk={opened} onOpenLead={onOpenLead} onFix={fixField} />
        <DeskForm form={form} desk={opened} countries={countries} initial={initial} onChange={noteChange} />
        {below}
      </div>
      <div className="desk-box">
        {told.line}
        {refusal && (
          <InvalidBox
            desk={opened}
            refusal={refusal}
            error={refusalProblem}
            onChange={changeRefusal}
            onLeave={leaveInvalid}
          />
        )}
      </div>
      <DeskFoot
        lead={opened.lead}
        refusing={refusal !== undefined}
        busy={busy}
        onInvalid={beginInvalid}
        onLeaveInvalid={leaveInvalid}
        onStart={onStart}
        onDecide={decide}
      />
    </div>
  )
}

const PATHS: Readonly<Record<FixField, (string | number)[]>> = {
  email: ['email'],
  phone: ['phone'],
  company: ['company'],
  products: ['products', 0, 'product_name'],
}

const focusField = (form: FormInstance, field: FixField) => {
  if (field === 'products' && !form.getFieldValue(PATHS.products)) focusAddProduct()
  else form.focusField(PATHS[field])
}

const focusAddProduct = () => inPane(`.${ADD_PRODUCT}`)?.focus()

const focusItem = (item: number) =>
  // A hidden item is shown first, with its error.
  requestAnimationFrame(() => inPane(`[data-item="${item}"] input`)?.focus())

const focusFirstEmpty = (form: FormInstance, values: DeskValues) => {
  const { email, phone, company, country, products, answers } = values
  const unnamed = products.findIndex(({ product_name }) => !product_name)
  const [item] = Object.entries(answers).find(([, answer]) => answer === undefined) ?? []
  if (!email && !phone) form.focusField('email')
  else if (!company) form.focusField('company')
  else if (!country) form.focusField('country')
  else if (products.length === 0) focusAddProduct()
  else if (unnamed >= 0) form.focusField(['products', unnamed, 'product_name'])
  else if (item !== undefined) focusItem(Number(item))
}
