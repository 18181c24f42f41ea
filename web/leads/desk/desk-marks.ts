import type { FormInstance } from 'antd'
import { faultsOf, type Desk, type Problem } from './lead-desk.ts'

const markedNames = (form: FormInstance) =>
  form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 ? [name] : []))

/** Fields by their paths, whatever the form's type makes of those; none that is right now stays marked. */
export const markFields = (form: FormInstance, problems: readonly Problem[]) =>
  form.setFields([...markedNames(form).map((name) => ({ name, errors: [] })), ...problems])

/** What was marked when the verdict was not sent is looked at again. */
export const recheckFields = (form: FormInstance, { lead, checklist }: Desk) => {
  const marked = new Set(markedNames(form).map((name) => name.join('.')))
  if (marked.size === 0) return
  const faults = faultsOf(form.getFieldsValue(true), lead.kind, checklist.items)
  markFields(
    form,
    faults.filter(({ name }) => marked.has(name.join('.'))),
  )
}
