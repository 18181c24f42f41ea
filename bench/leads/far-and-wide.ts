import { countRows } from '#server/platform/counted-lists/counts.ts'
import { LEAD_LISTS, leadFilter } from '#server/leads/lists/filter.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { asking, get, interleaved, pathOf, startBare, type Asking } from '../asking.ts'
import { startChanges } from '../platform/changes.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { measure, type Load } from '../load.ts'
import { COMPANY, type Place } from '../place.ts'
import { signIn } from '../real-server.ts'
import { recording } from '../platform/recorded.ts'

/** The last page that a list shows: all rows before it have to be passed. */
const LAST_PAGES: readonly { figure: string; query: LeadQuery }[] = [
  { figure: 'last-page', query: {} },
  { figure: 'last-page-two', query: { status: ['valid'], source: ['website_form'] } },
]
/** The same, said or not: two who ask so are not answered together. */
const USUAL_ORDER = ['', '&sort=created_at&order=desc']

interface SearchCase {
  figure: string
  /** Each for a connection of its own. */
  texts: readonly string[]
  connections: number
  goal: number
}

/** A fragment that few leads have, a word that nearly all have, and eight fragments of different people at once. */
const SEARCHES: readonly SearchCase[] = [
  { figure: 'search-few', texts: ['kulkarni.1'], connections: 2, goal: 1 },
  { figure: 'search-many', texts: ['example'], connections: 2, goal: 0.9 },
  {
    figure: 'search-apart',
    texts: ['krause', 'siddiqui', 'lindberg', 'tanabe', 'wekesa', 'papadop', 'balogun', 'whitak'],
    connections: 8,
    goal: 0.9,
  },
]

/** What lists are asked for beyond their first page: the last page, searches, new filters, by many at once. */
export const farAndWide = (place: Place, rows: number, rounds: number, report: (figures: Figure[]) => void) =>
  asking(place, async (here) => {
    report(await lastPages(place, here, rows, rounds))
    report(await searches(place, here, rows, rounds))
    report([await firstAsk(place, here, rows), await neighbour(here, rows, rounds)])
  })

const lastPages = async (place: Place, { token, load }: Asking, rows: number, rounds: number): Promise<Figure[]> => {
  const figures: Figure[] = []
  const changes = await startChanges(place)
  for (const { figure, query } of LAST_PAGES) {
    const first = load(pathOf('marketing', query))
    const { pagination } = Object(await get(first, token))
    const { totalPages, end } = Object(pagination)
    const page = Number(end?.page ?? totalPages)
    const last = { ...first, path: `${first.path}&page=${page}` }
    await measure({ ...last, connections: 1 })
    const { ratio, ours, bare } = await interleaved(first, last, rounds)
    figures.push({
      figure,
      ratio: rounded(ratio),
      rows,
      ours: rounded(bare),
      bare: rounded(ours),
      unit: `requests/s for page ${page}, and for page 1`,
      goal: '≤ 4 × the time of page 1',
      meets: ratio <= 4,
    })
  }
  await changes.stop()
  return figures
}

/** Against the table's owner, whom no policy keeps from the index: the ids of the same page, and the same count. */
const searches = async (place: Place, { load }: Asking, rows: number, rounds: number): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const { figure, texts, connections, goal } of SEARCHES) {
    const queries = texts.flatMap((text) => {
      const where = `company_id = (select id from identity.companies where domain = '${COMPANY}') and kind = 'enquiry' and text like '%${text}%'`
      return [
        `select count(*) from lead_texts where ${where}`,
        `select id from lead_texts where ${where} order by created_at desc, id desc limit 20`,
      ]
    })
    const statements = ['begin', 'set local random_page_cost = 1.1', ...queries, 'commit'].map((text) => ({
      text,
      values: [],
    }))
    const bare = await startBare(place, figure, statements, 'postgres', texts.length)
    // Few at a time: nobody is to be refused because a word is in a million texts. Nobody searches for the same as others.
    const [only] = texts
    const ours = {
      ...load(pathOf('marketing', {})),
      connections,
      apart:
        texts.length > 1 ? texts.map((text) => `search=${text}`) : USUAL_ORDER.map((order) => `search=${only}${order}`),
    }
    const theirs = { ...ours, path: '/list', port: bare.port, apart: texts.map((_, part) => `?part=${part}`) }
    const sides = await interleaved(ours, theirs, rounds).finally(() => bare.stop())
    const alone = await measure({ ...ours, connections: 1 })
    figures.push({
      figure,
      ratio: rounded(sides.ratio),
      rows,
      ours: rounded(sides.ours),
      bare: rounded(sides.bare),
      unit: `requests/s; one alone takes ${Math.round(alone.medianMs)} ms`,
      goal: `≥ ${goal}`,
      meets: sides.ratio >= goal,
    })
  }
  return figures
}

/** The first who asks for a filter, page and all, against counting its leads as the table's owner. */
const firstAsk = async (place: Place, { services, token, load }: Asking, rows: number): Promise<Figure> => {
  const caller = await services.auth.callerOfToken(token)
  if (!caller) throw new Error('The token does not hold')
  const took: { mine: number; theirs: number }[] = []
  for (let ask = 1; ask <= FIRST_ASKS; ask++) {
    const query: LeadQuery = { from_date: dayNumber(ask) }
    const [, , count] = await recording(() =>
      services.tenants.read(caller.companyId, (tenant) =>
        countRows(tenant, LEAD_LISTS, leadFilter(caller, 'marketing', query)),
      ),
    )
    if (!count) throw new Error('Nothing was counted')
    const theirs = await msOf(() => place.owner.query(count.text, count.values))
    const mine = await msOf(() => get(load(pathOf('marketing', query)), token))
    if (ask > 1) took.push({ mine, theirs })
  }
  const ratio = median(took.map(({ mine, theirs }) => mine / theirs))
  return {
    figure: 'first-ask',
    ratio: rounded(ratio),
    rows,
    ours: rounded(median(took.map(({ mine }) => mine))),
    bare: rounded(median(took.map(({ theirs }) => theirs))),
    unit: 'ms',
    goal: '≤ 1.2 × one count',
    meets: ratio <= 1.2,
  }
}
const FIRST_ASKS = 8

/** The other company's list while fifty people of the largest ask for totals that nobody has asked for. */
const neighbour = async (here: Asking, rows: number, rounds: number): Promise<Figure> => {
  const theirs = here.load(pathOf('marketing', {}))
  const token = await signIn(theirs.port, `manager@${NEIGHBOUR}`)
  const list: Load = { ...theirs, connections: 2, headers: { ...theirs.headers, authorization: `Bearer ${token}` } }
  await measure(list)
  let asked = 1_000
  const compared: { idle: number; crowded: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const idle = (await measure(list)).p95Ms
    let busy = true
    const crowd = Array.from({ length: CROWD }, async () => {
      while (busy) await get(here.load(pathOf('marketing', { from_date: dayNumber((asked += 1)) })), here.token)
    })
    const crowded = (await measure(list)).p95Ms
    busy = false
    await Promise.all(crowd)
    compared.push({ idle, crowded })
  }
  const ratio = median(compared.map(({ idle, crowded }) => crowded / idle))
  return {
    figure: 'neighbour',
    ratio: rounded(ratio),
    rows,
    ours: rounded(median(compared.map(({ crowded }) => crowded))),
    bare: rounded(median(compared.map(({ idle }) => idle))),
    unit: `ms (p95) beside ${CROWD} who ask, and with nobody`,
    goal: '≤ 2',
    meets: ratio <= 2,
  }
}
const NEIGHBOUR = 'meridian.example'
const CROWD = 50

/** Another day for each number, all long before the first lead. */
const dayNumber = (number: number) => new Date(Date.UTC(1950, 0, number)).toISOString().slice(0, 10)

const msOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
