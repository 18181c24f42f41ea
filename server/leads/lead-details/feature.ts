import { feature, type OriginOf } from '#server/platform/feature.ts'
import { leadDetailRoutes } from './routes.ts'
import { REDACTED } from './redacted-fields.ts'

interface Given {
  originsOf(entity: string): readonly OriginOf[]
}

export const leadDetails = feature<Given>({
  routes: ({ originsOf }) => leadDetailRoutes(originsOf('leads')),
  entities: REDACTED,
})
