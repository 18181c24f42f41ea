import { sql } from 'kysely'
import type { Services } from '#server/app/services.ts'
import { leadsOf } from '#server/domain/leads/list.ts'
import { leadsById } from '#server/domain/leads/rows.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/kit/endpoint.ts'
import type { LeadQuery } from '#contract/lead.ts'
import { asking, get, interleaved, pathOf, startBare, type List, type Sides } from './asking.ts'
import { startChanges } from './changes.ts'
import { farAndWide } from './far-and-wide.ts'
import { rounded, type Figure } from './figure.ts'
import { fillSmall, growTo, SMALL, untilQuiet, type Place } from './place.ts'
import { recording, type Statement } from './recorded.ts'

const SLOWEST = 4

interface Case {
  figure: string
  list: List
  query: LeadQuery
  goal?: number
}

/** Filters that few leads meet and that most do, alone and two together, on lists of all leads and of a part; each fills a page of 10,000 leads, too. */
const CASES: readonly Case[] = [
  { figure: 'list', list: 'marketing', query: {} },
  { figure: 'list-few', list: 'marketing', query: { status: ['on_hold'] } },
  { figure: 'list-many', list: 'marketing', query: { status: ['valid'] } },
  { figure: 'list-two', list: 'marketing', query: { source: ['website_form'], enquiry_status: ['lost'] } },
  { figure: 'list-days', list: 'marketing', query: { source: ['phone', 'email'], to_date: '2026-09-30' } },
  { figure: 'list-assigned', list: 'assigned', query: { source: ['website_form'] } },
  { figure: 'list-valid', list: 'valid', query: { enquiry_status: ['won'], source: ['event'] } },
]
/** Who asks for the same as others is answered with them: here nobody does, each connection has a page of its own. */
const APART = { figure: 'list-apart', list: 'marketing', query: {}, goal: 0.6 } as const
const EIGHT_PAGES = Array.from({ length: 8 }, (_, at) => `&page=${at + 1}`)

/** Lead lists against a server that sends the same select and counts nothing, while another client changes 50 leads a second. */
export const leadList = async (
  place: Place,
  rows: number,
  rounds: number,
  report: (figures: Figure[]) => void,
): Promise<Figure[]> => {
  await fillSmall(place)
  const small = await firstPages(place, 'small', rounds)
  await growTo(place, rows)
  const large = await firstPages(place, 'large', rounds)
  const worst = Math.max(...[...large.values()].map(({ p99, ms }) => p99 / ms))
  const figures = [...CASES, APART].map(({ figure, goal = 0.8 }: Case): Figure => {
    const [then, now] = [small.get(figure), large.get(figure)]
    if (!then || !now) throw new Error(`${figure} was not measured`)
    const growth = now.ms / then.ms
    return {
      figure,
      ratio: rounded(now.ratio),
      growth: rounded(growth),
      rows: Math.max(rows, SMALL),
      ours: rounded(now.ours),
      bare: rounded(now.bare),
      unit: `requests/s, the bare one ${rounded(then.bare / now.bare)} × as slow as with 10,000`,
      goal: `≥ ${goal}, growth ≤ 1.3`,
      meets: now.ratio >= goal && growth <= 1.3,
    }
  })
  const slowest = {
    figure: 'list-slowest',
    ratio: rounded(worst),
    rows,
    ours: rounded(worst),
    unit: 'p99 ÷ median, the worst of the lists',
    goal: `≤ ${SLOWEST}`,
    meets: worst <= SLOWEST,
  }
  report([...figures, slowest])
  await farAndWide(place, rows, rounds, report)
  return []
}

const firstPages = (place: Place, size: string, rounds: number) =>
  asking(place, async ({ services, token, load }) => {
    const found = new Map<string, Sides>()
    // A fill's own sealing would be measured with the lists, in the small place more than in the large one.
    await untilQuiet(place)
    // Before the other client begins: whatever this process sends is listened to.
    const selects = new Map<string, Statement[]>()
    for (const { figure, list, query } of [...CASES, APART])
      selects.set(figure, await selectOf(services, token, list, query))
    const changes = await startChanges(place)
    try {
      for (const { figure, list, query } of [...CASES, APART]) {
        const { data } = Object(await get(load(pathOf(list, query)), token))
        if (data.length < DEFAULT_PAGE_SIZE) throw new Error(`${figure} finds ${data.length} leads: less than a page`)
        const statements = selects.get(figure) ?? []
        const bare = await startBare(place, `${size}-${figure}`, statements, 'leadroom_login')
        try {
          const ours = { ...load(pathOf(list, query)), ...(figure === APART.figure && { apart: EIGHT_PAGES }) }
          found.set(figure, await interleaved(ours, { ...load('/list'), port: bare.port }, rounds))
        } finally {
          await bare.stop()
        }
      }
    } finally {
      await changes.stop()
    }
    return found
  })

/** What our own code sends for the page alone: begin, settings, the ids, the rows. */
const selectOf = async (
  { auth, tenants }: Services,
  token: string,
  list: List,
  query: LeadQuery,
): Promise<Statement[]> => {
  const caller = await auth.callerOfToken(token)
  if (!caller) throw new Error('The token does not hold')
  return recording(() =>
    tenants.read(caller.companyId, async (tenant) => {
      const { matching, order } = leadsOf(tenant, caller, list, query)
      const ids = await sql<{
        id: number
      }>`select l.id from leads l where ${matching} order by ${order} limit 20`.execute(tenant.db)
      return leadsById(
        tenant,
        ids.rows.map(({ id }) => id),
      )
    }),
  )
}
