import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '#server/app/build-app.ts'
import { readConfig } from '#server/app/config.ts'
import { openServices } from '#server/app/services.ts'
import { median, rounded, type Figure } from './figure.ts'
import { measure, type Load } from './load.ts'
import { COMPANY, fillSmall, growTo, SECRET, SMALL, type Place } from './place.ts'
import { signIn, startProgram, startReal } from './real-server.ts'
import { recording, type Statement } from './recorded.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 8
const GOAL = 0.6
/** A filter that few leads meet, so that our own work shows; one that many meet, so that the database's does. */
const FILTERS = { 'lead-list': 'on_hold', 'lead-list-common': 'valid' } as const

/** Page 1 of the leads in one status against a server that sends the same SQL and does nothing else. */
export const leadList = async (place: Place, rows: number): Promise<Figure[]> => {
  await fillSmall(place)
  const small = await both(place, 'small')
  await growTo(place, rows)
  const large = await both(place, 'large')
  return Object.keys(FILTERS).map((figure) => {
    const then = small.get(figure)
    const now = large.get(figure)
    if (!then || !now) throw new Error(`${figure} was not measured`)
    return {
      figure,
      ratio: rounded(now.ratio),
      growth: rounded(now.ms / then.ms),
      rows: Math.max(rows, SMALL),
      ours: rounded(now.ours),
      bare: rounded(now.bare),
      unit: 'requests/s',
      goal: `≥ ${GOAL}`,
      meets: now.ratio >= GOAL,
    }
  })
}

interface Sides {
  ours: number
  bare: number
  ratio: number
  ms: number
}

const both = async (place: Place, name: string) => {
  const real = await startReal(place)
  const found = new Map<string, Sides>()
  try {
    for (const [figure, status] of Object.entries(FILTERS)) {
      const token = await signIn(real.port, `manager@${COMPANY}`)
      const path = `/marketing/marketing_leads_list?status=${status}`
      const statements = await statementsOf(place, path, token)
      const file = join(place.folder, `${name}-${figure}.json`)
      await writeFile(file, JSON.stringify(statements))
      const bare = await startProgram(['bench/bare-server.ts'], {
        DATABASE: place.url('postgres', 'leadroom_login'),
        STATEMENTS: file,
      })
      try {
        const load = { connections: CONNECTIONS, seconds: SECONDS, method: 'GET' } as const
        const ours: Load = {
          ...load,
          port: real.port,
          path,
          headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        }
        found.set(
          figure,
          await interleaved(ours, { ...load, port: bare.port, path: '/list', headers: { accept: 'application/json' } }),
        )
      } finally {
        await bare.stop()
      }
    }
  } finally {
    await real.stop()
  }
  return found
}

/** One after the other, several times; the first time warms both up and does not count. */
const interleaved = async (ours: Load, bare: Load): Promise<Sides> => {
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const mine = await measure(ours)
    const theirs = await measure(bare)
    if (mine.refused || theirs.refused)
      throw new Error(`${mine.refused} of our answers and ${theirs.refused} of the others were refusals`)
    if (round > 0) rounds.push({ mine, theirs })
  }
  return {
    ours: median(rounds.map(({ mine }) => mine.perSecond)),
    bare: median(rounds.map(({ theirs }) => theirs.perSecond)),
    ratio: median(rounds.map(({ mine, theirs }) => mine.perSecond / theirs.perSecond)),
    ms: median(rounds.map(({ mine }) => mine.medianMs)),
  }
}

/** What our server sends to PostgreSQL for the list, once it knows the caller: begin, settings, page, total, commit. */
const statementsOf = async (place: Place, path: string, token: string): Promise<Statement[]> => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', LEADROOM_SECRET: SECRET })
  const services = openServices(config, place.url('postgres', 'leadroom_login'), true)
  const app = await buildApp(services)
  const ask = () => app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } })
  try {
    const first = await ask()
    if (first.statusCode !== 200) throw new Error(`The list was answered with ${first.statusCode}: ${first.body}`)
    const statements = await recording(ask)
    if (!statements[0]?.text.startsWith('begin') || statements.at(-1)?.text !== 'commit' || statements.length !== 5)
      throw new Error(
        `The list is not what the other side can do: ${statements.map(({ text }) => text.slice(0, 40)).join('; ')}`,
      )
    return statements
  } finally {
    await app.close()
    await services.close()
  }
}
