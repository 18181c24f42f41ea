import { openIdentity } from '#server/db/identity/door.ts'
import { openTenants } from '#server/db/tenant.ts'
import { takeDue, type Turn } from '#server/kit/due-turn.ts'
import { startRounds, type Rounds } from '#server/kit/due-worker.ts'
import { openLane, SMTP_LIMITS } from '#server/outside/smtp.ts'
import type { MailKinds } from '#server/platform/outbox/kind.ts'
import { MAIL_DUE } from '#server/platform/outbox/queue.ts'
import { sendTurn } from '#server/platform/outbox/turn.ts'
import { openWriter } from '#server/platform/outbox/write.ts'
import { mailKinds } from './features.ts'
import { openMailGuard } from './mail-guard.ts'
import type { Services } from './services.ts'

/** So long a connection that nobody needs is kept open. */
const IDLE_MS = 10_000
/** A turn that failed, as on a machine that is busy beyond measure, is tried again within seconds: people wait for what they have sent. */
const BACK_OFF = { firstSeconds: 2, mostSeconds: 15 }

/** Sends what waits to be mailed, one company after the other; nothing else waits for the mail server. */
export const startOutbox = (
  services: Services,
  onError: (error: unknown) => void,
  kinds: MailKinds = mailKinds(services),
  limits = SMTP_LIMITS,
): Rounds => {
  const { config } = services
  const { smtpUrl } = config
  if (smtpUrl === undefined) return { wake: () => {}, stop: async () => {} }
  let stopped = false
  // Each mail by itself is no news for a screen: the history is not concerned, and progress is asked for.
  const tenants = openTenants(services.workPool)
  const identity = openIdentity(services.claimPool)
  const lanes = Array.from({ length: config.mailConnections }, () => openLane(smtpUrl, limits))
  const writer = openWriter(tenants, config)
  const outbox = { tenants, identity, kinds, lanes, writer, perMinute: config.mailPerMinute, stopping: () => stopped }
  const guard = openMailGuard(config.dataFolder, tenants, identity)
  let idle: NodeJS.Timeout | undefined
  const closeAll = () => lanes.forEach((lane) => lane.close())

  const rounds = startRounds(async () => {
    await guard.look()
    const send = async (turn: Turn) => {
      clearTimeout(idle)
      await sendTurn(outbox, turn)
    }
    const took = await takeDue(identity, [MAIL_DUE], send, BACK_OFF)
    if (took) {
      await guard.note()
      clearTimeout(idle)
      idle = setTimeout(closeAll, IDLE_MS)
    }
    return took
  }, onError)
  return {
    wake: rounds.wake,
    async stop() {
      stopped = true
      await rounds.stop()
      clearTimeout(idle)
      closeAll()
    },
  }
}
