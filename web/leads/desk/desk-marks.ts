import type { FormInstance } from 'antd'
import type { useFormErrors } from '#web/kit/form/FormModal.tsx'
import { focusItem } from './desk-focus.ts'
import { faultsOf, openItems, problemsOf, whyOpen, type Desk, type DeskValues, type Problem } from './lead-desk.ts'

const markedNames = (form: FormInstance) =>
  form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 ? [name] : []))

/** Fields by their paths, whatever the form's type makes of those; none that is right now stays marked. */
const markFields = (form: FormInstance, problems: readonly Problem[]) =>
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

interface Checked {
  form: FormInstance
  errors: Pick<ReturnType<typeof useFormErrors>, 'clear' | 'showFields'>
  desk: Desk
  values: DeskValues
}

/** Whether the lead can be validated as it stands in the form; else what is missing is marked, and the first of it gets the focus. */
export const checkFields = ({ form, errors, desk: { lead, checklist }, values }: Checked): boolean => {
  const problems = problemsOf(values, lead.kind)
  const open = openItems(checklist.items, values.answers)
  const [first] = open
  if (problems.length > 0) {
    markFields(form, problems)
    errors.showFields({ errorFields: problems })
    return false
  }
  if (!first) return true
  errors.clear()
  markFields(
    form,
    open.map((item) => ({ name: ['answers', String(item.item)], errors: [whyOpen(item, values.answers)] })),
  )
  focusItem(first.item)
  return false
}
