import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import { SECRET } from '../place.ts'
import type { Running } from '../real-server.ts'

const WARMING = 50
const PRESSES = 300
/** So many subscribers it takes, each time. */
export const LEAVERS = WARMING + PRESSES
const PAUSE_MS = 10

/** How long pressing unsubscribe in a mail program takes: 95 % of the answers are there by then. One person after the other. */
export const unsubscribeP95 = async (real: Running, companyId: number, subscriberIds: readonly number[]) => {
  const tokens = openMailTokens(SECRET)
  const took: number[] = []
  for (const [at, id] of subscriberIds.entries()) {
    const address = `http://127.0.0.1:${real.port}/newsletter/unsubscribe/${tokens.sign('unsubscribe', companyId, id, 0)}`
    const from = performance.now()
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.9.${at >> 8}.${at & 255}`,
      },
      body: 'List-Unsubscribe=One-Click',
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`Unsubscribing was answered with ${answer.status}`)
    if (at >= WARMING) took.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0
}
