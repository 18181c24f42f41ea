import { hr } from '#contract/portal/hr.ts'
import { designationsOf } from '#server/db/identity/designations.ts'
import { checkTabCompany } from '#server/kit/auth.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { page } from '#server/kit/page.ts'
import { openHr } from '#server/outside/hr.ts'
import type { PortalServices } from './services.ts'
import { known } from './session.ts'

export const hrRoutes = ({ identity, config }: PortalServices) => {
  const outside = config.hrApiUrl === undefined ? undefined : openHr(config.hrApiUrl)

  return implementOpen('portal.hr', hr, {
    async designations({ query, caller, request }) {
      checkTabCompany(request, known(caller))
      if (outside) return outside(request.headers.authorization ?? '', query)
      return identity.read((db) =>
        page(
          designationsOf(db, known(caller).companyId, query.department_id),
          { page: query.page ?? 1, pageSize: query.per_page ?? 10 },
          { words: ['g.name'], newestBy: 'g.name', usualOrder: 'asc' },
        ),
      )
    },
  })
}
