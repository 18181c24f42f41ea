import { Form, Select } from 'antd'
import { blogAuthors } from '#contract/content/blog-authors.ts'
import { blogCategories, type BlogCategory } from '#contract/content/blog-categories.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { counted } from '#web/kit/look/format.ts'

interface DeleteCategoryProps {
  category: BlogCategory
  others: readonly BlogCategory[]
  onClose: () => void
}

/** Deletes a category; one with posts for another one, which takes them over. */
export const DeleteCategory = ({ category: { id, name, ...of }, others, onClose }: DeleteCategoryProps) => {
  const posts = Math.max(of.posts, of.live_posts)
  const remove = useAction(blogCategories.remove, {
    done: `Deleted ${name}`,
    refreshes: [blogCategories.list, blogAuthors.selectOptions],
  })
  return (
    <FormModal<{ replacement_id?: number }>
      open
      danger
      title={posts > 0 ? `Which category takes over the ${counted(posts, 'post', 'posts')}?` : `Delete ${name}?`}
      button="Delete category"
      onClose={onClose}
      onSave={({ replacement_id }) =>
        remove.orThrow({ params: { id }, query: { ...(replacement_id !== undefined && { replacement_id }) } })
      }
    >
      {posts > 0 ? (
        <Form.Item
          name="replacement_id"
          label="Replacement"
          rules={[{ required: true, message: 'Choose which takes over' }]}
        >
          <Select
            autoFocus
            placeholder="Choose a category"
            showSearch={{ optionFilterProp: 'label' }}
            options={others.map((other) => ({ value: other.id, label: other.name }))}
          />
        </Form.Item>
      ) : (
        <p className="dialog-note">{name} has no posts. You can undo this.</p>
      )}
    </FormModal>
  )
}
