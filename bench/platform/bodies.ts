import { Agent, request } from 'node:http'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { features } from '#server/app/features.ts'
import { bodyLimitOf } from '#server/kit/body-limit.ts'
import { asking } from '../asking.ts'
import { rounded, type Figure } from '../figure.ts'
import { measure, type Load } from '../load.ts'
import { fillSmall, type Place } from '../place.ts'

const GOAL_MS = 100
const AT_ONCE = 40
const SECONDS = 20
const MIB = 1024 ** 2

/** The longest that a small call waits while one person sends 40 bodies at once, each the worst that its call takes, or 1 MiB. */
export const bodies = async (place: Place): Promise<Figure[]> => {
  await fillSmall(place)
  return asking(place, async ({ services, token, load }) => {
    const small: Load = { ...load('/health/live'), connections: 1, headers: {}, seconds: SECONDS }
    const calls = features(services).map(({ endpoint }) => endpoint)
    const alone = await measure(small)

    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
    let [isOver, sent] = [false, 0]
    const measuring = measure(small).finally(() => (isOver = true))
    while (!isOver)
      for (const call of calls.filter(({ body }) => body)) {
        const texts = [...worstBodies(call, bodyLimitOf(call)), ...worstBodies(call, MIB).slice(0, 4)]
        const burst = Array.from({ length: AT_ONCE }, (_, at) => texts[at % texts.length] ?? '')
        if (!isOver) await Promise.all(burst.map((text, at) => send(agent, small.port, call, token, text, sent + at)))
        sent += AT_ONCE
      }
    const { slowestMs, refused } = await measuring
    agent.destroy()

    const delay = Math.max(0, slowestMs - alone.slowestMs)
    return [
      {
        figure: 'bodies',
        ratio: delay / GOAL_MS,
        rows: sent,
        ours: rounded(slowestMs),
        bare: rounded(alone.slowestMs),
        unit: 'ms, the longest wait',
        goal: `≤ ${GOAL_MS} ms more`,
        meets: delay <= GOAL_MS && refused === 0,
      },
    ]
  })
}

/** Each property of the call, and one that it does not declare, filled with what costs most to look at. */
const worstBodies = (call: Endpoint, bytes: number): string[] =>
  ['undeclared', ...Object.keys(call.body?.properties ?? {})].flatMap((name) =>
    CONTENTS.map((content) => {
      const [head, tail] = [`{"${name}":`, '}']
      return `${head}${content(bytes - head.length - tail.length)}${tail}`
    }),
  )

const listOf = (item: string) => (bytes: number) =>
  `[${Array.from({ length: Math.floor((bytes - 1) / (item.length + 1)) }, () => item).join(',')}]`

const CONTENTS: readonly ((bytes: number) => string)[] = [
  listOf('""'),
  listOf('{}'),
  listOf('[[]]'),
  (bytes) => `"${'x'.repeat(bytes - 2)}"`,
  (bytes) => `{${Array.from({ length: Math.floor(bytes / 12) }, (_, at) => `"k${at}":0`).join(',')}}`,
]

/** Whatever is answered, and also when the server has heard enough and closes. */
const send = (agent: Agent, port: number, call: Endpoint, token: string, text: string, number: number) =>
  new Promise<void>((resolve) => {
    const sending = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: call.method,
        path: call.path.replace(/:\w+/g, '1'),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': text.length,
          'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        },
      },
      (answer) => answer.resume().on('close', resolve),
    )
    sending.on('error', () => resolve())
    sending.end(text)
  })
