import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { FocalPoint } from '#web/content/blog-images/FocalPoint.tsx'
import { AuthorPhoto, type RoundPhoto } from './AuthorPhoto.tsx'

/** The photo as the form has it; `file` where it was chosen and is not stored yet. */
export type FormPhoto = RoundPhoto & { file?: File }

interface PhotoFieldProps {
  id?: string
  name: string
  editable: boolean
  value?: FormPhoto | null
  onChange?: (photo: FormPhoto | null) => void
}

const IN_THE_MIDDLE = { focal_x: 0.5, focal_y: 0.5 }

/** A photo that is chosen, cut around a point, and taken away. */
export const PhotoField = ({ id = 'photo', name, editable, value = null, onChange }: PhotoFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const addresses = useRef(new Set<string>())
  useEffect(() => {
    const open = addresses.current
    return () => open.forEach((address) => URL.revokeObjectURL(address))
  }, [])
  const choose = (file: File | undefined) => {
    if (!file) return
    const url = URL.createObjectURL(file)
    addresses.current.add(url)
    onChange?.({ file, url, ...IN_THE_MIDDLE })
  }
  return (
    <div className="photo-field">
      <AuthorPhoto name={name} photo={value} size={88} />
      <input
        id={id}
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="Photo file"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ''
        }}
      />
      {editable && (
        <div className="photo-acts">
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
            {value ? 'Replace photo' : 'Choose photo'}
          </Button>
          {value && (
            <>
              <FocalPoint image={value} onMove={(focal_x, focal_y) => onChange?.({ ...value, focal_x, focal_y })} />
              <Button
                icon={<DeleteOutlined aria-hidden />}
                aria-label="Remove photo"
                title="Remove photo"
                onClick={() => onChange?.(null)}
              />
            </>
          )}
          <p className="photo-hint">JPEG, PNG or WebP, up to 10 MB.</p>
        </div>
      )}
    </div>
  )
}
