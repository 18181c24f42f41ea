import { TagsOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { blogCategories } from '#contract/content/blog-categories.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'

const CategoriesDrawer = lateDialog(() =>
  import('./CategoriesDrawer.tsx').then(({ CategoriesDrawer }) => CategoriesDrawer),
)

/** Opens the categories of the blog. */
export const CategoriesButton = () => {
  const [open, setOpen] = useState(false)
  if (!can(blogCategories.list)) return null
  return (
    <>
      <Button icon={<TagsOutlined aria-hidden />} aria-label="Categories" onClick={() => setOpen(true)}>
        <span className="action-words">Categories</span>
      </Button>
      {open && <CategoriesDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
