import { configuration as contract } from '#contract/leads/configuration.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import type { FormServices } from './forms.ts'
import { configurationRoutes } from './routes.ts'

export const configuration = feature({
  routes: ({ intake }: { intake: FormServices }) => configurationRoutes(intake),
  entities: {
    // With their origins they are not for everybody to read.
    intake_forms: {
      name: nameIn('intake_forms'),
      namedIn: ['form_id'],
      section: 'forms',
      readBy: contract.forms.permission,
    },
  },
})
