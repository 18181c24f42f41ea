import { Form, type FormInstance } from 'antd'
import { memo } from 'react'
import { markOptional } from '#web/kit/FormModal.tsx'
import { ChecklistFields } from './ChecklistFields.tsx'
import { DeskFields } from './DeskFields.tsx'
import type { Desk, DeskValues } from './lead-desk.ts'
import type { CallingCode } from './phone-parts.ts'

interface DeskFormProps {
  form: FormInstance<DeskValues>
  desk: Desk
  countries: readonly CallingCode[]
  initial: DeskValues
  onChange: () => void
}

/** What goes into the verdict. A form that is rendered anew renders each of its fields anew, so it waits for another lead. */
export const DeskForm = memo(({ form, desk: { lead, checklist }, countries, initial, onChange }: DeskFormProps) => (
  <Form
    form={form}
    // The next lead's form is in the page too: each has ids of its own.
    name={`lead-${lead.id}`}
    layout="vertical"
    validateTrigger="onSubmit"
    requiredMark={markOptional}
    scrollToFirstError={false}
    initialValues={initial}
    onValuesChange={onChange}
  >
    <DeskFields form={form} countries={countries} lead={lead} products={lead.kind === 'enquiry'} />
    <ChecklistFields form={form} items={checklist.items} suggested={initial.answers} />
  </Form>
))
