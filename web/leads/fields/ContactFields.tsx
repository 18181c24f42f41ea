import { Form, Input, type InputProps } from 'antd'
import { ENQUIRY_LABELS } from '#contract/leads/enquiry-fields.ts'
import { LONGEST_TAG, MOST_TAGS } from '#contract/leads/lead.ts'
import { WordsField } from '#web/kit/form/WordsField.tsx'
import { emailRule, reachableRule } from './CountryFields.tsx'
import './lead-form.css'

export const NameField = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <Form.Item
    name="name"
    label={ENQUIRY_LABELS.name}
    className="field-6"
    rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}
  >
    <Input autoFocus={autoFocus} autoComplete="off" maxLength={200} />
  </Form.Item>
)

/** May be left empty where there is a phone number. */
export const EmailField = ({ onBlur }: Pick<InputProps, 'onBlur'>) => (
  <Form.Item
    name="email"
    label={ENQUIRY_LABELS.email}
    required
    className="field-6"
    dependencies={['phone']}
    rules={[emailRule, reachableRule]}
  >
    <EmailInput onBlur={onBlur} />
  </Form.Item>
)

export const JobTitleField = () => (
  <Form.Item name="job_title" label={ENQUIRY_LABELS.job_title} className="field-6">
    <Input autoComplete="off" maxLength={120} />
  </Form.Item>
)

/** Typed and closed with Enter or a comma. */
export const TagsField = () => (
  <Form.Item name="tags" label="Tags" className="field-6" rules={[tagsRule]}>
    <WordsField maxCount={MOST_TAGS} />
  </Form.Item>
)

const tagsRule = {
  validator: (_: unknown, tags: readonly string[] = []) =>
    tags.every((tag) => tag.trim().length <= LONGEST_TAG)
      ? Promise.resolve()
      : Promise.reject(new Error(`A tag has at most ${LONGEST_TAG} characters`)),
}

export const EmailInput = (props: InputProps) => (
  <Input type="email" inputMode="email" autoComplete="off" maxLength={320} {...props} />
)

export const MessageField = () => (
  <Form.Item name="message" label="Their request, in their own words" className="field-12">
    <Input.TextArea rows={3} className="grows" maxLength={10_000} />
  </Form.Item>
)
