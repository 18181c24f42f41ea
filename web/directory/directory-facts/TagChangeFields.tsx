import { Form } from 'antd'
import { TagsSelect } from './TagsSelect.tsx'

export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

interface TagChangeFieldsProps {
  values: TagChange
  onChange: (more: Partial<TagChange>) => void
}

/** Which tags many rows get, and which are taken away. */
export const TagChangeFields = ({ values, onChange }: TagChangeFieldsProps) => (
  <>
    <Form.Item label="Add" htmlFor="bulk-add">
      <TagsSelect id="bulk-add" value={values.add} onChange={(add) => onChange({ add })} />
    </Form.Item>
    <Form.Item label="Take away" htmlFor="bulk-remove">
      <TagsSelect id="bulk-remove" value={values.remove} onChange={(remove) => onChange({ remove })} />
    </Form.Item>
  </>
)
