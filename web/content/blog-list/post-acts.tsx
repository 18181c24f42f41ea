import { Form, Radio } from 'antd'
import { blogBulk } from '#contract/content/blog-bulk.ts'
import { callOnce } from '#web/kit/data/api.ts'
import { prepared, type BulkArea, type FieldsProps } from '#web/platform/bulk/bulk-area.ts'
import { NamedSelect } from './NamedSelect.tsx'

export type PostAct = 'publish' | 'unpublish' | 'archive' | 'category' | 'author' | 'remove'

interface Values {
  category: number | undefined
  change: 'add' | 'remove'
  author: number | undefined
}

const Fields = ({ act, values, onChange }: FieldsProps<PostAct, Values>) => {
  switch (act) {
    case 'category':
      return (
        <>
          <Form.Item label="Change" required>
            <Radio.Group
              value={values.change}
              options={[
                { value: 'add', label: 'Add a category' },
                { value: 'remove', label: 'Remove a category' },
              ]}
              onChange={({ target }) => onChange({ change: target.value })}
            />
          </Form.Item>
          <Form.Item label="Category" htmlFor="bulk-category" required>
            <NamedSelect
              id="bulk-category"
              of="categories"
              value={values.category}
              onChange={(category) => onChange({ category })}
            />
          </Form.Item>
        </>
      )
    case 'author':
      return (
        <Form.Item label="Author" htmlFor="bulk-author" required>
          <NamedSelect
            id="bulk-author"
            of="authors"
            value={values.author}
            onChange={(author) => onChange({ author })}
          />
        </Form.Item>
      )
    case 'publish':
      return <p>Readers see each as its draft is now. A post is skipped, with the reason, while something blocks it.</p>
    case 'unpublish':
      return <p>Their addresses answer “not found” until you publish them again.</p>
    case 'archive':
      return <p>Readers see that they are gone for good.</p>
    case 'remove':
      return null
  }
}

/** The acts on many posts. */
export const POST_ACTS: BulkArea<PostAct, Values> = {
  noun: { one: 'post', many: 'posts' },
  names: {
    publish: (posts) => `Publish ${posts}`,
    unpublish: (posts) => `Unpublish ${posts}`,
    archive: (posts) => `Archive ${posts}`,
    category: (posts) => `Change the category of ${posts}`,
    author: (posts) => `Set the author of ${posts}`,
    remove: (posts) => `Delete ${posts}`,
  },
  loses: new Set(['unpublish', 'archive', 'remove']),
  empty: { category: undefined, change: 'add', author: undefined },
  words: [],
  Fields,
  prepare(act, selection, { category, change, author }) {
    switch (act) {
      case 'publish':
      case 'unpublish':
      case 'archive':
        return prepared((dry) => callOnce(blogBulk.setStatus, { body: { selection, action: act, ...dry } }))
      case 'category':
        return category === undefined
          ? undefined
          : prepared(
              (dry) => callOnce(blogBulk.setCategory, { body: { selection, category_id: category, change, ...dry } }),
              `${change} ${category}`,
            )
      case 'author':
        return author === undefined
          ? undefined
          : prepared(
              (dry) => callOnce(blogBulk.setAuthor, { body: { selection, author_id: author, ...dry } }),
              String(author),
            )
      case 'remove':
        return prepared((dry) => callOnce(blogBulk.remove, { body: { selection, ...dry } }))
    }
  },
}
