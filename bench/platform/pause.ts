import { setTimeout as sleep } from 'node:timers/promises'
import { get, pathOf, type Asking } from '../asking.ts'
import { median, rounded, type Figure } from '../figure.ts'

/** So long somebody reads what one call has brought, before the next. */
const PAUSE_MS = 12_000
/** As many calls as a screen begins with. */
const AT_ONCE = 6
const SLOWER = 2

/** What a screen asks for at once, after a pause, against the same right before: a connection that was opened anew knows no table and no plan. */
export const afterPause = async ({ load, token }: Asking, rows: number, rounds: number): Promise<Figure> => {
  const path = pathOf('marketing', {})
  const asked = async () => {
    const began = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => get(load(`${path}&page=${at + 1}`), token)))
    return performance.now() - began
  }
  const times: { before: number; after: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await asked()
    const before = await asked()
    await sleep(PAUSE_MS)
    times.push({ before, after: await asked() })
  }
  const ratio = median(times.map(({ before, after }) => after / before))
  return {
    figure: 'list-after-pause',
    ratio: rounded(ratio),
    rows,
    ours: rounded(median(times.map(({ after }) => after))),
    bare: rounded(median(times.map(({ before }) => before))),
    unit: `ms for ${AT_ONCE} at once after ${PAUSE_MS / 1000} s, bare: right away`,
    goal: `≤ ${SLOWER}`,
    meets: ratio <= SLOWER,
  }
}
