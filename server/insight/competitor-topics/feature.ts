import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { UNDERSTAND_DUE } from '#server/insight/feed-polls/due.ts'
import { lockTopics, nameTaken } from './queries.ts'
import { competitorTopicRoutes } from './routes.ts'
import { understandPosts } from './understand.ts'

export const competitorTopics = feature({
  routes: competitorTopicRoutes,
  due: { patient: { [UNDERSTAND_DUE]: understandPosts } },
  entities: {
    competitor_topics: {
      name: nameIn('competitor_topics'),
      lock: lockTopics,
      faults: async (tenant, rows) => {
        const back = rows.flatMap(({ id, now, values }) => {
          const { name, deleted_at } = { ...now, ...values }
          return deleted_at === null ? [{ id, name: String(name) }] : []
        })
        const taken = await nameTaken(tenant, back, 'competitor_topics')
        return new Map(taken.map((id) => [id, 'Another topic has this name now.']))
      },
      // Posts get or lose it once more.
      after: (tenant) => tenant.due(UNDERSTAND_DUE),
    },
  },
})
