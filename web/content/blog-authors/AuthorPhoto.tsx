import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import './author-photo.css'

/** What of a picture shows in a round one. */
export interface RoundPhoto {
  url: string
  focal_x: number
  focal_y: number
}

interface AuthorPhotoProps {
  name: string
  photo: RoundPhoto | null
  /** Pixels across: 32 in rows, 88 in the form. */
  size: 32 | 88
}

/** A round photo, cut around its focal point; the initials where there is none. */
export const AuthorPhoto = ({ name, photo, size }: AuthorPhotoProps) =>
  photo ? (
    <img
      className={`author-photo author-photo-${size}`}
      src={photo.url}
      alt=""
      width={size}
      height={size}
      style={{ objectPosition: `${photo.focal_x * 100}% ${photo.focal_y * 100}%` }}
    />
  ) : (
    <span className={`author-photo author-photo-${size} author-photo-none`} aria-hidden>
      <PersonAvatar name={name || '?'} size={size === 32 ? 32 : 40} />
    </span>
  )
