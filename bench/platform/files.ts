import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/app/config.ts'
import { openServices, type Services } from '#server/app/services.ts'
import { beginFile, finishFile, putFile, writePart } from '#server/platform/files/store.ts'
import { interleaved } from '../asking.ts'
import { median, rounded, type Figure } from '../figure.ts'
import type { Load } from '../load.ts'
import { COMPANY, fillSmall, SECRET, untilQuiet, type Place } from '../place.ts'
import { residentMb, signIn, startProgram, startReal } from '../real-server.ts'

const MB = 1_000_000
const PICTURE_BYTES = 200_000
const GOAL = 0.5
/** More than are kept in memory, so that each is cold whenever its turn comes. */
const COLD_FILES = 48
const EXPORT_MB = 300
const ROUNDS = 3
const CONNECTIONS = 8
const SECONDS = 2

/** Stored files over HTTP: a picture against the same bytes from memory, a cold file and a long export beside a file from the disk. */
export const servedFiles = async (place: Place): Promise<Figure[]> => {
  await fillSmall(place)
  const folder = join(place.folder, 'files')
  await mkdir(folder)
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', LEADROOM_SECRET: SECRET })
  const services = openServices(config, place.url('postgres', 'leadroom_login'), true)
  const stored = await storeAll(place, services, folder).finally(() => services.close())
  const [real, bare] = [await startReal(place), await startProgram(['bench/bare-files.ts'], { FOLDER: folder })]
  try {
    await untilQuiet(place)
    const headers = { authorization: `Bearer ${await signIn(real.port, `admin@${COMPANY}`)}`, accept: '*/*' }
    const ours = (id: number) => `http://127.0.0.1:${real.port}${pathOf(id)}`
    const theirs = (name: string) => `http://127.0.0.1:${bare.port}/disk/${name}`
    const load: Omit<Load, 'port' | 'path'> = { connections: CONNECTIONS, seconds: SECONDS, method: 'GET', headers }

    const picture = await interleaved(
      { ...load, port: real.port, path: pathOf(stored.picture) },
      { ...load, port: bare.port, path: '/memory' },
      ROUNDS,
    )

    const cold: { mine: number[]; bare: number[] } = { mine: [], bare: [] }
    for (const [at, id] of [...stored.cold, ...stored.cold].entries()) {
      cold.mine.push(await timed(ours(id), headers, MB))
      cold.bare.push(await timed(theirs(`cold-${at % COLD_FILES}`), headers, MB))
    }

    const long: { mine: number[]; bare: number[] } = { mine: [], bare: [] }
    const before = await residentMb(real)
    let most = before
    const watch = setInterval(() => void residentMb(real).then((mb) => void (most = Math.max(most, mb))), 100)
    for (let round = 0; round < ROUNDS; round++) {
      long.mine.push(await timed(ours(stored.long), headers, stored.bytes))
      long.bare.push(await timed(theirs('long'), headers, stored.bytes))
    }
    clearInterval(watch)
    const seconds = { mine: median(long.mine) / 1_000, bare: median(long.bare) / 1_000 }

    return [
      {
        figure: 'file: picture',
        ratio: picture.ratio,
        rows: 0,
        ours: rounded(picture.ours),
        bare: rounded(picture.bare),
        unit: 'requests/s of 200 kB',
        goal: `≥ ${GOAL}`,
        meets: picture.ratio >= GOAL,
      },
      {
        figure: 'file: cold 1 MB',
        ratio: rounded(median(cold.bare) / median(cold.mine)),
        rows: 0,
        ours: rounded(median(cold.mine)),
        bare: rounded(median(cold.bare)),
        unit: 'ms',
        goal: 'none',
        meets: true,
      },
      {
        figure: `file: export ${EXPORT_MB} MB`,
        ratio: rounded(seconds.bare / seconds.mine),
        rows: 0,
        ours: rounded(EXPORT_MB / seconds.mine),
        bare: rounded(EXPORT_MB / seconds.bare),
        unit: `MB/s, ${Math.round(most - before)} MB more in memory at the most`,
        goal: 'none',
        meets: true,
      },
    ]
  } finally {
    await bare.stop()
    await real.stop()
  }
}

const pathOf = (id: number) => `/marketing/lead_export/${id}`

/** The files as exports of the administrator, and the same bytes in the folder. */
const storeAll = async ({ owner }: Place, { tenants }: Services, folder: string) => {
  const { rows } = await owner.query<{ companyId: number; personId: number }>(
    `select m.company_id as "companyId", m.id as "personId" from identity.memberships m join identity.people p on p.id = m.id
    join identity.companies c on c.id = m.company_id where c.domain = $1 and p.email = $2`,
    [COMPANY, `admin@${COMPANY}`],
  )
  const [{ companyId, personId } = { companyId: 0, personId: 0 }] = rows
  const write = <T>(work: Parameters<typeof tenants.write<T>>[2]) =>
    tenants.write(companyId, { kind: 'system', channel: 'api', act: 'bench' }, work)
  const newJob = async () => {
    const { id } = await write(({ db }) =>
      db
        .insertInto('jobs')
        .values({
          company_id: companyId,
          kind: 'exports.begin',
          title: 'x',
          input: '{}',
          person_id: personId,
          state: 'done',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return { entity: 'jobs', id } as const
  }
  const put = async (name: string, bytes: number) => {
    const [job, source] = [await newJob(), randomBytes(bytes)]
    await write((tenant) => putFile(tenant, job, { type: 'image/webp', source, limit: bytes }))
    await writeFile(join(folder, name), source)
    return job.id
  }

  const picture = await put('picture', PICTURE_BYTES)
  const cold: number[] = []
  for (let at = 0; at < COLD_FILES; at++) cold.push(await put(`cold-${at}`, MB))
  const job = await newJob()
  const file = await write((tenant) => beginFile(tenant, job, 'text/csv; charset=utf-8'))
  let bytes = 0
  for (let part = 0; bytes < EXPORT_MB * MB; part++) {
    const lines = Buffer.from(Array.from({ length: 10_000 }, (_, at) => lineOf(part * 10_000 + at)).join(''))
    await write((tenant) => writePart(tenant, file, part, lines))
    await appendFile(join(folder, 'long'), lines)
    bytes += lines.length
  }
  await write((tenant) => finishFile(tenant, file))
  return { picture, cold, long: job.id, bytes }
}

const lineOf = (no: number) =>
  `${no},2026-11-28 08:00,Person ${no * 7},person${no * 13}@mill${no % 97}.example,+49 30 ${no * 17},Please send your best price for ${no % 40} hoses\r\n`

/** Milliseconds until all of it has come. */
const timed = async (url: string, headers: Record<string, string>, bytes: number) => {
  const from = performance.now()
  const answer = await fetch(url, { headers })
  let length = 0
  for await (const chunk of answer.body ?? []) length += chunk.length
  if (length !== bytes) throw new Error(`${url}: ${length} bytes came instead of ${bytes}, with ${answer.status}`)
  return performance.now() - from
}
