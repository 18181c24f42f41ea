import { intakeLoad } from '../leads/intake.ts'
import { median, rounded, type Figure } from '../figure.ts'
import { measure } from '../load.ts'
import { fillSmall, untilQuiet, type Place } from '../place.ts'
import { startReal } from '../real-server.ts'

const GOAL = 0.9
const SECONDS = 5
const LAG_GOAL_S = 5
const RATE = 100
const LAG_SECONDS = 20

/** Enquiries acknowledged while the directory is kept from them, against enquiries of which it notes nothing; and how far it is behind at a steady rate. */
export const directoryUpkeep = async (place: Place, rounds: number): Promise<Figure[]> => {
  await fillSmall(place)
  const real = await startReal(place)
  const load = { ...intakeLoad(real.port), seconds: SECONDS }
  try {
    await untilKept(place)
    const sides: { ours: number; bare: number }[] = []
    for (let round = 0; round <= rounds; round++) {
      const ours = await measure(load)
      await untilKept(place)
      await note(place, false)
      const bare = await measure(load)
      await untilKept(place)
      await note(place, true)
      if (ours.refused + bare.refused > 0) throw new Error('The form refused enquiries')
      // The first round warms both up.
      if (round > 0) sides.push({ ours: ours.perSecond, bare: bare.perSecond })
    }
    const ratio = median(sides.map(({ ours, bare }) => ours / bare))
    const lag = await lagAt(place, load)
    return [
      {
        figure: 'directory-upkeep',
        ratio: rounded(ratio),
        rows: 0,
        ours: rounded(median(sides.map(({ ours }) => ours))),
        bare: rounded(median(sides.map(({ bare }) => bare))),
        unit: 'leads/s',
        goal: `≥ ${GOAL}`,
        meets: ratio >= GOAL,
      },
      {
        figure: 'directory-upkeep: behind',
        ratio: rounded(lag / LAG_GOAL_S),
        rows: 0,
        ours: rounded(lag),
        unit: `s behind (p95, ${RATE} leads/s)`,
        goal: `≤ ${LAG_GOAL_S} s`,
        meets: lag <= LAG_GOAL_S,
      },
    ]
  } finally {
    await real.stop()
  }
}

const untilKept = async (place: Place) => {
  await untilQuiet(place)
  for (;;) {
    const { rowCount } = await place.owner.query('select from directory_queue limit 1')
    if (rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const note = async ({ owner }: Place, on: boolean) => {
  for (const trigger of ['directory_added', 'directory_changed'])
    await owner.query(`alter table leads ${on ? 'enable' : 'disable'} trigger ${trigger}`)
}

/** How old the oldest lead is that the directory has not read, in seconds, while so many come in. */
const lagAt = async ({ owner }: Place, { port, path, body = '' }: ReturnType<typeof intakeLoad>) => {
  const until = performance.now() + LAG_SECONDS * 1_000
  const waits: number[] = []
  const sent: Promise<unknown>[] = []
  let sample = 0
  for (let at = 0; performance.now() < until; at++) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${at >> 8}.${at & 255}.7` }
    const text = body.replaceAll('{n}', `8${at}`)
    sent.push(fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: text }))
    if (at % (RATE / 5) === 0) {
      const { rows } = await owner.query<{ age: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - l.created_at)), 0)::float8 as age
         from directory_queue q join leads l on l.company_id = q.company_id and l.id = q.source_id where q.source = 'lead'`,
      )
      waits[sample++] = rows[0]?.age ?? 0
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000 / RATE))
  }
  for (const answer of await Promise.all(sent))
    if (!(answer instanceof Response) || !answer.ok) throw new Error('The form refused an enquiry')
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? 0
}
