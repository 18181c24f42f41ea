import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { MOST_PIXELS, SIZES, type Converted, type Fault, type Picture } from './picture.ts'

// One picture at a time, and nothing kept of the one before.
sharp.cache(false)
sharp.concurrency(1)
// Whatever the bytes claim to be, no other reader of libvips looks at them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

const QUALITY = 78
/** What a picture that cannot be read line by line may take, beside some 100 MB for everything else. */
const MOST_AT_ONCE = 240_000_000
const READING: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }
const KINDS: readonly string[] = ['jpeg', 'png', 'webp']

/** Reads a picture and writes it anew in each size: upright, in sRGB, without anything that it carried along. */
export const convert = async (bytes: Uint8Array): Promise<Converted> => {
  const fault = await faultOf(bytes)
  if (fault) return { fault }
  try {
    return { picture: await written(bytes) }
  } catch {
    return { fault: 'damaged' }
  }
}

/** What its head says against it, before anything is decoded. */
const faultOf = async (bytes: Uint8Array): Promise<Fault | undefined> => {
  const head = await sharp(bytes, { ...READING, limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (head === undefined) return 'damaged'
  if (!KINDS.includes(head.format)) return 'type'
  if ((head.pages ?? 1) > 1) return 'animated'
  if (head.width * head.height > MOST_PIXELS) return 'pixels'
  return atOnce(head) > MOST_AT_ONCE ? 'memory' : undefined
}

/** How many bytes are held at once where all lines come together: the coefficients of a JPEG, the pixels of a PNG. */
const atOnce = ({ isProgressive, width, height, channels, depth }: Metadata) =>
  isProgressive ? width * height * channels * (depth === 'uchar' ? 1 : 2) : 0

const written = async (bytes: Uint8Array): Promise<Picture> => {
  const { data, info } = await sharp(bytes, READING)
    .autoOrient()
    .resize(within(SIZES[0]))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const sizes: Picture['sizes'][number][] = []
  for (const size of sizesFor(Math.max(width, height))) {
    const made = await sharp(data, { raw: { width, height, channels } })
      .resize(within(size))
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
    sizes.push({ size, width: made.info.width, height: made.info.height, bytes: made.data })
  }
  return { width, height, sizes }
}

/** A size that would show no more than the next smaller one is left out. */
const sizesFor = (longest: number) => SIZES.filter((_, at) => longest > (SIZES[at + 1] ?? 0))

const within = (size: number) => ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const
