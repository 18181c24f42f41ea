import { PictureOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { ImageRef } from '#contract/content/image-ref.ts'
import './post-words.css'

interface CoverProps {
  image: ImageRef | null
  /** Pixels on screen. It is cut around the point that has to stay in sight. */
  width: number
  height: number
  className?: string
}

/** A post's cover beside its title, which says what it is about; a dashed tile without one, and where it does not load. */
export const Cover = ({ image, width, height, className = '' }: CoverProps) => {
  const [failed, setFailed] = useState<string>()
  if (!image || failed === image.url)
    return (
      <span className={`cover cover-none ${className}`} style={{ width, height }} aria-hidden>
        <PictureOutlined />
      </span>
    )
  return (
    <picture>
      {image.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={`${width}px`} />
      ))}
      <img
        className={`cover ${className}`}
        src={image.jpeg_url}
        alt=""
        width={width}
        height={height}
        style={{ objectPosition: `${100 * image.focal_x}% ${100 * image.focal_y}%` }}
        loading="lazy"
        draggable={false}
        onError={() => setFailed(image.url)}
      />
    </picture>
  )
}
