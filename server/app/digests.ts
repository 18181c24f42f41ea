import { openIdentity } from '#server/db/identity/door.ts'
import { openTenants } from '#server/db/tenant.ts'
import { claimDigest, sendDigest, type Digest } from '#server/platform/notifications/digest.ts'
import { takeDue } from '#server/kit/due-turn.ts'
import { DIGEST_DUE, startRounds } from '#server/kit/due-worker.ts'
import { openMail } from '#server/outside/mail.ts'
import { notificationRules } from './notification-rules.ts'
import type { Services } from './services.ts'

/** Mails what people want mailed, one person after the other; nothing else waits for the mail server. */
export const startDigests = (
  { config, workPool, claimPool }: Pick<Services, 'config' | 'workPool' | 'claimPool'>,
  onError: (error: unknown) => void,
) => {
  const mail = openMail(config)
  const tenants = openTenants(workPool)
  const identity = openIdentity(claimPool)

  const round = async () => {
    const claimed: (Digest | undefined)[] = []
    const took = await takeDue(identity, [DIGEST_DUE], async ({ companyId, during }) => {
      if (mail) claimed.push(await claimDigest(notificationRules(), during(tenants), companyId, config.publicUrl))
    })
    const [digest] = claimed
    if (mail && digest) await sendDigest(tenants, mail, digest)
    return took
  }
  const rounds = startRounds(round, onError)
  return {
    wake: rounds.wake,
    async stop() {
      await rounds.stop()
      await mail?.close()
    },
  }
}
