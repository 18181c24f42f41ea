import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { MOST_PIXELS, SIZES, type Converted, type Cut, type Fault, type Picture, type Variant } from './picture.ts'

// One picture at a time, and nothing kept of the one before.
sharp.cache(false)
sharp.concurrency(1)
// Whatever the bytes claim to be, no other reader of libvips looks at them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** What a picture that cannot be read line by line may take, beside some 100 MB for everything else. */
const MOST_AT_ONCE = 240_000_000
const READING: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }
const KINDS: readonly string[] = ['jpeg', 'png', 'webp']

/** Reads a picture and writes it anew in each variant: upright, in sRGB, without anything that it carried along. */
export const convert = async (bytes: Uint8Array, variants: readonly Variant[]): Promise<Converted> => {
  const fault = await faultOf(bytes)
  if (fault) return { fault }
  try {
    return { picture: await written(bytes, variants) }
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

const written = async (bytes: Uint8Array, variants: readonly Variant[]): Promise<Picture> => {
  const { data, info } = await sharp(bytes, READING)
    .autoOrient()
    .resize(within(SIZES[0]))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const sizes: Picture['sizes'][number][] = []
  for (const variant of variants.filter((each) => showsMore(each, variants, Math.max(width, height)))) {
    const whole = sharp(data, { raw: { width, height, channels } })
    const { cut, size } = variant
    const sized = cut
      ? whole.extract(partOf(cut, width, height)).resize(cut.width, cut.height, SMALLER)
      : whole.resize(within(size))
    const made = await encoded(sized, variant).toBuffer({ resolveWithObject: true })
    sizes.push({ ...variant, width: made.info.width, height: made.info.height, bytes: made.data })
  }
  return { width, height, sizes }
}

/** A size that would show no more than the next smaller one is left out. */
const showsMore = ({ size, format, cut }: Variant, variants: readonly Variant[], longest: number) =>
  cut !== undefined ||
  variants.every((each) => each.format !== format || each.cut || each.size >= size || longest > each.size)

const SMALLER = { fit: 'inside', withoutEnlargement: true } as const
const within = (size: number) => ({ width: size, height: size, ...SMALLER })

/** The largest part of these proportions, with the point as near to its middle as the edges allow. */
const partOf = (cut: Cut, width: number, height: number) => {
  const scale = Math.min(width / cut.width, height / cut.height)
  const part = {
    width: Math.max(1, Math.round(cut.width * scale)),
    height: Math.max(1, Math.round(cut.height * scale)),
  }
  const from = (at: number, of: number, whole: number) =>
    Math.round(Math.min(Math.max(at * whole - of / 2, 0), whole - of))
  return { left: from(cut.x, part.width, width), top: from(cut.y, part.height, height), ...part }
}

const encoded = (picture: Sharp, { format }: Variant) => {
  if (format === 'avif') return picture.avif({ quality: 50, effort: 3 })
  // What shines through is white in a mail.
  if (format === 'jpeg') return picture.flatten({ background: 'white' }).jpeg({ quality: 80, mozjpeg: false })
  return picture.webp({ quality: format === 'source' ? 92 : 78 })
}
