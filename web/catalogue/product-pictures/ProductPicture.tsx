import { PictureOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { ProductPicture as Picture } from '#contract/catalogue/product-pictures.ts'
import './product-picture.css'

interface ProductPictureProps {
  /** Undefined: the product has none. */
  image: Pick<Picture, 'small' | 'alt'> | null | undefined
  /** Pixels across: 36 in rows, 44 in heads, 96 where it is what the row is about. */
  size?: 36 | 44 | 96
}

/** A product's picture on a light tile, also where the page is dark; a dashed tile without one, and where it does not load. */
export const ProductPicture = ({ image, size = 36 }: ProductPictureProps) => {
  const [failed, setFailed] = useState<string>()
  if (!image || failed === image.small)
    return (
      <span className={`product-picture product-picture-${size} product-picture-none`} aria-hidden>
        <PictureOutlined />
      </span>
    )
  return (
    <img
      className={`product-picture product-picture-${size}`}
      src={image.small}
      alt={image.alt}
      width={size}
      height={size}
      loading="lazy"
      draggable={false}
      onError={() => setFailed(image.small)}
    />
  )
}
