import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { asking, interleaved, startBare, type Asking } from '../asking.ts'
import { rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, takeIndexes, untilQuiet, type Place } from '../place.ts'
import { recording } from '../platform/recorded.ts'

export const GOAL = 0.8
export const SEARCH_GOAL = 0.5
const GROWTH = 1.3
const SMALL = 20_000

export interface Listing<Query extends object> {
  path: string
  /** A figure’s name, what is asked for, and what is to be reached; the first one is also measured for its growth. */
  pages: readonly [Page<Query>, ...Page<Query>[]]
  /** How the address says what has another name in a query. */
  wire: Readonly<Record<string, string>>
  /** The rows of a page, without how many there are. */
  first(tenant: Tenant, caller: Caller, query: Query): Promise<unknown>
  table: string
  /** Adds $2 rows to those that the company of the domain $1 has. */
  insert: string
}
export type Page<Query> = readonly [name: string, query: Query, goal: number]

/** A list with its exact total, against the bare select that counts nothing; and how that grows with the list. */
export const countedList = async <Query extends object>(
  place: Place,
  listing: Listing<Query>,
  rows: number,
  rounds: number,
): Promise<Figure[]> => {
  const [firstPage] = listing.pages
  await fillSmall(place)
  await add(place, listing, Math.min(SMALL, rows))
  const small = await asking(place, (at) => measured(place, at, listing, firstPage, rounds))
  if (rows > SMALL) await add(place, listing, rows - SMALL)
  return asking(place, async (at) => {
    const figures: Figure[] = []
    for (const page of listing.pages) {
      const sides = await measured(place, at, listing, page, rounds)
      const [name, , goal] = page
      const growth = page === firstPage ? small.ours / sides.ours : undefined
      figures.push({
        figure: name,
        ratio: rounded(sides.ratio),
        ...(growth === undefined ? {} : { growth: rounded(growth) }),
        rows,
        ours: rounded(sides.ours),
        bare: rounded(sides.bare),
        unit: 'pages/s',
        goal: growth === undefined ? `≥ ${goal}` : `≥ ${goal}, growth ≤ ${GROWTH}`,
        meets: sides.ratio >= goal && (growth ?? 0) <= GROWTH,
      })
    }
    return figures
  })
}

const measured = async <Query extends object>(
  place: Place,
  { services, token, load }: Asking,
  { path, wire, first }: Listing<Query>,
  [name, query]: Page<Query>,
  rounds: number,
) => {
  await untilQuiet(place)
  const caller = await services.auth.callerOfToken(token)
  if (!caller) throw new Error('The token does not hold')
  const select = await recording(() =>
    services.tenants.read(caller.companyId, (tenant) => first(tenant, caller, query)),
  )
  const bare = await startBare(place, name.replaceAll(/\W+/g, '-'), select, 'leadroom_login')
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((each) => [wire[key] ?? key, String(each)])),
  )
  const ours = load(`${path}?${asked.toString()}`)
  return interleaved(ours, { ...load('/list'), port: bare.port }, rounds).finally(() => bare.stop())
}

/** Without triggers and foreign keys, and with the indexes made at the end, it takes a fraction of the time. */
const add = async <Query extends object>({ owner }: Place, { table, insert }: Listing<Query>, many: number) => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`)
    const indexes = await takeIndexes(client, [table])
    await client.query(insert, [COMPANY, many])
    for (const definition of indexes) await client.query(definition)
    // What was counted before is not true any more, and nobody has noted the difference.
    await client.query('delete from list_counts')
    await client.query('commit')
    await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
}
