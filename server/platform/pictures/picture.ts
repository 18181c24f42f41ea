/** The longest side of each size in which a picture is stored, in pixels, the largest first; a small picture has the smaller ones alone. */
export const SIZES = [1920, 960, 320] as const
export const MOST_PIXELS = 40_000_000

/** A picture as it was written anew. */
export interface Picture {
  /** Of its largest size. */
  width: number
  height: number
  /** The largest first. */
  sizes: readonly { size: number; width: number; height: number; bytes: Uint8Array }[]
}

/** Why a picture is not taken. */
export type Fault = 'type' | 'svg' | 'heic' | 'animated' | 'pixels' | 'damaged' | 'memory' | 'slow'

export type Converted = { picture: Picture } | { fault: Fault }

export const FAULTS: Readonly<Record<Fault, string>> = {
  type: 'Choose a JPEG, PNG or WebP picture.',
  svg: 'SVG pictures can’t be used. Save it as PNG.',
  heic: 'This is a HEIC picture, which browsers don’t show. Save it as JPEG.',
  animated: 'Animated pictures can’t be used. Choose a still one.',
  pixels: 'The picture is larger than 40 megapixels.',
  damaged: 'The picture is damaged and cannot be read.',
  memory: 'The picture takes too much memory to read. Save it with fewer pixels.',
  slow: 'The picture takes too long to read. Save it with fewer pixels.',
}
