import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import type { BlogImage } from '#contract/content/blog-images.ts'
import { PicturesDrawer } from './late-pictures.ts'

interface ChoosePictureProps extends Omit<ButtonProps, 'onClick' | 'onChange'> {
  onChoose: (image: BlogImage) => void
}

/** A button that opens the library of pictures, to choose one. */
export const ChoosePicture = ({ onChoose, ...button }: ChoosePictureProps) => {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setChoosing(true)} />
      {choosing && (
        <PicturesDrawer
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            onChoose(chosen)
            setChoosing(false)
          }}
        />
      )}
    </>
  )
}
