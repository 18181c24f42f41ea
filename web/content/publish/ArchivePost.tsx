import { Form } from 'antd'
import { blogPosts } from '#contract/content/blog-posts.ts'
import type { Post } from '#contract/content/post.ts'
import { useOne } from '#web/kit/data/api.ts'
import { FormModal } from '#web/kit/form/FormModal.tsx'
import { SearchSelect } from '#web/kit/form/SearchSelect.tsx'
import { useSought } from '#web/kit/form/use-sought.ts'
import { useSetStatus } from './set-status.ts'

interface ArchivePostProps {
  post: Post
  onClose: () => void
  onArchived: (post: Post) => void
}

interface Values {
  target?: number
}

/** Takes a post off the blog for good: its readers are told, or sent to another one. */
export const ArchivePost = ({ post, onClose, onArchived }: ArchivePostProps) => {
  const { words: search, onSearch, searching } = useSought()
  const answer = useOne(blogPosts.linkTargets, { query: search ? { search } : {} }, { keepPrevious: true })
  const archive = useSetStatus(onArchived)
  const targets = (answer.data?.data ?? []).filter(({ kind, id, live }) => kind === 'post' && live && id !== post.id)
  return (
    <FormModal<Values>
      title={`Archive ${post.title}`}
      button="Archive post"
      open
      onClose={onClose}
      onSave={({ target }) =>
        archive.orThrow({
          params: { id: post.id },
          body: { action: 'archive', version: post.version, target_id: target ?? null },
        })
      }
    >
      <p>Readers see that it is gone, unless you send them to another post.</p>
      <Form.Item name="target" label="Send readers to">
        <SearchSelect
          allowClear
          searching={searching(answer)}
          placeholder="No other post"
          options={targets.map(({ id, label }) => ({ value: id, label }))}
          onSearch={onSearch}
        />
      </Form.Item>
    </FormModal>
  )
}
