import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Running } from './real-server.ts'

const [WIDTH, HEIGHT] = [6_000, 4_000]

/** 24 megapixels, about as hard to read as one that was taken: no part of it is like another. */
export const photograph = () => {
  const [width, height] = [WIDTH / 8, HEIGHT / 8]
  const noise = Buffer.alloc(width * height * 3)
  for (let at = 0, seed = 1; at < noise.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    noise[at] = seed >> 16
  }
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT)
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The same to look at, of other bytes: one that is known already would not be read again. */
export const another = (picture: Buffer, round: number) => Buffer.concat([picture, Buffer.from(`round ${round}`)])

/** The most that any child of the server has held, in MB. */
export const peakOfChildren = async ({ child: { pid } }: Running) => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const peaks = children
    .split(' ')
    .filter(Boolean)
    .map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_000
    })
  return Math.max(0, ...(await Promise.all(peaks)))
}
