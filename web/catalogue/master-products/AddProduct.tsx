import { Form, Input } from 'antd'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { CategorySelect } from '#web/catalogue/product-structure/CategorySelect.tsx'
import { SimilarToNew } from '#web/catalogue/product-duplicates/SimilarToNew.tsx'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { PRODUCT_READS } from './product-reads.ts'

interface NewProduct {
  name: string
  category_id?: number | null
  code?: string
}

interface AddProductProps {
  /** What it is called, where that is known. */
  name: string | undefined
  onAdded: (id: number) => void
  onClose: () => void
}

/** A new product by its name; what else it needs is filled in where all products are. */
export const AddProduct = ({ name, onAdded, onClose }: AddProductProps) => {
  const add = useAction(masterProducts.add, {
    done: ({ data }) => `Added ${data.name}`,
    refreshes: PRODUCT_READS,
    then: ({ data }) => onAdded(data.id),
  })
  const [form] = Form.useForm<NewProduct>()
  const typed = Form.useWatch([], form)
  return (
    <FormModal<NewProduct>
      form={form}
      title="Add product"
      button="Add product"
      open
      draft="add-product"
      {...(name !== undefined && { initialValues: { name } })}
      onClose={onClose}
      onSave={({ name: called, category_id, code = '' }) =>
        add.orThrow({
          body: { name: called, category_id: category_id ?? null, ...(code.trim() !== '' && { code: code.trim() }) },
        })
      }
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name.' }]}>
        <Input autoFocus maxLength={300} />
      </Form.Item>
      <Form.Item name="category_id" label="Category">
        <CategorySelect />
      </Form.Item>
      <Form.Item name="code" label="Code" extra="Leave it empty to get the next free code.">
        <Input maxLength={64} />
      </Form.Item>
      <SimilarToNew name={typed?.name ?? ''} code={typed?.code ?? ''} categoryId={typed?.category_id ?? undefined} />
    </FormModal>
  )
}
