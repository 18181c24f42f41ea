import { feature } from '#server/platform/feature.ts'
import { configurationRoutes, type FormServices } from './routes.ts'

export const configuration = feature({
  routes: ({ intake }: { intake: FormServices }) => configurationRoutes(intake),
})
