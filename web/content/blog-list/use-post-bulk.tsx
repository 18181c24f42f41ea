import {
  DeleteOutlined,
  EyeInvisibleOutlined,
  GlobalOutlined,
  InboxOutlined,
  TagOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { blogBulk } from '#contract/content/blog-bulk.ts'
import type { PostRow } from '#contract/content/post.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { BulkAction, Selection } from '#web/kit/list/list.ts'
import type { PostAct } from './post-acts.tsx'

const PostBulkDialog = lateDialog(() => import('./PostBulkDialog.tsx').then(({ PostBulkDialog }) => PostBulkDialog))

/** Publish, unpublish, archive, file, sign over and delete, for many posts of the list. */
export const usePostBulk = (): { actions: readonly BulkAction<PostRow>[]; dialog: ReactNode } => {
  const [begun, setBegun] = useState<{ act: PostAct; selection: Selection<PostRow> }>()
  const acts = [
    { act: 'publish', call: blogBulk.setStatus, label: 'Publish', icon: <GlobalOutlined aria-hidden /> },
    { act: 'unpublish', call: blogBulk.setStatus, label: 'Unpublish', icon: <EyeInvisibleOutlined aria-hidden /> },
    { act: 'archive', call: blogBulk.setStatus, label: 'Archive', icon: <InboxOutlined aria-hidden /> },
    { act: 'category', call: blogBulk.setCategory, label: 'Category', icon: <TagOutlined aria-hidden /> },
    { act: 'author', call: blogBulk.setAuthor, label: 'Author', icon: <UserOutlined aria-hidden /> },
    { act: 'remove', call: blogBulk.remove, label: 'Delete', icon: <DeleteOutlined aria-hidden />, danger: true },
  ] as const
  return {
    actions: acts
      .filter(({ call }) => can(call))
      .map(({ act, call: _call, ...action }) => ({
        ...action,
        takesAll: true,
        run: (selection) => setBegun({ act, selection }),
      })),
    dialog: begun && <PostBulkDialog act={begun.act} selection={begun.selection} onClose={() => setBegun(undefined)} />,
  }
}
