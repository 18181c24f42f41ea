import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useId } from 'react'
import { MOST_FURTHER, type FurtherContact } from '#contract/leads/further-contacts.ts'
import './lead-form.css'

/** A further email or phone, as a form holds it. */
export interface FurtherValues {
  kind: FurtherContact['kind']
  value?: string | undefined
  label?: string | null | undefined
}

const LINES = 'further'
const KINDS = [
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'Email' },
] satisfies { value: FurtherContact['kind']; label: string }[]

/** All emails and phones of a lead beside the first of each. */
export const FurtherFields = () => {
  const heading = useId()
  return (
    <Form.List name={LINES}>
      {(lines, { add, remove }) => (
        <fieldset className="group further-lines" aria-labelledby={heading}>
          <h3 id={heading}>Other emails and phones</h3>
          {lines.map(({ key, name }, at) => (
            <div key={key} className="further-line">
              <Form.Item name={[name, 'kind']} noStyle>
                <Select options={KINDS} aria-label={`Kind of other email or phone ${at + 1}`} />
              </Form.Item>
              <Form.Item
                name={[name, 'value']}
                rules={[{ required: true, whitespace: true, message: 'Enter the email or phone' }]}
              >
                <Input aria-label={`Other email or phone ${at + 1}`} autoComplete="off" maxLength={320} />
              </Form.Item>
              <Form.Item name={[name, 'label']} noStyle>
                <Input
                  aria-label={`Label of other email or phone ${at + 1}`}
                  placeholder="Label"
                  autoComplete="off"
                  maxLength={60}
                />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`Remove other email or phone ${at + 1}`}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button
            type="dashed"
            size="small"
            icon={<PlusOutlined aria-hidden />}
            disabled={lines.length >= MOST_FURTHER}
            onClick={() => add({ kind: 'phone', value: '', label: '' })}
          >
            Add email or phone
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

/** The lines that say something, as the call takes them. */
export const furtherOf = (lines: readonly FurtherValues[]) =>
  lines.flatMap(({ kind, value = '', label }) =>
    value.trim() ? [{ kind, value: value.trim(), label: label?.trim() || null }] : [],
  )
