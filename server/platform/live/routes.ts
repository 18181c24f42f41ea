import { live } from '#contract/platform/live.ts'
import { implementStream, type Route } from '#server/kit/implement.ts'
import type { Live } from './open.ts'

export const liveRoutes = (source: Live): Route[] =>
  implementStream('live', live, { watch: ({ caller, signal }) => source.watch(caller, signal) })
