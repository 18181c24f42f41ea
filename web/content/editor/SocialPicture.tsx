import { Button } from 'antd'
import type { ImageRef } from '#contract/content/image-ref.ts'
import { ChoosePicture } from '#web/content/blog-images/ChoosePicture.tsx'

interface SocialPictureProps {
  image: ImageRef | null
  editable: boolean
  onChange: (image: ImageRef | null) => void
}

/** What other sites show of a post that is shared there: the cover, where no picture is chosen. */
export const SocialPicture = ({ image, editable, onChange }: SocialPictureProps) => (
  <div id="post-og_image" role="group" aria-label="Picture for social networks" tabIndex={-1} className="panel-social">
    {image && <img className="panel-picture" src={image.social_url} alt={image.alt} />}
    {editable && (
      <div className="panel-row">
        <ChoosePicture size="small" onChoose={onChange}>
          {image ? 'Replace picture' : 'Choose picture'}
        </ChoosePicture>
        {image && (
          <Button size="small" type="text" onClick={() => onChange(null)}>
            Use the cover
          </Button>
        )}
      </div>
    )}
  </div>
)
