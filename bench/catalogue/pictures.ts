import sharp from 'sharp'
import { productPictures } from '#contract/catalogue/product-pictures.ts'
import { toRequest } from '#contract/kit/request.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { another, peakOfChildren, photograph } from '../photographs.ts'
import { residentMb, signIn, startReal, type Running } from '../real-server.ts'

const GOAL = 1.3
const PROCESS_MB = 400
const SERVER_MB = 16
const ROUNDS = 7
/** After these the server has what it keeps from one picture to the next. */
const WARM = 3
const SIZES = [1_920, 960, 320]

/** A picture of 24 megapixels from its upload to its answer, against sharp alone; and what both processes hold meanwhile. */
export const uploadedPictures = async (place: Place): Promise<Figure[]> => {
  await fillSmall(place)
  const products = await productsOf(place)
  const picture = await photograph()
  const real = await startReal(place)
  try {
    await untilQuiet(place)
    const headers = { authorization: `Bearer ${await signIn(real.port, `admin@${COMPANY}`)}` }
    const upload = async (round: number) => {
      const from = performance.now()
      await send(real, headers, products[round % products.length] ?? 0, another(picture, round))
      return performance.now() - from
    }
    for (let round = 0; round < WARM; round++) await upload(round)

    const before = await residentMb(real)
    let [server, process] = [before, 0]
    const look = async () => {
      server = Math.max(server, await residentMb(real))
      process = Math.max(process, await peakOfChildren(real))
    }
    const [mine, bare]: [number[], number[]] = [[], []]
    for (let round = WARM; round < WARM + ROUNDS; round++) {
      bare.push(await withSharp(picture))
      const watch = setInterval(() => void look(), 20)
      mine.push(await upload(round))
      clearInterval(watch)
      await look()
    }
    const [ours, theirs] = [median(mine), median(bare)]
    const megabytes = (figure: string, mb: number, goal: number): Figure => ({
      figure,
      ratio: rounded(mb / goal),
      rows: 0,
      ours: rounded(mb),
      unit: 'MB',
      goal: `≤ ${goal} MB`,
      meets: mb <= goal,
    })
    return [
      {
        figure: 'picture: 24 MP',
        ratio: rounded(ours / theirs),
        rows: 0,
        ours: rounded(ours),
        bare: rounded(theirs),
        unit: 'ms',
        goal: `≤ ${GOAL}`,
        meets: ours <= theirs * GOAL,
      },
      megabytes('picture: process', process, PROCESS_MB),
      megabytes('picture: server', Math.max(0, server - before), SERVER_MB),
    ]
  } finally {
    await real.stop()
  }
}

const productsOf = async ({ owner }: Place): Promise<number[]> => {
  const { rows } = await owner.query<{ id: number }>(
    `select p.id::int from products p join identity.companies c on c.id = p.company_id where c.domain = $1 order by p.id limit 20`,
    [COMPANY],
  )
  return rows.map(({ id }) => id)
}

const withSharp = async (picture: Buffer) => {
  sharp.cache(false)
  sharp.concurrency(1)
  const from = performance.now()
  const within = (size: number) => ({ width: size, height: size, fit: 'inside' }) as const
  const { data, info } = await sharp(picture)
    .autoOrient()
    .resize(within(1_920))
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const size of SIZES) await sharp(data, { raw: info }).resize(within(size)).webp({ quality: 78 }).toBuffer()
  return performance.now() - from
}

const send = async ({ port }: Running, headers: Record<string, string>, id: number, picture: Buffer) => {
  const bytes = Uint8Array.from(picture)
  const { method, url, headers: ofBody } = toRequest(productPictures.add, { params: { id, no: 12 }, query: {}, bytes })
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { ...headers, ...ofBody },
    body: bytes,
  })
  if (!answer.ok) throw new Error(`A picture was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
