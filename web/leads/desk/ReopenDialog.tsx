import { Form, Input, Modal, Select, type FormInstance } from 'antd'
import { useMemo } from 'react'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { sentenceOf, useAction, useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { ChecklistFields } from './ChecklistFields.tsx'
import { useCompanyWords } from '#web/leads/company-words/company-words.ts'
import { useCountries } from '#web/leads/fields/CountryFields.tsx'
import { DeskFields } from './DeskFields.tsx'
import { DuplicateSelect } from './DuplicateSelect.tsx'
import {
  differences,
  invalidBody,
  openItems,
  problemsOf,
  validBody,
  valuesOf,
  whyOpen,
  type Desk,
  type DeskValues,
  type Problem,
} from './lead-desk.ts'
import { offeredReasons } from '#web/leads/words/lead-words.ts'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'
import { AFTER_ACT } from '#web/leads/list/refresh-leads.ts'
import { useConflict } from '#web/leads/conflicts/use-conflict.tsx'
import '#web/leads/fields/lead-form.css'
import './desk.css'

/** Turns a verdict over; the earlier one stays in the history, and whoever sells hears of it. */
export const ReopenDialog = ({ lead, onClose }: { lead: Lead; onClose: () => void }) => {
  const desk = useOne(leadDetails.open, { body: { enquiryId: lead.id } })
  const countries = useCountries()
  const failure = desk.error ?? countries.error
  if (!desk.data || !countries.data)
    return (
      <Modal open title="Change verdict" footer={null} width={720} loading={!failure} onCancel={onClose}>
        {failure && (
          <Notice kind="error" title="The lead did not load">
            {sentenceOf(failure)}
          </Notice>
        )}
      </Modal>
    )
  const Dialog = lead.status === 'valid' ? MarkInvalid : ValidateAfterAll
  return <Dialog desk={desk.data.data} countries={countries.data.data} onClose={onClose} />
}

interface TurnProps {
  desk: Desk
  countries: readonly CallingCode[]
  onClose: () => void
}

type Begun = Pick<Desk, 'lead' | 'products'>

/** The verdict that is turned over rests on the lead as it was when something was typed. */
const useSeenDesk = ({ desk, countries, onClose }: TurnProps, form: FormInstance) => {
  const { seen, begin, ...conflict } = useConflict(desk, {
    reads: leadDetails.open,
    differences: (before, now) => differences(before.lead, now.lead),
    fields: { form, valuesOf: (now) => valuesOf(now, countries) },
    onSkip: onClose,
  })
  const begunOn = useMemo((): Begun => ({ lead: seen.lead, products: seen.products }), [seen])
  return { ...conflict, seen, begunOn, begin: (from?: Begun) => begin(from && { ...desk, ...from }) }
}

interface InvalidValues {
  reason?: string
  duplicateOf?: number
  note?: string
  answers: DeskValues['answers']
}

const MarkInvalid = (turn: TurnProps) => {
  const { countries, onClose } = turn
  const [form] = Form.useForm<InvalidValues>()
  const reasons = offeredReasons(useCompanyWords())
  const { seen, begunOn, begin, unlessChanged, notice, meanwhile } = useSeenDesk(turn, form)
  const { lead, checklist } = seen
  const values = valuesOf(seen, countries)
  const isDuplicate = Form.useWatch('reason', form) === 'duplicate'
  const invalidate = useAction(assignedLeads.invalidate, {
    done: `Marked ${lead.name} invalid`,
    refreshes: AFTER_ACT,
  })
  return (
    <FormModal<InvalidValues, Begun>
      open
      form={form}
      width={720}
      title={`Mark ${lead.name} invalid`}
      button="Mark invalid"
      draft={`to-invalid-${lead.id}`}
      begunOn={begunOn}
      danger
      initialValues={{ answers: values.answers }}
      onTouch={begin}
      onClose={onClose}
      onSave={({ reason = 'other', note = '', duplicateOf }) =>
        unlessChanged(
          invalidate.orThrow({
            body: invalidBody(seen, { ...values, ...answersIn(form) }, { reason, note, duplicateOf }, lead.version),
          }),
        )
      }
    >
      {notice}
      <Form.Item name="reason" label="Reason" rules={[{ required: true, message: 'Choose a reason' }]}>
        <Select autoFocus placeholder="Choose a reason" options={reasons} />
      </Form.Item>
      {isDuplicate && (
        <Form.Item
          name="duplicateOf"
          label="Duplicate of"
          rules={[{ required: true, message: 'Choose the original lead' }]}
        >
          <DuplicateSelect desk={seen} />
        </Form.Item>
      )}
      <Form.Item
        name="note"
        label="Note"
        dependencies={['reason']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              getFieldValue('reason') === 'other' && !String(value ?? '').trim()
                ? Promise.reject(new Error('Explain briefly why this lead is invalid'))
                : Promise.resolve(),
          }),
        ]}
      >
        <Input.TextArea rows={2} className="grows" maxLength={2000} />
      </Form.Item>
      <ChecklistFields form={form} items={checklist.items} suggested={values.answers} />
      {meanwhile}
    </FormModal>
  )
}

interface ValidValues extends DeskValues {
  reason: string
}

const ValidateAfterAll = (turn: TurnProps) => {
  const { countries, onClose } = turn
  const [form] = Form.useForm<ValidValues>()
  const { seen, begunOn, begin, unlessChanged, notice, meanwhile } = useSeenDesk(turn, form)
  const { lead, checklist } = seen
  const initial = valuesOf(seen, countries)
  const options = { done: `Validated ${lead.name}`, refreshes: AFTER_ACT }
  const validate = useAction(assignedLeads.validate, options)
  const register = useAction(registrationLeads.validate, options)
  const send = lead.kind === 'registration' ? register : validate
  return (
    <FormModal<ValidValues, Begun>
      open
      form={form}
      width={720}
      title={`Validate ${lead.name}`}
      button="Validate"
      draft={`to-valid-${lead.id}`}
      begunOn={begunOn}
      initialValues={initial}
      onTouch={begin}
      onClose={onClose}
      check={(values) => unanswered(seen, { ...initial, ...values, ...answersIn(form) })}
      onSave={({ reason, ...values }) =>
        unlessChanged(
          send.orThrow({
            body: {
              ...validBody(seen, { ...initial, ...values, ...answersIn(form) }, lead.version),
              reason: reason.trim(),
            },
          }),
        )
      }
    >
      {notice}
      <Form.Item
        name="reason"
        label="Reason for the change"
        rules={[{ required: true, whitespace: true, message: 'Explain why you are changing the verdict' }]}
      >
        <Input autoFocus maxLength={2000} />
      </Form.Item>
      <DeskFields form={form} countries={countries} lead={lead} products={lead.kind === 'enquiry'} />
      <ChecklistFields form={form} items={checklist.items} suggested={initial.answers} />
      {meanwhile}
    </FormModal>
  )
}

/** All answers, those too whose questions wait behind the button. */
const answersIn = (form: FormInstance): Pick<DeskValues, 'answers'> => ({ answers: form.getFieldsValue(true).answers })

/** What keeps the lead from being valid: a field, or a question of the checklist that blocks. */
const unanswered = ({ lead, checklist }: Desk, values: DeskValues): Problem[] => [
  ...problemsOf(values, lead.kind),
  ...openItems(checklist.items, values.answers).map((item) => ({
    name: ['answers', String(item.item)],
    errors: [whyOpen(item, values.answers)],
  })),
]
