import { sql } from 'kysely'
import type { Services } from '#server/app/services.ts'
import { leadsOf } from '#server/leads/lists/list.ts'
import { leadsById } from '#server/leads/lists/rows.ts'
import { sightOf } from '#server/leads/lists/scope.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/kit/endpoint.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { asking, get, inTurns, pathOf, startBare, type Asking, type List } from '../asking.ts'
import { startChanges } from '../platform/changes.ts'
import { farAndWide } from './far-and-wide.ts'
import { median, rounded, type Figure } from '../figure.ts'
import type { Served } from '../load.ts'
import { afterPause } from '../platform/pause.ts'
import { fillSmall, growTo, openPlace, SMALL, untilQuiet, type Place } from '../place.ts'
import { recording, type Statement } from '../platform/recorded.ts'

const SLOWEST = 4
const GOAL = 0.8

interface Case {
  figure: string
  list: List
  query: LeadQuery
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
const APART = { figure: 'list-apart', list: 'marketing', query: {} } as const
/** What the columns of each screen ask for by themselves. */
const COLUMNS = {
  marketing: ['products'],
  assigned: ['products', 'last_comment', 'assigned_how'],
  valid: ['products', 'validated', 'validated_at', 'validated_by'],
} as const satisfies Record<List, LeadQuery['values']>
const ALL = [...CASES, APART].map(({ figure, list, query }): Case => ({
  figure,
  list,
  query: { ...query, values: [...COLUMNS[list]] },
}))
const EIGHT_PAGES = Array.from({ length: 8 }, (_, at) => `&page=${at + 1}`)

/**
 * Lead lists against a server that sends the same select and counts nothing, while another client changes 50 leads a second; and
 * against themselves in a place of 10,000 leads, in the same turns, so that growth is not how the machine has changed meanwhile.
 */
export const leadList = async (
  place: Place,
  rows: number,
  rounds: number,
  report: (figures: Figure[]) => void,
): Promise<Figure[]> => {
  const small = await openPlace()
  try {
    await fillSmall(small)
    await fillSmall(place)
    await growTo(place, rows)
    const all = { small, place, rows: Math.max(rows, SMALL), rounds }
    report(await asking(small, (few) => asking(place, (many) => firstPages({ ...all, few, many }))))
  } finally {
    await small.close()
  }
  await farAndWide(place, rows, rounds, report)
  return []
}

interface Both {
  small: Place
  place: Place
  few: Asking
  many: Asking
  rows: number
  rounds: number
}

const firstPages = async ({ small, place, few, many, rows, rounds }: Both): Promise<Figure[]> => {
  // A fill's own sealing would be measured with the lists.
  for (const each of [small, place]) await untilQuiet(each)
  // Before the other clients begin: whatever this process sends is listened to.
  const selects = new Map<string, Statement[]>()
  for (const { figure, list, query } of ALL) selects.set(figure, await selectOf(many.services, many.token, list, query))
  const changes = [await startChanges(small), await startChanges(place)]
  const figures: Figure[] = []
  let slowest = { tail: 0, bareTail: 0 }
  try {
    for (const { figure, list, query } of ALL) {
      const loadOf = ({ load }: Asking) => ({
        ...load(pathOf(list, query)),
        ...(figure === APART.figure && { apart: EIGHT_PAGES }),
      })
      const { data } = Object(await get(loadOf(few), few.token))
      if (data.length < DEFAULT_PAGE_SIZE) throw new Error(`${figure} finds ${data.length} leads: less than a page`)
      const bare = await startBare(place, figure, selects.get(figure) ?? [], 'leadroom_login')
      const loads = [loadOf(many), { ...many.load('/list'), port: bare.port }, loadOf(few)]
      const measured = (await inTurns(loads, rounds).finally(() => bare.stop())).map(compared)
      const [ratio, growth] = [median(measured.map((one) => one.ratio)), median(measured.map((one) => one.growth))]
      const tails = {
        tail: median(measured.map((one) => one.tail)),
        bareTail: median(measured.map((one) => one.bareTail)),
      }
      if (tails.tail > slowest.tail) slowest = tails
      figures.push({
        figure,
        ratio: rounded(ratio),
        growth: rounded(growth),
        rows,
        ours: rounded(median(measured.map((one) => one.ours))),
        bare: rounded(median(measured.map((one) => one.bare))),
        unit: 'requests/s',
        goal: `≥ ${GOAL}, growth ≤ 1.3`,
        meets: ratio >= GOAL && growth <= 1.3,
      })
    }
  } finally {
    for (const each of changes) await each.stop()
  }
  figures.push(await afterPause(many, rows, rounds))
  figures.push({
    figure: 'list-slowest',
    ratio: rounded(slowest.tail),
    rows,
    ours: rounded(slowest.tail),
    bare: rounded(slowest.bareTail),
    unit: 'p99 ÷ median, the worst of the lists',
    goal: `≤ ${SLOWEST}`,
    meets: slowest.tail <= SLOWEST,
  })
  return figures
}

const compared = ([mine, theirs, few]: readonly Served[]) => {
  if (!mine || !theirs || !few) throw new Error('Three sides are measured')
  return {
    ours: mine.perSecond,
    bare: theirs.perSecond,
    ratio: mine.perSecond / theirs.perSecond,
    growth: mine.medianMs / few.medianMs,
    tail: mine.p99Ms / mine.medianMs,
    bareTail: theirs.p99Ms / theirs.medianMs,
  }
}

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
      const { matching, order } = await leadsOf(tenant, caller, list, query)
      const ids = await sql<{
        id: number
      }>`select l.id from leads l where ${matching} order by ${order} limit 20`.execute(tenant.db)
      return leadsById(
        tenant,
        { ...sightOf(caller), values: query.values },
        ids.rows.map(({ id }) => id),
      )
    }),
  )
}
