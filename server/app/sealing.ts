import { markDue } from '#server/db/identity/due.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { SEAL } from '#server/db/seal.ts'
import { startRounds, type Rounds } from '#server/kit/due-worker.ts'
import type { Services } from './services.ts'

/**
 * Has the history of each company sealed that has grown, within a second; at the start that of every company, for
 * what a process left behind that died.
 */
export const startSealing = (services: Services, onError: (error: unknown) => void): Rounds => {
  const identity = openIdentity(services.workPool)
  const grown = new Set<number>()
  let started = false
  services.onGrown((companyId) => grown.add(companyId))

  return startRounds(async () => {
    const companies = [...grown]
    grown.clear()
    if (companies.length > 0 || !started) {
      await markDue(identity, SEAL, started ? companies : 'all').catch((error: unknown) => {
        for (const company of companies) grown.add(company)
        throw error
      })
      started = true
      services.wake()
    }
    return false
  }, onError)
}
