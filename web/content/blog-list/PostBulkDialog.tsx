import { blogBulk } from '#contract/content/blog-bulk.ts'
import type { PostRow } from '#contract/content/post.ts'
import { call } from '#web/kit/data/api.ts'
import type { Selection } from '#web/kit/list/list.ts'
import { BulkDialog } from '#web/platform/bulk/BulkDialog.tsx'
import { POST_ACTS, type PostAct } from './post-acts.tsx'

interface PostBulkDialogProps {
  act: PostAct
  selection: Selection<PostRow>
  onClose: () => void
}

/** An act on the posts of the list: those that were selected, or all that its filter finds. */
export const PostBulkDialog = ({ act, selection, onClose }: PostBulkDialogProps) => (
  <BulkDialog
    area={POST_ACTS}
    act={act}
    count={selection.all?.count ?? selection.rows.length}
    select={() => call(blogBulk.select, { body: chosen(selection) })}
    onClose={onClose}
    onBegun={selection.clear}
  />
)

const chosen = ({ rows, all }: Selection<PostRow>) => {
  if (!all) return { ids: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}
