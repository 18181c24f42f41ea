import { PictureOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { blogImages } from '#contract/content/blog-images.ts'
import { can } from '#web/kit/data/session.ts'
import { PicturesDrawer } from './late-pictures.ts'

/** Opens the library of pictures. */
export const PicturesButton = () => {
  const [open, setOpen] = useState(false)
  if (!can(blogImages.list)) return null
  return (
    <>
      <Button icon={<PictureOutlined aria-hidden />} aria-label="Pictures" onClick={() => setOpen(true)}>
        <span className="action-words">Pictures</span>
      </Button>
      {open && <PicturesDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
