import { CloudUploadOutlined } from '@ant-design/icons'
import type { DragEvent } from 'react'
import './uploads.css'

interface PictureDropProps {
  id: string
  title: string
  hint: string
  multiple?: boolean
  /** Files are held over it. */
  over: boolean
  onFiles: (files: readonly File[]) => void
}

/** Where pictures are dropped, or chosen. */
export const PictureDrop = ({ id, title, hint, multiple = false, over, onFiles }: PictureDropProps) => (
  <label className={over ? 'picture-drop picture-drop-over' : 'picture-drop'}>
    <input
      id={id}
      type="file"
      className="sr-only"
      multiple={multiple}
      accept="image/jpeg,image/png,image/webp"
      aria-describedby={`${id}-hint`}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        target.value = ''
      }}
    />
    <CloudUploadOutlined aria-hidden className="picture-drop-icon" />
    <span>
      <strong>{title}</strong>
      <span id={`${id}-hint`} className="picture-drop-hint">
        {hint}
      </span>
    </span>
  </label>
)

/** For what takes files that are dropped on it. */
export const dropOf = (
  takes: boolean,
  setOver: (over: boolean) => void,
  onFiles: (files: readonly File[]) => void,
) => ({
  onDragOver: (event: DragEvent) => {
    if (!takes || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  },
  onDragLeave: () => setOver(false),
  onDrop: (event: DragEvent) => {
    if (!takes || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  },
})
