import { feature } from '#server/platform/feature.ts'
import type { FetchPublic } from '#server/outside/fetch-public.ts'
import { FEEDS_DUE } from './due.ts'
import { forgetBands, forgetPolls } from './forget.ts'
import { pollFeeds } from './poll.ts'

interface Given {
  config: { feeds: boolean }
  fetchPublic: FetchPublic
}

export const feedPolls = feature<Given>({
  // It waits for others' sites.
  due: ({ config, fetchPublic }) => ({
    alone: { [FEEDS_DUE]: config.feeds ? pollFeeds({ fetchPublic }) : async () => undefined },
  }),
  forget: { 'feed-polls.forget': forgetPolls, 'feed-polls.forget-bands': forgetBands },
})
