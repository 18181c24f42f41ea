import type { Client } from 'pg'

const TABLES = ['leads', 'lead_items', 'lead_verdicts', 'lead_comments'] as const

type Kind = (typeof TABLES)[number] | 'lead_no'

/** Ids from the tables' own sequences, fetched ahead, so that a server at work on the same tables gets others. */
export interface Ids {
  take(kind: Kind): number
  /** Fetches more where few are left; to be awaited between two steps. */
  refill(): Promise<void> | undefined
}

/** No step takes more than this of a kind. */
const ENOUGH = 20
const AHEAD = 1_000

interface Source {
  kind: Kind
  sequence: string
  /** The lowest last, since they are taken from the end. */
  pool: number[]
  /** How many may still be asked for. */
  left: number
}

/** For a company that gets so many leads. */
export const openIds = (client: Client, companyId: number, leads: number): Ids => {
  const sources = new Map<Kind, Source>()
  for (const kind of [...TABLES, 'lead_no'] as const) {
    const isNumber = kind === 'lead_no'
    const sequence = isNumber ? `lead_numbers.company_${companyId}` : `${kind}_id_seq`
    sources.set(kind, { kind, sequence, pool: [], left: isNumber || kind === 'leads' ? leads : Infinity })
  }
  const isLow = ({ pool, left }: Source) => pool.length < ENOUGH && left > 0

  const fetchMore = async () => {
    for (const source of sources.values()) {
      if (!isLow(source)) continue
      const count = Math.min(AHEAD, source.left)
      const { rows } = await client.query<{ id: string }>(
        'select nextval($1::regclass) as id from generate_series(1, $2::int)',
        [source.sequence, count],
      )
      source.pool = [...rows.map(({ id }) => Number(id)).reverse(), ...source.pool]
      source.left -= count
    }
  }
  return {
    take(kind) {
      const id = sources.get(kind)?.pool.pop()
      if (id === undefined) throw new Error(`No id for ${kind} was fetched ahead`)
      return id
    },
    refill: () => ([...sources.values()].some(isLow) ? fetchMore() : undefined),
  }
}
