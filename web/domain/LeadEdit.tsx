import { Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import type { Lead } from '#contract/lead.ts'
import { leadEdits } from '#contract/lead-edits.ts'
import { useAction } from '#web/kit/api.ts'
import { DraftOffer, markOptional, useFormErrors } from '#web/kit/FormModal.tsx'
import { Kbd } from '#web/kit/Kbd.tsx'
import { useKeys } from '#web/kit/keys.ts'
import { toast } from '#web/kit/toast.ts'
import { undoOf } from '#web/kit/undo.ts'
import { useDraft } from '#web/kit/use-draft.ts'
import { AddressFields } from './AddressFields.tsx'
import { ConflictNotice, isConflict } from './ConflictNotice.tsx'
import { EmailField, MessageField, NameField } from './ContactFields.tsx'
import { PhoneField } from './CountryFields.tsx'
import { differences } from './lead-desk.ts'
import { editBody, sentValues, type SentValues } from './lead-edit.ts'
import type { CallingCode } from './phone-parts.ts'
import { ProductFields } from './ProductFields.tsx'
import { AFTER_ACT } from './refresh-leads.ts'
import './lead-form.css'
import './desk.css'

interface LeadEditProps {
  lead: Lead
  countries: readonly CallingCode[]
  onClose: () => void
}

/** What was typed, and the lead as it was when that was begun: what others change meanwhile is not overwritten unseen. */
interface Draft extends SentValues {
  opened: Lead
}

/** What was sent, to be corrected in place. What others change meanwhile in other fields stays. */
export const LeadEdit = ({ lead, countries, onClose }: LeadEditProps) => {
  const [form] = Form.useForm<SentValues>()
  const errors = useFormErrors(form)
  const draft = useDraft<Draft>(`edit-${lead.id}`)
  const [opened, setOpened] = useState(lead)
  const [touched, setTouched] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const save = useAction(leadEdits.updateWithProducts, { refreshes: AFTER_ACT })

  // Nothing is typed yet: what is shown follows the lead, whose newest row may still be on its way.
  if (!touched && lead.version > opened.version) setOpened(lead)
  useEffect(() => {
    if (!touched) form.setFieldsValue(sentValues(opened, countries))
  }, [touched, opened, form, countries])

  const submit = async () => {
    if (save.running || !(await errors.check())) return
    try {
      const saved = await save.orThrow({ body: editBody(opened, form.getFieldsValue(true), countries) })
      toast.done(`${saved.data.name} saved`, { undo: undoOf(saved) })
      draft.drop()
      onClose()
    } catch (failure) {
      if (isConflict(failure)) setRefused(failure)
      else errors.show(failure)
    }
  }
  const takeDraft = () => {
    const { opened: begun = lead, ...values } = draft.found?.values ?? {}
    form.setFieldsValue(values)
    setOpened(begun)
    setTouched(true)
    draft.taken()
  }
  useKeys('panel', [
    { keys: 'ctrl+enter', label: 'Save', run: () => void submit() },
    { keys: 'escape', label: 'Leave it as it was', run: onClose },
  ])

  return (
    <div className="desk">
      <div className="desk-scroll">
        <Form
          form={form}
          name={`edit-${lead.id}`}
          layout="vertical"
          validateTrigger={errors.trigger}
          requiredMark={markOptional}
          scrollToFirstError={false}
          initialValues={sentValues(opened, countries)}
          onValuesChange={() => {
            setTouched(true)
            draft.keep({ ...form.getFieldsValue(true), opened })
          }}
        >
          {errors.summary}
          {draft.found && <DraftOffer at={draft.found.at} onTake={takeDraft} onDrop={draft.drop} />}
          {refused !== undefined && (
            <ConflictNotice
              failure={refused}
              differences={differences(opened, lead)}
              continueLabel="Keep mine"
              onContinue={() => {
                setOpened(lead)
                setRefused(undefined)
              }}
              onSkip={onClose}
            />
          )}
          <fieldset className="group" aria-label="Who it is">
            <div className="fields">
              <NameField autoFocus />
              <EmailField />
              <div className="field-12">
                <PhoneField countries={countries} />
              </div>
            </div>
          </fieldset>
          <fieldset className="group" aria-label="Company">
            <AddressFields countries={countries} />
          </fieldset>
          <ProductFields form={form} lead={lead} />
          <MessageField />
        </Form>
      </div>
      <div className="desk-foot">
        <Button aria-keyshortcuts="Escape" onClick={onClose}>
          Cancel<Kbd>Esc</Kbd>
        </Button>
        <Button
          className="desk-decide"
          type="primary"
          loading={save.running}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void submit()}
        >
          Save
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </Button>
      </div>
    </div>
  )
}
