import { Button } from 'antd'
import { useState } from 'react'
import type { ImageRef } from '#contract/content/image-ref.ts'
import { blogImages } from '#contract/content/blog-images.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { can } from '#web/kit/data/session.ts'

interface ChosenPictureProps {
  label: string
  value: ImageRef | null
  onChange: (value: ImageRef | null) => void
}

const PicturesDrawer = lateDialog(() =>
  import('#web/content/blog-images/PicturesDrawer.tsx').then(({ PicturesDrawer }) => PicturesDrawer),
)

/** A picture of the library, or none. */
export const ChosenPicture = ({ label, value, onChange }: ChosenPictureProps) => {
  const [choosing, setChoosing] = useState(false)
  const named = label.toLowerCase()
  return (
    <div className="site-picture">
      <span>{label}</span>
      <div className="settings-acts">
        {value && <img src={value.small_url} alt={value.alt} height="40" />}
        {can(blogImages.list.permission) && (
          <Button aria-label={`${value ? 'Replace' : 'Choose picture'}: ${named}`} onClick={() => setChoosing(true)}>
            {value ? 'Replace' : 'Choose picture'}
          </Button>
        )}
        {value && (
          <Button type="text" aria-label={`Remove: ${named}`} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {choosing && (
        <PicturesDrawer
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            onChange(chosen)
            setChoosing(false)
          }}
        />
      )}
    </div>
  )
}
