import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { blogImages, LONGEST_ALT, type BlogImage } from '#contract/content/blog-images.ts'
import { useAction } from '#web/kit/data/api.ts'
import { FocalPanel } from './FocalPoint.tsx'

interface ImageFormProps {
  image: BlogImage
  onDone: () => void
}

/** What a picture shows, and which part of it stays in sight. */
export const ImageForm = ({ image, onDone }: ImageFormProps) => {
  const altId = useId()
  const [alt, setAlt] = useState(image.alt)
  const [[x, y], setPoint] = useState<readonly [number, number]>([image.focal_x, image.focal_y])
  // What was seen first: others may change the picture meanwhile.
  const [seen] = useState(image)
  const edit = useAction(blogImages.edit, { done: 'Saved the picture', refreshes: blogImages.list })
  const remove = useAction(blogImages.remove, { done: 'Deleted the picture', refreshes: blogImages.list })
  const save = async () => {
    const body = {
      ...(alt !== seen.alt && { alt }),
      ...((x !== seen.focal_x || y !== seen.focal_y) && { focal_x: x, focal_y: y }),
      version: seen.version,
    }
    if (await edit({ params: { id: image.id }, body })) onDone()
  }
  return (
    <form
      className="image-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="image-form-alt">
        <label htmlFor={altId}>Description for people who can’t see it</label>
        <Input
          id={altId}
          value={alt}
          autoFocus
          maxLength={LONGEST_ALT}
          placeholder="Describe the picture"
          onChange={({ target }) => setAlt(target.value)}
        />
        <p className="image-form-hint">
          New posts begin with this description. Posts that use the picture keep theirs.
        </p>
      </div>
      <div className="image-form-point">
        <FocalPanel
          image={{ url: image.url, focal_x: x, focal_y: y }}
          onMove={(across, down) => setPoint([across, down])}
        />
        <figure className="image-cut">
          <img src={image.url} alt="" style={{ objectPosition: `${x * 100}% ${y * 100}%` }} />
          <figcaption>Social networks show this part.</figcaption>
        </figure>
      </div>
      {image.state === 'failed' && (
        <p className="image-form-error" role="alert">
          Some sizes for readers were not made. Save another focal point, or add the picture again.
        </p>
      )}
      <div className="image-form-foot">
        <Button type="primary" htmlType="submit" loading={edit.running}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          danger
          className="image-form-delete"
          loading={remove.running}
          onClick={() => void remove({ params: { id: image.id } }, onDone)}
        >
          Delete
        </Button>
      </div>
    </form>
  )
}
