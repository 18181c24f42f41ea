import { Form, Input, Select, Switch } from 'antd'
import type { Category } from '#contract/catalogue/product-structure.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { pathOptions, type PlacedCategory } from '#web/catalogue/product-structure/structure.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { STRUCTURE } from './structure-reads.ts'
import { doneWords } from './words.ts'

interface CategoryFormProps {
  categories: readonly PlacedCategory[]
  /** Undefined: a new one. */
  category?: Category
  parent?: number | null
  onSaved?: (id: number) => void
  onClose: () => void
}

interface Values {
  name: string
  code: string
  parent_id: number | null
  requires_image: boolean
}

export const CategoryForm = ({ categories, category, parent = null, onSaved, onClose }: CategoryFormProps) => {
  const add = useAction(structureEdits.addCategory, {
    done: ({ data }) => `Added ${data.name}`,
    refreshes: STRUCTURE,
    then: ({ data }) => onSaved?.(data.id),
  })
  const update = useAction(structureEdits.updateCategory, {
    done: ({ data }) => doneWords(`Changed ${data.category.name}`, data),
    refreshes: STRUCTURE,
  })
  const save = ({ code, parent_id, ...values }: Values) => {
    const body = { ...values, parent_id: parent_id ?? null, ...(code?.trim() && { code }) }
    return category
      ? update.orThrow({ params: { id: category.id }, body: { ...body, version: category.version } })
      : add.orThrow({ body })
  }
  return (
    <FormModal<Values>
      open
      title={category ? `Edit ${category.name}` : 'Add category'}
      button={category ? 'Save category' : 'Add category'}
      draft={`category-${category?.id ?? 'new'}`}
      onClose={onClose}
      initialValues={{
        name: category?.name ?? '',
        code: category?.code ?? '',
        parent_id: category ? category.parent_id : parent,
        requires_image: category?.requires_image ?? false,
      }}
      onSave={save}
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
        <Input maxLength={120} autoFocus />
      </Form.Item>
      <Form.Item name="parent_id" label="Parent category">
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="At the top"
          options={pathOptions(categories).filter(({ value }) => value !== category?.id)}
        />
      </Form.Item>
      <Form.Item name="code" label="Code" extra="For imports. Leave empty to make it from the name.">
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="requires_image" label="Require a picture" required valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormModal>
  )
}
