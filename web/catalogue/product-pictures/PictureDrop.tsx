import { CloudUploadOutlined } from '@ant-design/icons'
import { MOST_PICTURES } from '#contract/catalogue/product-pictures.ts'

interface PictureDropProps {
  /** Files are held over it. */
  over: boolean
  /** How many more the product can have. */
  room: number
  onFiles: (files: readonly File[]) => void
}

/** Where pictures are dropped, or chosen. */
export const PictureDrop = ({ over, room, onFiles }: PictureDropProps) => (
  <label className={over ? 'picture-drop picture-drop-over' : 'picture-drop'}>
    <input
      id="picture-file"
      type="file"
      className="sr-only"
      multiple
      accept="image/jpeg,image/png,image/webp"
      aria-describedby="picture-hint"
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        target.value = ''
      }}
    />
    <CloudUploadOutlined aria-hidden className="picture-drop-icon" />
    <span>
      <strong>Drop pictures here, paste them, or choose files</strong>
      <span id="picture-hint" className="picture-size">
        JPEG, PNG or WebP, up to 10 MB each. {hint(room)}
      </span>
    </span>
  </label>
)

const hint = (room: number) =>
  room >= MOST_PICTURES
    ? `Up to ${MOST_PICTURES} pictures; the first is the cover.`
    : room > 0
      ? `Room for ${room} more.`
      : `A product can have at most ${MOST_PICTURES} pictures.`
