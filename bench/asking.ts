import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/app/config.ts'
import { openServices, type Services } from '#server/app/services.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { median } from './figure.ts'
import { measure, type Load, type Served } from './load.ts'
import { COMPANY, SECRET, type Place } from './place.ts'
import { signIn, startProgram, startReal } from './real-server.ts'
import type { Statement } from './platform/recorded.ts'

const SECONDS = 2
const CONNECTIONS = 8

export type List = 'marketing' | 'assigned' | 'valid'
const PATHS: Readonly<Record<List, string>> = {
  marketing: 'marketing_leads_list',
  assigned: 'assigned_leads',
  valid: 'valid_leads',
}

export interface Sides {
  ours: number
  bare: number
  ratio: number
}

export interface Asking {
  services: Services
  token: string
  load(path: string): Load
}

/** Our server, the load for it, and our own code for what the other side is to send. */
export const asking = async <T>(place: Place, work: (asking: Asking) => Promise<T>): Promise<T> => {
  const real = await startReal(place)
  try {
    return await withServices(place, async (services) => {
      const token = await signIn(real.port, `manager@${COMPANY}`)
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const load = (path: string): Load => ({
        port: real.port,
        connections: CONNECTIONS,
        seconds: SECONDS,
        method: 'GET',
        path,
        headers,
      })
      return work({ services, token, load })
    })
  } finally {
    await real.stop()
  }
}

/** Our own code in this process, without a server that would do the same beside it. */
export const withServices = async <T>(place: Place, work: (services: Services) => Promise<T>): Promise<T> => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', LEADROOM_SECRET: SECRET })
  const services = openServices(config, place.url('postgres', 'leadroom_login'), true)
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}

export const pathOf = (list: List, query: LeadQuery) => {
  const entries = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]))
  return `/marketing/${PATHS[list]}?${new URLSearchParams(entries).toString()}`
}

/** `parts`: the statements between the first two and the last are of so many requests. */
export const startBare = async (
  place: Place,
  name: string,
  statements: readonly Statement[],
  role: string,
  parts = 1,
) => {
  const file = join(place.folder, `${name}.json`)
  await writeFile(file, JSON.stringify(statements))
  return startProgram(['bench/bare-server.ts'], {
    DATABASE: place.url('postgres', role),
    STATEMENTS: file,
    EACH: String((statements.length - 3) / parts),
  })
}

/** One after the other, several times; the first time warms all up and does not count. Answers what each had in each round. */
export const inTurns = async (loads: readonly Load[], rounds: number): Promise<Served[][]> => {
  const measured: Served[][] = []
  for (let round = 0; round <= rounds; round++) {
    const sides: Served[] = []
    for (const load of loads) sides.push(await measure(load))
    for (const [at, { refused }] of sides.entries())
      if (refused) throw new Error(`${loads[at]?.path}: ${refused} of its answers were refusals`)
    if (round > 0) measured.push(sides)
  }
  return measured
}

/** How many requests we answer in a second, and how many the other side. */
export const interleaved = async (ours: Load, bare: Load, rounds: number): Promise<Sides> => {
  const measured = await inTurns([ours, bare], rounds)
  const perSecond = measured.map((sides) => sides.map((side) => side.perSecond))
  return {
    ours: median(perSecond.map(([mine = 0]) => mine)),
    bare: median(perSecond.map(([, theirs = 0]) => theirs)),
    ratio: median(perSecond.map(([mine = 0, theirs = 0]) => mine / theirs)),
  }
}

export const get = async ({ port, path }: Load, token: string): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}
