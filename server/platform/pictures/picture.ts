/** The longest side of each size in which a picture is stored, in pixels, the largest first; a small picture has the smaller ones alone. */
export const SIZES = [1920, 960, 320] as const
export const MOST_PIXELS = 40_000_000

/** `source` is WebP close to what was sent, of which further formats are made later. */
export type Format = 'webp' | 'avif' | 'jpeg' | 'source'

/** Cut to a width and height around a point, which is given as parts of those of the picture. */
export interface Cut {
  x: number
  y: number
  width: number
  height: number
}

/** A picture in one size and format. */
export interface Variant {
  /** The longest side that it may have. */
  size: number
  format: Format
  cut?: Cut
}

/** In which every picture is stored that comes. */
export const SHOWN: readonly Variant[] = SIZES.map((size) => ({ size, format: 'webp' }))
/** Also what other formats are made of later. */
export const SHOWN_AND_SOURCE: readonly Variant[] = [{ size: SIZES[0], format: 'source' }, ...SHOWN]

/** A picture as it was written anew. */
export interface Picture {
  /** Of its largest size. */
  width: number
  height: number
  sizes: readonly (Variant & { width: number; height: number; bytes: Uint8Array })[]
}

/** How a cut is told from others of the picture; empty for one that is whole. */
export const cutName = (cut: Pick<Cut, 'x' | 'y'> | undefined) =>
  cut ? `${Math.round(cut.x * 100)}-${Math.round(cut.y * 100)}` : ''

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
