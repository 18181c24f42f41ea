import { competitors, type CompetitorRow, type Feed } from '#contract/insight/competitors.ts'
import { useAction } from '#web/kit/data/api.ts'
import { COMPETITOR_READS } from '#web/insight/frame/insight-reads.ts'

/** What people do to a competitor and its feeds from its card. */
export const useCompetitorActs = () => {
  const refreshes = COMPETITOR_READS
  const update = useAction(competitors.update, {
    done: ({ data }) => (data.paused ? `Paused ${data.name}` : `Resumed ${data.name}`),
    refreshes,
  })
  const remove = useAction(competitors.remove, { done: 'Deleted the competitor', refreshes })
  const updateFeed = useAction(competitors.updateFeed, {
    done: ({ data }) => (data.paused ? 'Paused the feed' : 'Resumed the feed'),
    refreshes,
  })
  const removeFeed = useAction(competitors.removeFeed, { done: 'Removed the feed', refreshes })
  const check = useAction(competitors.checkFeed, { done: 'Checking the feed', undo: false, refreshes })
  return {
    setPaused: ({ id, version }: CompetitorRow, paused: boolean) =>
      void update({ params: { id }, body: { paused, version } }),
    remove: ({ id }: CompetitorRow) => void remove({ params: { id } }),
    setFeedPaused: ({ id, version }: Feed, paused: boolean) =>
      void updateFeed({ params: { id }, body: { paused, version } }),
    removeFeed: ({ id }: Feed) => void removeFeed({ params: { id } }),
    check: ({ id }: Feed) => void check({ body: { id } }),
    checking: check.running,
  }
}
export type CompetitorActs = ReturnType<typeof useCompetitorActs>
