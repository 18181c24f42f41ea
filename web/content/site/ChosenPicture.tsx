import { Button } from 'antd'
import type { ImageRef } from '#contract/content/image-ref.ts'
import { blogImages } from '#contract/content/blog-images.ts'
import { can } from '#web/kit/data/session.ts'
import { ChoosePicture } from '#web/content/blog-images/ChoosePicture.tsx'

interface ChosenPictureProps {
  label: string
  value: ImageRef | null
  onChange: (value: ImageRef | null) => void
}

/** A picture of the library, or none. */
export const ChosenPicture = ({ label, value, onChange }: ChosenPictureProps) => {
  const named = label.toLowerCase()
  return (
    <div className="site-picture">
      <span>{label}</span>
      <div className="settings-acts">
        {value && <img src={value.small_url} alt={value.alt} height="40" />}
        {can(blogImages.list.permission) && (
          <ChoosePicture aria-label={`${value ? 'Replace' : 'Choose picture'}: ${named}`} onChoose={onChange}>
            {value ? 'Replace' : 'Choose picture'}
          </ChoosePicture>
        )}
        {value && (
          <Button type="text" aria-label={`Remove: ${named}`} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}
