import sharp from 'sharp'
import { blogImages } from '#contract/content/blog-images.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { toRequest } from '#contract/kit/request.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { another, peakOfChildren, photograph } from '../photographs.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { signIn, startReal, type Running } from '../real-server.ts'

const GOAL = 1.3
const PROCESS_MB = 400
const ROUNDS = 5
const LOOK_MS = 25

/** A picture of 24 megapixels from its upload until readers have it in all formats, against sharp alone with the same outputs. */
export const picturesForReaders = async (place: Place): Promise<Figure[]> => {
  await fillSmall(place)
  const picture = await photograph()
  const real = await startReal(place)
  try {
    await untilQuiet(place)
    const headers = { authorization: `Bearer ${await signIn(real.port, `admin@${COMPANY}`)}` }
    let process = 0
    const [mine, bare]: [number[], number[]] = [[], []]
    await untilReady(real, headers, another(picture, 0))
    for (let round = 1; round <= ROUNDS; round++) {
      bare.push(await withSharp(picture))
      const from = performance.now()
      await untilReady(real, headers, another(picture, round))
      mine.push(performance.now() - from)
      process = Math.max(process, await peakOfChildren(real))
    }
    const [ours, theirs] = [median(mine), median(bare)]
    return [
      {
        figure: 'picture for readers: 24 MP',
        ratio: rounded(ours / theirs),
        rows: 0,
        ours: rounded(ours),
        bare: rounded(theirs),
        unit: 'ms',
        goal: `≤ ${GOAL}`,
        meets: ours <= theirs * GOAL,
      },
      {
        figure: 'picture for readers: process',
        ratio: rounded(process / PROCESS_MB),
        rows: 0,
        ours: rounded(process),
        unit: 'MB',
        goal: `≤ ${PROCESS_MB} MB`,
        meets: process <= PROCESS_MB,
      },
    ]
  } finally {
    await real.stop()
  }
}

const untilReady = async ({ port }: Running, headers: Record<string, string>, picture: Buffer) => {
  const bytes = Uint8Array.from(picture)
  const { method, url, headers: ofBody } = toRequest(blogImages.add, { query: {}, bytes })
  const added = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { ...headers, ...ofBody },
    body: bytes,
  })
  if (!added.ok) throw new Error(`A picture was answered with ${added.status}: ${await added.text()}`)
  const { data }: Reply<typeof blogImages.add> = JSON.parse(await added.text())
  for (let { state } = data; state !== 'ready';) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const read = await fetch(`http://127.0.0.1:${port}/marketing/blog_images/${data.id}`, { headers })
    const { data: now }: Reply<typeof blogImages.read> = JSON.parse(await read.text())
    state = now.state
    if (state === 'failed') throw new Error('The formats of a picture were not made')
  }
}

const withSharp = async (picture: Buffer) => {
  sharp.cache(false)
  sharp.concurrency(1)
  const from = performance.now()
  const { data, info } = await sharp(picture)
    .autoOrient()
    .resize({ width: 1_920, height: 1_920, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const whole = () => sharp(data, { raw: info })
  const sized = (size: number) => whole().resize({ width: size, height: size, fit: 'inside' })
  await sized(1_920).webp({ quality: 92 }).toBuffer()
  for (const size of [1_920, 1_440, 960, 480, 320]) await sized(size).webp({ quality: 78 }).toBuffer()
  for (const size of [1_920, 1_440, 960, 480]) await sized(size).avif({ quality: 50, effort: 3 }).toBuffer()
  await sized(960).jpeg({ quality: 80 }).toBuffer()
  await whole().resize(1_200, 630).jpeg({ quality: 80 }).toBuffer()
  return performance.now() - from
}
