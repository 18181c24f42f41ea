import { Form, Select } from 'antd'
import { useState } from 'react'
import type { Category } from '#contract/catalogue/product-structure.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { pathOptions, type PlacedCategory } from '#web/catalogue/product-structure/structure.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { STRUCTURE } from './structure-reads.ts'
import { doneWords, effectWords } from './words.ts'

interface DeleteCategoryProps {
  category: Category
  categories: readonly PlacedCategory[]
  onDone: () => void
  onClose: () => void
}

/** Asks where its products and the categories below it go, and says what that does. */
export const DeleteCategory = ({ category, categories, onDone, onClose }: DeleteCategoryProps) => {
  const { id, name, version } = category
  const [told, setTold] = useState<string>()
  const remove = useAction(structureEdits.deleteCategory, {
    done: ({ data }) => doneWords(`Deleted ${name}`, data),
    refreshes: STRUCTURE,
    then: onDone,
  })
  const look = useAction(structureEdits.deleteCategory)
  const foresee = async (replace_with: number | undefined) => {
    setTold(undefined)
    if (replace_with === undefined) return
    const reply = await look({ body: { id, replace_with, dryRun: true } })
    setTold(reply && (effectWords(reply.data) ?? 'No product becomes incomplete.'))
  }
  return (
    <FormModal<{ replace_with?: number }>
      open
      danger
      title={`Delete ${name}`}
      button="Delete category"
      onClose={onClose}
      onSave={({ replace_with }) =>
        remove.orThrow({ body: { id, version, ...(replace_with !== undefined && { replace_with }) } })
      }
    >
      <Form.Item
        name="replace_with"
        label="Move its products and subcategories to"
        extra="Leave empty if it has none. You can undo this."
      >
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Choose a category"
          options={pathOptions(categories).filter(({ value }) => value !== id)}
          onChange={(value: number | undefined) => void foresee(value)}
        />
      </Form.Item>
      <p role="status">{told}</p>
    </FormModal>
  )
}
