import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { domainSuggestionRoutes } from './routes.ts'

export const domainSuggestions = feature({
  routes: domainSuggestionRoutes,
  entities: { dismissed_suggestions: { name: nameIn('dismissed_suggestions', 'domain_name') } },
})
