import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Lead } from '#contract/lead.ts'
import { leadEdits } from '#contract/lead-edits.ts'
import { useAction } from '#web/kit/api.ts'
import { markOptional, useFormErrors } from '#web/kit/FormModal.tsx'
import { Kbd } from '#web/kit/Kbd.tsx'
import { useKeys } from '#web/kit/keys.ts'
import { toast } from '#web/kit/toast.ts'
import { AddressFields } from './AddressFields.tsx'
import { ConflictNotice, isConflict } from './ConflictNotice.tsx'
import { emailRule, PhoneField, reachableRule } from './CountryFields.tsx'
import { differences } from './lead-desk.ts'
import { backTo, editBody, sentValues, type SentValues } from './lead-edit.ts'
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

/** What was sent, to be corrected in place. What others change meanwhile in other fields stays. */
export const LeadEdit = ({ lead, countries, onClose }: LeadEditProps) => {
  const [form] = Form.useForm<SentValues>()
  const errors = useFormErrors(form)
  const [opened, setOpened] = useState(lead)
  const [refused, setRefused] = useState<unknown>()
  const save = useAction(leadEdits.updateWithProducts, { refreshes: AFTER_ACT })
  const undo = useAction(leadEdits.updateWithProducts, { done: `${lead.name} is as it was`, refreshes: AFTER_ACT })

  const submit = async () => {
    if (save.running) return
    errors.clear()
    const valid = await form.validateFields().then(
      () => true,
      (invalid: Parameters<typeof errors.showFields>[0]) => {
        errors.showFields(invalid)
        return false
      },
    )
    if (!valid) return
    try {
      const { data } = await save.orThrow({ body: editBody(opened, form.getFieldsValue(true), countries) })
      toast.done(`${data.name} saved`, {
        undo: data.version === opened.version ? undefined : () => void undo({ body: backTo(opened, data) }),
      })
      onClose()
    } catch (failure) {
      if (isConflict(failure)) setRefused(failure)
      else errors.show(failure)
    }
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
          validateTrigger="onSubmit"
          requiredMark={markOptional}
          scrollToFirstError={false}
          initialValues={sentValues(opened, countries)}
        >
          {errors.summary}
          {refused !== undefined && (
            <ConflictNotice
              failure={refused}
              differences={differences(opened, lead)}
              continueLabel="Save mine instead"
              onContinue={() => {
                setOpened(lead)
                setRefused(undefined)
              }}
              onSkip={onClose}
            />
          )}
          <fieldset className="group" aria-label="Who it is">
            <div className="fields">
              <Form.Item
                name="name"
                label="Name"
                className="field-6"
                rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}
              >
                <Input autoFocus autoComplete="off" maxLength={200} />
              </Form.Item>
              <Form.Item
                name="email"
                label="Email"
                required
                className="field-6"
                dependencies={['phone']}
                rules={[emailRule, reachableRule]}
              >
                <Input type="email" inputMode="email" autoComplete="off" maxLength={320} />
              </Form.Item>
              <div className="field-12">
                <PhoneField countries={countries} />
              </div>
            </div>
          </fieldset>
          <fieldset className="group" aria-label="Company">
            <AddressFields countries={countries} />
          </fieldset>
          <ProductFields form={form} />
          <Form.Item name="message" label="What they asked for, in their words">
            <Input.TextArea rows={3} className="grows" maxLength={10_000} />
          </Form.Item>
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
