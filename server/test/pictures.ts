import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture in which no part is like another, so that it takes about as much room as a photograph. */
const photograph = (width: number, height: number) => {
  const [across, down] = [Math.ceil(width / 8), Math.ceil(height / 8)]
  const noise = Buffer.alloc(across * down * 3)
  for (let at = 0, seed = 1; at < noise.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    noise[at] = seed >> 16
  }
  return sharp(noise, { raw: { width: across, height: down, channels: 3 } }).resize(width, height, { fit: 'fill' })
}

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = async (picture: Promise<Buffer>): Promise<Bytes> => Uint8Array.from(await picture)

export const jpeg = (width: number, height: number, quality = 85): Promise<Bytes> =>
  bytesOf(photograph(width, height).jpeg({ quality }).toBuffer())
export const png = (width: number, height: number): Promise<Bytes> =>
  bytesOf(photograph(width, height).png({ compressionLevel: 1 }).toBuffer())
export const webp = (width: number, height: number): Promise<Bytes> =>
  bytesOf(photograph(width, height).webp().toBuffer())

/** Each another one, in one colour: made in all formats in no time, however large. */
export const plain = (red: number, width = 40, height = 30): Promise<Bytes> =>
  bytesOf(
    sharp({ create: { width, height, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer(),
  )

/** Its left half is red and its right half is blue, and its EXIF data say that a quarter turn makes it upright. */
export const lyingOnItsSide = async (description: string): Promise<Bytes> => {
  const half = await sharp({ create: { width: 200, height: 300, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  return bytesOf(
    sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
      .composite([{ input: half, left: 200, top: 0 }])
      .withExif({ IFD0: { ImageDescription: description, Copyright: description } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  )
}

/** Several pictures one after the other. */
export const animated = (format: 'gif' | 'webp', frames: number): Promise<Bytes> => {
  const [width, pageHeight] = [16, 16]
  const noise = Buffer.from(Array.from({ length: width * pageHeight * frames * 3 }, (_, at) => (at * 7_919) >> 3))
  const all = sharp(noise, { raw: { width, height: pageHeight * frames, channels: 3, pageHeight } })
  return bytesOf(all.toFormat(format).toBuffer())
}

/** A GIF of so many frames, put together by hand: it is a script as well, for whoever takes it for one. */
export const gifAndScript = (frames: number): Bytes => {
  const head = Buffer.from('GIF89a/*\x00\x00\x00\x00', 'latin1')
  const frame = Buffer.from('\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00', 'latin1')
  const script = Buffer.from('*/=1;alert(document.domain)//', 'latin1')
  return Uint8Array.from(Buffer.concat([head, ...Array.from({ length: frames }, () => frame), script]))
}

/** A JPEG with a script in a comment, right after its first two bytes. */
export const jpegAndScript = async (script: string): Promise<Bytes> => {
  const picture = await jpeg(64, 48)
  const comment = Buffer.from(`*/=1;${script}/*`)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Uint8Array.from(
    Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, picture.subarray(2), comment]),
  )
}

/** A PNG that claims to be so large; there is less in it. */
export const claiming = (width: number, height: number): Bytes => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return pngOf([
    ['IHDR', head],
    ['IDAT', deflateSync(Buffer.alloc(1_000_000))],
    ['IEND', Buffer.alloc(0)],
  ])
}

/** A small PNG whose colour profile and texts become so many megabytes when they are inflated. */
export const inflating = (mb: number): Bytes => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(1, 0)
  head.writeUInt32BE(1, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const large = deflateSync(Buffer.alloc(mb * 1_000_000))
  return pngOf([
    ['IHDR', head],
    ['iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), large])],
    ['zTXt', Buffer.concat([Buffer.from('y\0\0', 'latin1'), large])],
    ['IDAT', deflateSync(Buffer.alloc(4))],
    ['IEND', Buffer.alloc(0)],
  ])
}

const pngOf = (chunks: readonly (readonly [string, Buffer])[]): Bytes =>
  Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      ...chunks.flatMap(([type, content]) => {
        const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
        const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
        length.writeUInt32BE(content.length)
        sum.writeUInt32BE(crc32(named))
        return [length, named, sum]
      }),
    ]),
  )

/** All lines of it are needed at once: four channels of 16 bits, interlaced. */
export const interlaced = (width: number, height: number): Promise<Bytes> =>
  bytesOf(
    sharp({ create: { width, height, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer(),
  )
