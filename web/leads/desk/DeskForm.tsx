import { Form, type FormInstance } from 'antd'
import { memo } from 'react'
import { markOptional } from '#web/kit/form/FormModal.tsx'
import { ChecklistFields } from './ChecklistFields.tsx'
import { recheckFields } from './desk-marks.ts'
import { DeskFields } from './DeskFields.tsx'
import type { Desk, DeskValues } from './lead-desk.ts'
import type { CallingCode } from '#web/leads/fields/phone-parts.ts'

interface DeskFormProps {
  form: FormInstance<DeskValues>
  desk: Desk
  countries: readonly CallingCode[]
  initial: DeskValues
  onChange: () => void
}

/** What goes into the verdict. A form that is rendered anew renders each of its fields anew, so it waits for another lead. */
export const DeskForm = memo(({ form, desk, countries, initial, onChange }: DeskFormProps) => (
  <Form
    form={form}
    // The next lead's form is in the page too: each has ids of its own.
    name={`lead-${desk.lead.id}`}
    layout="vertical"
    validateTrigger="onSubmit"
    requiredMark={markOptional}
    scrollToFirstError={false}
    initialValues={initial}
    onValuesChange={() => {
      recheckFields(form, desk)
      onChange()
    }}
  >
    <DeskFields form={form} countries={countries} lead={desk.lead} products={desk.lead.kind === 'enquiry'} />
    <ChecklistFields form={form} items={desk.checklist.items} suggested={initial.answers} />
  </Form>
))
