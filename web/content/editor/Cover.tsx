import { DeleteOutlined, PictureOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Progress } from 'antd'
import { useId, useRef, useState, type DragEvent } from 'react'
import { blogImages } from '#contract/content/blog-images.ts'
import type { ImageRef } from '#contract/content/image-ref.ts'
import { POST_LIMITS } from '#contract/content/post.ts'
import { call, sentenceOf } from '#web/kit/data/api.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { FocalPoint } from '#web/content/blog-images/FocalPoint.tsx'
import { uploadImage } from '#web/content/blog-images/upload-image.ts'
import { ChoosePicture } from '#web/content/blog-images/ChoosePicture.tsx'
import type { PostFields } from './post-fields.ts'

interface CoverProps {
  fields: PostFields
  editable: boolean
  fault: string | undefined
  onChange: (change: Partial<PostFields>) => void
}

/** The picture that stands over a post: dropped or chosen, described, and cut around its focal point. */
export const Cover = ({ fields, editable, fault, onChange }: CoverProps) => {
  const { image, image_alt: alt, image_decorative: decorative } = fields
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<number>()
  const [over, setOver] = useState(false)
  const choose = () => chooser.current?.click()

  const take = (taken: ImageRef) => onChange({ image: taken, ...(alt === '' && { image_alt: taken.alt }) })
  const send = async (file: File | undefined) => {
    if (!file) return
    setSent(0)
    try {
      take(await uploadImage(file, { onSent: setSent }))
    } catch (failure) {
      toast.failed(sentenceOf(failure, blogImages.add.failure), { retry: () => void send(file) })
    } finally {
      setSent(undefined)
    }
  }
  const move = async (focal_x: number, focal_y: number) => {
    if (!image) return
    onChange({ image: { ...image, focal_x, focal_y } })
    await call(blogImages.edit, { params: { id: image.id }, body: { focal_x, focal_y } }).catch((failure: unknown) =>
      toast.failed(sentenceOf(failure, blogImages.edit.failure), { retry: () => void move(focal_x, focal_y) }),
    )
  }
  const dropped = {
    onDragOver: (event: DragEvent) => {
      if (!editable || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!editable || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      void send(event.dataTransfer.files[0])
    },
  }

  return (
    <section className="editor-cover" aria-label="Cover" {...dropped}>
      {image ? (
        <div className="editor-cover-picture">
          <img
            src={image.url}
            alt={decorative ? '' : alt}
            style={{ objectPosition: `${image.focal_x * 100}% ${image.focal_y * 100}%` }}
          />
          {editable && (
            <div className="editor-cover-acts">
              <FocalPoint image={image} onMove={(x, y) => void move(x, y)} />
              <Button id="post-image" onClick={choose}>
                Replace
              </Button>
              <Button
                icon={<DeleteOutlined />}
                aria-label="Remove the cover"
                onClick={() => {
                  onChange({ image: null })
                  toast.done('Removed the cover', { undo: () => onChange({ image }) })
                }}
              />
            </div>
          )}
        </div>
      ) : (
        <button
          type="button"
          id="post-image"
          className={`editor-cover-drop ${over ? 'editor-cover-over' : ''} ${fault ? 'editor-cover-fault' : ''}`}
          disabled={!editable}
          aria-describedby={`${id}-fault`}
          onClick={choose}
        >
          <PictureOutlined aria-hidden />
          Add a cover
          <span className="editor-cover-note">
            Drop a JPEG, PNG or WebP here, or press to choose one. At least 600 pixels wide.
          </span>
        </button>
      )}
      {editable && (
        <ChoosePicture type="link" className="cover-library" onChoose={take}>
          Choose from pictures
        </ChoosePicture>
      )}
      {sent !== undefined && (
        <Progress percent={Math.floor(sent * 100)} showInfo={false} aria-label="Upload of the cover" />
      )}
      <p id={`${id}-fault`} className="field-failure" role="alert">
        {fault}
      </p>
      {image && (
        <div className="editor-cover-fields">
          <label htmlFor={`${id}-alt`}>Alt text of the cover</label>
          <Input
            id={`${id}-alt`}
            value={alt}
            maxLength={POST_LIMITS.alt}
            disabled={!editable || decorative}
            placeholder={decorative ? '' : 'Describe it for people who can’t see it'}
            onChange={({ target }) => onChange({ image_alt: target.value })}
          />
          <Checkbox
            checked={decorative}
            disabled={!editable}
            onChange={({ target }) => onChange({ image_decorative: target.checked })}
          >
            Decoration
          </Checkbox>
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label="Cover picture"
        onChange={({ target }) => {
          void send(target.files?.[0])
          target.value = ''
        }}
      />
    </section>
  )
}
