import { Button } from 'antd'
import { useState } from 'react'
import type { ImageRef } from '#contract/content/image-ref.ts'
import { PicturesDrawer } from './late-pictures.ts'

interface SocialPictureProps {
  image: ImageRef | null
  editable: boolean
  onChange: (image: ImageRef | null) => void
}

/** What other sites show of a post that is shared there: the cover, where no picture is chosen. */
export const SocialPicture = ({ image, editable, onChange }: SocialPictureProps) => {
  const [choosing, setChoosing] = useState(false)
  return (
    <div
      id="post-og_image"
      role="group"
      aria-label="Picture for social networks"
      tabIndex={-1}
      className="panel-social"
    >
      {image && <img className="panel-picture" src={image.social_url} alt={image.alt} />}
      {editable && (
        <div className="panel-row">
          <Button size="small" onClick={() => setChoosing(true)}>
            {image ? 'Replace picture' : 'Choose picture'}
          </Button>
          {image && (
            <Button size="small" type="text" onClick={() => onChange(null)}>
              Use the cover
            </Button>
          )}
        </div>
      )}
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
