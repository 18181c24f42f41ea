import type { exportCalls } from '#contract/platform/exports.ts'
import type { ListEndpoint } from '#web/kit/data/api.ts'

/** What the job panel has to know of an area. What its jobs are called and how they end, the server says. */
export interface JobArea {
  /** The lists that its jobs change. */
  lists: readonly ListEndpoint[]
  /** The files that its jobs write, by the kind of the job; each is saved under its name and the day. */
  files: Readonly<Record<string, { call: ReturnType<typeof exportCalls>['file']; name: string }>>
}
