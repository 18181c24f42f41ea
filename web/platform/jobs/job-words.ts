import type { Job } from '#contract/platform/jobs.ts'
import { formats } from '#web/kit/look/format.ts'

export const isOpen = ({ state }: Pick<Job, 'state'>) => state === 'queued' || state === 'running'

/** `31 of 49`, `12,000 so far` */
const progressOf = ({ done, total }: Pick<Job, 'done' | 'total'>) => {
  const { number } = formats()
  return total === null ? `${number(done)} so far` : `${number(done)} of ${number(total)}`
}

/** What was left as it was. */
export const SKIPPED: ReadonlySet<string> = new Set(['skipped', 'left out'])

/** `47 assigned, 2 skipped`: what was done comes first, however little it is. */
const outcomesOf = ({ outcomes }: Pick<Job, 'outcomes'>) =>
  outcomes
    .toSorted((one, other) => Number(SKIPPED.has(one.outcome)) - Number(SKIPPED.has(other.outcome)))
    .map(({ outcome, count }) => `${formats().number(count)} ${outcome}`)
    .join(', ')

/** How it ended, and with what. */
export const reportOf = (job: Job) => {
  const outcomes = outcomesOf(job)
  switch (job.state) {
    case 'done':
      return outcomes || 'Done'
    case 'cancelled':
      return outcomes ? `Cancelled after ${progressOf(job)}: ${outcomes}` : 'Cancelled before anything was done'
    case 'failed':
      return [job.message ?? 'It failed', outcomes].filter(Boolean).join(' ')
    case 'queued':
      return 'Waiting to start'
    case 'running':
      return job.cancelling ? 'Cancelling' : progressOf(job)
  }
}
