import { Form } from 'antd'
import { blogAuthors, type Author } from '#contract/content/blog-authors.ts'
import { useAction, useOne } from '#web/kit/data/api.ts'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import { useSought } from '#web/kit/form/use-sought.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { counted } from '#web/kit/look/format.ts'

interface DeleteAuthorProps {
  author: Author
  onClose: () => void
  onDeleted: () => void
}

/** Deletes an author; one with posts for another one, who takes them over. */
export const DeleteAuthor = ({ author, onClose, onDeleted }: DeleteAuthorProps) => {
  const { id, name } = author
  const posts = Math.max(author.posts, author.live_posts)
  const remove = useAction(blogAuthors.remove, {
    done: `Deleted ${name}`,
    refreshes: [blogAuthors.list, blogAuthors.details],
  })
  const { words: q, onSearch, searching } = useSought()
  const found = useOne(blogAuthors.search, { query: q ? { q } : {} }, { enabled: posts > 0, keepPrevious: true })
  const options = (found.data?.data ?? []).filter((option) => option.id !== id)
  return (
    <FormModal<{ replacement_id?: number }>
      open
      danger
      title={posts > 0 ? `Who takes over the ${counted(posts, 'post', 'posts')}?` : `Delete ${name}?`}
      button="Delete author"
      onClose={onClose}
      onSave={async ({ replacement_id }) => {
        await remove.orThrow({ params: { id }, query: { ...(replacement_id !== undefined && { replacement_id }) } })
        onDeleted()
      }}
    >
      {posts > 0 ? (
        <Form.Item
          name="replacement_id"
          label="Replacement"
          rules={[{ required: true, message: 'Choose who takes over' }]}
          extra={`${name} is replaced in posts that are published, too.`}
        >
          <SearchSelect
            placeholder="Choose an author"
            onSearch={onSearch}
            searching={searching(found)}
            options={options.map((option) => ({ value: option.id, label: option.name }))}
          />
        </Form.Item>
      ) : (
        <p className="dialog-note">{name} has no posts. You can undo this.</p>
      )}
    </FormModal>
  )
}
