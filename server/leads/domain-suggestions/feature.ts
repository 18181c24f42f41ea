import { feature } from '#server/platform/feature.ts'
import { domainSuggestionRoutes } from './routes.ts'

export const domainSuggestions = feature({ routes: domainSuggestionRoutes })
