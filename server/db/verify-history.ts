import type { Client } from 'pg'
import { NO_LINK, nextLink, ROW_TEXT, type Anchor } from './seal.ts'

export interface Verified {
  /** How many sealed rows were recomputed. */
  rows: number
  /** What does not fit, the first in the chain first. */
  faults: string[]
  /** What was written and not sealed yet, and since when. */
  unsealed: { rows: number; since: string | null }
  /** Personal values that were erased, which is no fault. */
  erased: number
  /** The last place in the chain that an anchor holds. */
  anchored: number
}

const PAGE = 5_000
/** Whoever has changed more than this has changed everything. */
const MOST_FAULTS = 20

/**
 * Recomputes a company's whole chain from its rows, in one snapshot, and holds it against the anchors. `owner` is any
 * role that may read the tables; the company's own rows are all that it is shown.
 */
export const verifyHistory = async (
  owner: Client,
  companyId: number,
  anchors: readonly Anchor[],
): Promise<Verified> => {
  await owner.query('begin isolation level repeatable read read only')
  try {
    await owner.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
    const chain = await walk(owner, companyId, anchors)
    const faults = [...chain.faults, ...(await roundFaults(owner, companyId)), ...endFaults(chain.rows, anchors)]
    const { added, ...unsealed } = await unsealedRows(owner, companyId)
    return {
      rows: chain.rows,
      faults: [...faults, ...added].slice(0, MOST_FAULTS),
      unsealed,
      erased: chain.erased,
      anchored: Math.max(0, ...anchors.map(({ seal }) => seal).filter((seal) => seal <= chain.rows)),
    }
  } finally {
    await owner.query('rollback')
  }
}

interface Link {
  place: number
  change_id: number
  link: Buffer
  text: string | null
  told: string | null
  personal: Kept
  reason: Kept
}

/** How a value that the sealed row knows by digest alone is kept; null where it knows of none. */
type Kept = 'as it was' | 'erased' | 'altered' | 'missing' | null

const walk = async (owner: Client, companyId: number, anchors: readonly Anchor[]) => {
  const anchorAt = new Map(anchors.map((anchor) => [anchor.seal, anchor]))
  const faults: string[] = []
  let [rows, erased] = [0, 0]
  let before: Buffer = NO_LINK
  // Where a link does not fit: what it would have to be, until the next one tells whether the row or the seal was changed.
  let doubt: { place: number; computed: Buffer; told: string } | undefined

  for (;;) {
    const { rows: page } = await owner.query<Link>(LINKS, [companyId, rows, PAGE])
    for (const { place, change_id, link, text, told, personal, reason } of page) {
      for (let missing = rows + 1; missing < place; missing++) faults.push(`Seal ${missing} is missing.`)
      const name = told ?? `Change ${change_id}`
      if (doubt) {
        const sealWas = text !== null && nextLink(doubt.computed, text).equals(link)
        faults.push(
          sealWas ? `Seal ${doubt.place}, of ${lower(doubt.told)}, was altered.` : `${doubt.told} was altered.`,
        )
        if (sealWas) before = doubt.computed
        doubt = undefined
      }
      if (text === null) faults.push(`${name} is missing; it was sealed in place ${place}.`)
      else {
        const computed = nextLink(before, text)
        if (!computed.equals(link) && place === rows + 1) doubt = { place, computed, told: name }
      }
      const anchor = anchorAt.get(place)
      if (anchor && anchor.link !== link.toString('hex'))
        faults.push(`The chain was rewritten: place ${place} differs from the anchor of ${anchor.at}.`)
      if (personal === 'altered' || personal === 'missing')
        faults.push(`The personal values of ${lower(name)} are ${personal}.`)
      if (reason === 'altered' || reason === 'missing') faults.push(`The reason of ${lower(name)} is ${reason}.`)
      for (const kept of [personal, reason]) if (kept === 'erased') erased += 1
      ;[rows, before] = [place, link]
    }
    if (page.length < PAGE || faults.length > MOST_FAULTS) break
  }
  if (doubt) faults.push(`${doubt.told} or its seal was altered.`)
  return { rows, erased, faults }
}

const lower = (told: string) => told.charAt(0).toLowerCase() + told.slice(1)

const TOLD = `'Change ' || c.id || ' (' || c.verb || ' ' || c.entity || ' ' || c.entity_id || ', ' || c.act || ', ' ||
  to_char(c.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ')'`

const kept = (digest: string, value: string) => `
    case when ${digest} is null then null when ${value}.digest is null then 'missing' when ${value}.fields is null then 'erased'
      when sha256(${value}.salt || convert_to(${value}.fields::text, 'UTF8')) = ${digest} then 'as it was' else 'altered' end`

const LINKS = `
  select s.id::int as place, s.change_id::int, s.link, case when c.id is not null then ${ROW_TEXT} end as text, ${TOLD} as told,
    ${kept('c.personal', 'p')} as personal, ${kept('reason_digest(c.reason)', 'r')} as reason
  from seals s
  left join changes c on c.company_id = s.company_id and c.id = s.change_id
  left join change_values p on p.company_id = c.company_id and p.digest = c.personal
  left join change_values r on r.company_id = c.company_id and r.digest = reason_digest(c.reason)
  where s.company_id = $1 and s.id > $2 order by s.id limit $3`

/** Each round knows how far it came: seals that were removed or changed do not fit it. */
const roundFaults = async (owner: Client, companyId: number) => {
  const { rows } = await owner.query<{ last_seal: number; at: string; there: boolean }>(
    `select r.last_seal::int, r.at::text, s.id is not null as there from seal_rounds r
    left join seals s on s.company_id = r.company_id and s.id = r.last_seal
    where r.company_id = $1 and s.link is distinct from r.link order by r.id limit 1`,
    [companyId],
  )
  return rows.map(({ last_seal, at, there }) =>
    there
      ? `Seal ${last_seal} differs from its round of ${at}.`
      : `The end was cut off: seal ${last_seal}, made at ${at}, is missing.`,
  )
}

const endFaults = (last: number, anchors: readonly Anchor[]) => {
  const beyond = anchors.filter(({ seal }) => seal > last).sort((one, other) => one.seal - other.seal)
  const [first] = beyond
  return first
    ? [`The end was cut off: the chain ends at seal ${last}, and seal ${first.seal} was anchored at ${first.at}.`]
    : []
}

/** Rows without a seal: those that have yet to get one, and those that somebody has put behind the seals. */
const unsealedRows = async (owner: Client, companyId: number) => {
  const { rows } = await owner.query<{ late: boolean; rows: number; since: string | null; told: string | null }>(
    `with last as (select upto from seal_rounds where company_id = $1 order by id desc limit 1)
    select coalesce(last.upto <> '0' and (c.tx is null or c.tx < last.upto), false) as late, count(*)::int as rows, min(c.at)::text as since,
      (array_agg(${TOLD} order by c.id))[1] as told
    from changes c left join last on true
    where c.company_id = $1 and not exists (select from seals s where s.company_id = c.company_id and s.change_id = c.id)
    group by 1`,
    [companyId],
  )
  const late = rows.find((row) => row.late)
  const coming = rows.find((row) => !row.late)
  return {
    rows: coming?.rows ?? 0,
    since: coming?.since ?? null,
    added: late ? [`${late.told} was added after the seals${late.rows > 1 ? `, and ${late.rows - 1} more` : ''}.`] : [],
  }
}
