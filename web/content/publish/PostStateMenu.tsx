import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import type { Post } from '#contract/content/post.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { useSetStatus } from './set-status.ts'

const ArchivePost = lateDialog(() => import('./ArchivePost.tsx').then(({ ArchivePost }) => ArchivePost))

interface PostStateMenuProps {
  post: Post
  onChanged: (post: Post) => void
  /** After one of its acts. */
  onDone?: () => void
}

/** The steps back: off the blog, into the archive and out of it, and to what readers see. Each can be undone. */
export const PostStateMenu = ({ post, onChanged, onDone }: PostStateMenuProps) => {
  const [archiving, setArchiving] = useState(false)
  const setStatus = useSetStatus((changed) => {
    onChanged(changed)
    onDone?.()
  })
  const run = (action: 'unpublish' | 'unarchive' | 'discard_changes') =>
    void setStatus({ params: { id: post.id }, body: { action, version: post.version } })
  const items =
    post.status === 'archived'
      ? [{ key: 'unarchive', label: 'Take out of the archive', onClick: () => run('unarchive') }]
      : [
          ...(post.changes
            ? [{ key: 'discard', label: 'Discard changes', onClick: () => run('discard_changes') }]
            : []),
          ...(post.status === 'published'
            ? [{ key: 'unpublish', label: 'Unpublish', onClick: () => run('unpublish') }]
            : []),
          { key: 'archive', label: 'Archive…', onClick: () => setArchiving(true) },
        ]
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button type="text" icon={<MoreOutlined aria-hidden />} aria-label="More steps" loading={setStatus.running} />
      </Dropdown>
      {archiving && (
        <ArchivePost
          post={post}
          onClose={() => setArchiving(false)}
          onArchived={(archived) => {
            onChanged(archived)
            onDone?.()
          }}
        />
      )}
    </>
  )
}
