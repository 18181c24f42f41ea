import { location } from '#contract/portal/location.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { openLocation } from '#server/outside/location.ts'
import type { PortalServices } from './services.ts'

export const locationRoutes = ({ config }: PortalServices) => {
  const countryOf = config.location && openLocation(config.location)

  return implementOpen('portal.location', location, {
    async country({ request }) {
      return { data: { country: (await countryOf?.(request.ip)) ?? null } }
    },
  })
}
