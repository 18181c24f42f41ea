import { Button, Form, Input } from 'antd'
import { blogAuthors } from '#contract/content/blog-authors.ts'
import { blogCategories, CATEGORY_LIMITS } from '#contract/content/blog-categories.ts'
import { useAction } from '#web/kit/data/api.ts'
import { useFormErrors } from '#web/kit/form/FormModal.tsx'

/** A row that adds a category by its name. */
export const AddCategory = () => {
  const [form] = Form.useForm<{ name: string }>()
  const errors = useFormErrors(form)
  const add = useAction(blogCategories.add, {
    done: ({ data }) => `Added ${data.name}`,
    refreshes: [blogCategories.list, blogAuthors.selectOptions],
  })
  const save = async ({ name }: { name: string }) => {
    errors.clear()
    try {
      await add.orThrow({ body: { name } })
      // It keeps the focus, for the next one.
      form.setFieldsValue({ name: '' })
    } catch (failure) {
      errors.show(failure, { title: 'Add category', again: () => void save({ name }) })
    }
  }
  return (
    <Form form={form} name="add-category" validateTrigger={errors.trigger} onFinish={(values) => void save(values)}>
      {errors.summary}
      <div className="add-category">
        <Form.Item name="name" rules={[{ required: true, whitespace: true, message: 'Enter the name' }]}>
          <Input aria-label="Name of the new category" placeholder="New category" maxLength={CATEGORY_LIMITS.name} />
        </Form.Item>
        <Button htmlType="submit" loading={add.running}>
          Add category
        </Button>
      </div>
    </Form>
  )
}
