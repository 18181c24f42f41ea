import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dryRuns, type Example, type Foreseen } from '#contract/platform/bulk.ts'
import { jobs } from '#contract/platform/jobs.ts'
import { ApiError, call, useWatched } from '#web/kit/data/api.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import { isOpen } from '#web/platform/jobs/job-words.ts'
import type { PreparedAct } from './bulk-area.ts'

/** Each dialog asks for itself: what was foreseen for another one is no answer. */
export const ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

export interface Outlook {
  /** What would become of the rows; undefined until all of them were looked at. */
  foreseen: Foreseen | undefined
  /** The first fields that would change, of an act that changes fields. */
  examples: readonly Example[]
  looking: boolean
  /** How many a job has looked at, where it takes one. */
  progress: { done: number; total: number } | undefined
  failure: unknown
  again: () => void
}

/** What an act would do, asked anew for each choice that matters; who leaves or chooses otherwise ends the job that looks. */
export const useForeseen = (dialog: string, ready: PreparedAct | undefined): Outlook => {
  const about = ready?.foresee?.about
  const settled = useDebounced(about, ready?.foresee?.isTyped ? TYPING_MS : 0)
  const asked = useQuery({
    queryKey: ['bulk-foreseen', dialog, about],
    async queryFn({ signal }) {
      const answer = (await ready?.foresee?.ask()) ?? { foreseen: [], job: null }
      // The dialog was closed before the job was known.
      if (signal.aborted && answer.job !== null) endJob(answer.job)
      return answer
    },
    enabled: ready?.foresee !== undefined && settled === about,
    ...ONCE,
  })
  const job = asked.data?.job ?? null
  const watched = useWatched(dryRuns.foreseen, { params: { id: job ?? 0 } }, ({ data }) => isOpen(data), job !== null)
  const found = job === null ? undefined : watched.data?.data
  useEndedWith(job, found !== undefined && !isOpen(found))

  const again = () => void asked.refetch()
  const examples = asked.data?.examples ?? []
  if (job === null)
    return {
      foreseen: asked.data?.foreseen,
      examples,
      looking: asked.isFetching || settled !== about,
      progress: undefined,
      failure: asked.error,
      again,
    }
  const ended = found?.state === 'failed' || found?.state === 'cancelled'
  return {
    foreseen: found?.state === 'done' ? found.foreseen : undefined,
    examples,
    looking: !watched.error && (found === undefined || isOpen(found)),
    progress: found,
    failure: watched.error ?? (ended ? new ApiError(found.message ?? STOPPED, { status: 409 }) : null),
    again,
  }
}

/** So long nobody has typed before a choice that is typed is looked at. */
const TYPING_MS = 300

const STOPPED = 'The check was stopped.'

/** A job that nobody waits for any more is cancelled, unless it has ended; when that fails, it only looks to the end. */
const useEndedWith = (job: number | null, ended: boolean) => {
  const hasEnded = useRef(ended)
  useEffect(() => {
    hasEnded.current = ended
  })
  useEffect(() => {
    if (job === null) return undefined
    return () => {
      if (!hasEnded.current) endJob(job)
    }
  }, [job])
}

const endJob = (id: number) => void call(jobs.cancel, { params: { id } }).catch(() => undefined)
