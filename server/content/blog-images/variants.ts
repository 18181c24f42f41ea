import type { Cut, Format, Variant } from '#server/platform/pictures/picture.ts'
import { cutName } from '#server/platform/pictures/picture.ts'

/** Their longest sides, the largest first; none is larger than the picture. */
const WIDTHS = [1920, 1440, 960, 480] as const
const JPEG = 960
/** What other sites show of a page that is linked to. */
const SOCIAL = { width: 1200, height: 630 } as const

/** All that readers load of a picture of this size, cut around this point, beside what is stored of each. */
export const forReaders = (longest: number, focal: Pick<Cut, 'x' | 'y'>): Variant[] => [
  ...WIDTHS.filter((size) => size < longest).map((size) => ({ size, format: 'webp' as const })),
  // A size that would show no more than the next smaller one is left out.
  ...WIDTHS.filter((_, at) => longest > (WIDTHS[at + 1] ?? 0)).map((size) => ({ size, format: 'avif' as const })),
  { size: JPEG, format: 'jpeg' },
  { size: SOCIAL.width, format: 'jpeg', cut: { ...SOCIAL, ...focal } },
]

const ENDINGS: Readonly<Record<Exclude<Format, 'source'>, string>> = { avif: 'avif', webp: 'webp', jpeg: 'jpg' }

export interface NamedVariant {
  size: number
  format: Format
  /** The name of the cut; empty: it is whole. */
  cut: string
}

/** As an address ends: `960.avif`, or `social-50-31.jpg` for what is cut around a point. */
export const variantName = ({ size, format, cut }: NamedVariant) => {
  const ending = format === 'source' ? 'webp' : ENDINGS[format]
  return cut ? `social-${cut}.${ending}` : `${size}.${ending}`
}

export const socialOf = (focal: Pick<Cut, 'x' | 'y'>): NamedVariant => ({
  size: SOCIAL.width,
  format: 'jpeg',
  cut: cutName(focal),
})

const WHOLE = /^([1-9]\d{2,3})\.(avif|webp|jpg)$/
const CUT = /^social-(\d{1,3}-\d{1,3})\.jpg$/

/** Undefined for every end that no address of ours has. */
export const variantOf = (name: string): NamedVariant | undefined => {
  const [, cut] = CUT.exec(name) ?? []
  if (cut) return { size: SOCIAL.width, format: 'jpeg', cut }
  const [, size, ending] = WHOLE.exec(name) ?? []
  if (!size) return undefined
  const format = ending === 'avif' ? 'avif' : ending === 'webp' ? 'webp' : 'jpeg'
  return { size: Number(size), format, cut: '' }
}
