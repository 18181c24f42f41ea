import { markDue } from '#server/db/identity/due.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { SEAL } from '#server/db/seal.ts'
import { startRounds, type Rounds } from '#server/kit/due-worker.ts'
import type { Services } from './services.ts'

/**
 * Has the history of each company sealed that has grown, within a second; at the start that of every company, for
 * what a process left behind that died.
 */
export const startSealing = (
  { workPool, news }: Pick<Services, 'workPool' | 'news'>,
  onError: (error: unknown) => void,
): Rounds => {
  const identity = openIdentity(workPool)
  const grown = new Set<number>()
  let started = false
  const note = (companyId: number) => void grown.add(companyId)
  news.on('grown', note)

  const rounds = startRounds(async () => {
    const companies = [...grown]
    grown.clear()
    if (companies.length > 0 || !started) {
      await markDue(identity, SEAL, started ? companies : 'all').catch((error: unknown) => {
        for (const company of companies) grown.add(company)
        throw error
      })
      started = true
      news.emit('work')
    }
    return false
  }, onError)
  return {
    wake: rounds.wake,
    stop() {
      news.off('grown', note)
      return rounds.stop()
    },
  }
}
