import { Form, Input } from 'antd'
import { blogAuthors } from '#contract/content/blog-authors.ts'
import { blogCategories, CATEGORY_LIMITS, type BlogCategory } from '#contract/content/blog-categories.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'

type Values = Pick<BlogCategory, 'name' | 'slug' | 'description'>

export const EditCategory = ({ category, onClose }: { category: BlogCategory; onClose: () => void }) => {
  const { id, name, slug, description, version } = category
  const update = useAction(blogCategories.update, {
    done: ({ data }) => `Saved ${data.name}`,
    refreshes: [blogCategories.list, blogAuthors.selectOptions],
  })
  return (
    <FormModal<Values>
      open
      title="Edit category"
      button="Save category"
      draft={`blog-category-${id}`}
      initialValues={{ name, slug, description }}
      onClose={onClose}
      onSave={(body) => update.orThrow({ params: { id }, body: { ...body, version } })}
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
        <Input autoFocus maxLength={CATEGORY_LIMITS.name} />
      </Form.Item>
      <Form.Item name="slug" label="Address" extra="Small letters, digits and hyphens.">
        <Input maxLength={CATEGORY_LIMITS.slug} spellCheck={false} />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input maxLength={CATEGORY_LIMITS.description} />
      </Form.Item>
    </FormModal>
  )
}
