import { Button, Form } from 'antd'
import type { Lead } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import { useAction } from '#web/kit/data/api.ts'
import { DraftOffer, markOptional, STAY, useFormErrors } from '#web/kit/form/FormModal.tsx'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { useDraft } from '#web/kit/form/use-draft.ts'
import { useUnmounted } from '#web/kit/form/use-unmounted.ts'
import { AddressFields } from '#web/leads/fields/AddressFields.tsx'
import { EmailField, JobTitleField, MessageField, NameField, TagsField } from '#web/leads/fields/ContactFields.tsx'
import { PhoneField } from '#web/leads/fields/CountryFields.tsx'
import { differences } from '#web/leads/desk/lead-desk.ts'
import { editBody, sentValues, type SentValues } from './lead-edit.ts'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { FurtherFields } from '#web/leads/fields/FurtherFields.tsx'
import { ProductFields } from '#web/leads/fields/ProductFields.tsx'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import { useConflict } from '#web/leads/conflicts/use-conflict.tsx'
import '#web/leads/fields/lead-form.css'
import '#web/leads/desk/desk.css'

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
  const gone = useUnmounted()
  const draft = useDraft<Draft>(`edit-${lead.id}`)
  const save = useAction(leadEdits.updateWithProducts, { refreshes: AFTER_ACT })
  const { seen, begin, unlessChanged, notice } = useConflict(lead, {
    reads: [leadDetails.open, leadDetails.lead],
    differences,
    fields: { form, valuesOf: (now) => sentValues(now, countries) },
    continueLabel: 'Keep mine',
    skipLabel: 'Keep theirs',
    onSkip: onClose,
  })

  const submit = async () => {
    if (save.running || !(await errors.check())) return
    try {
      const body = editBody(seen, form.getFieldsValue(true), countries)
      const saved = await unlessChanged(save.orThrow({ body }))
      if (saved === STAY) return
      toast.done(`${saved.data.name} saved`, { undo: undoOf(saved) })
      draft.drop()
      if (!gone.current) onClose()
    } catch (failure) {
      errors.show(failure)
    }
  }
  const takeDraft = () => {
    const { opened, ...values } = draft.found?.values ?? {}
    form.setFieldsValue(values)
    begin(opened)
    draft.taken()
  }
  useKeys('panel', [
    { keys: 'ctrl+enter', label: 'Save', run: () => void submit() },
    { keys: 'escape', label: 'Close without saving', run: onClose },
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
          initialValues={sentValues(seen, countries)}
          onValuesChange={() => {
            begin()
            draft.keep({ ...form.getFieldsValue(true), opened: seen })
          }}
        >
          {errors.summary}
          {draft.found && <DraftOffer at={draft.found.at} onTake={takeDraft} onDrop={draft.drop} />}
          {notice}
          <fieldset className="group" aria-label="Contact">
            <div className="fields">
              <NameField autoFocus />
              <EmailField />
              <div className="field-6">
                <PhoneField countries={countries} />
              </div>
              <JobTitleField />
              <TagsField />
            </div>
          </fieldset>
          <FurtherFields />
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
