import type { Route } from '#server/kit/implement.ts'
import { accessRoutes } from './access.ts'
import { broadcastRoutes } from './broadcast.ts'
import { hrRoutes } from './hr.ts'
import { locationRoutes } from './location.ts'
import { passwordResetRoutes } from './password-resets.ts'
import { openPasswords } from './passwords.ts'
import { permissionRoutes } from './permissions.ts'
import { personHistoryRoutes } from './person-history.ts'
import { profileRoutes } from './profile.ts'
import type { PortalServices } from './services.ts'
import { sessionRoutes } from './session.ts'

/** The parent app that the product brings along; what a real one does instead is not there. */
export const portalRoutes = (services: PortalServices): Route[] => {
  const { globalApiUrl, permissionsUrl, hrApiUrl, secret } = services.config
  const passwords = openPasswords(services.identity, secret)
  const own = globalApiUrl === undefined
  return [
    ...(own ? sessionRoutes(services, passwords) : []),
    ...(own && permissionsUrl === undefined ? permissionRoutes(services) : []),
    ...(own ? broadcastRoutes(services) : []),
    ...(own ? accessRoutes(services, passwords) : []),
    ...(own ? personHistoryRoutes : []),
    ...(own ? passwordResetRoutes(services, passwords) : []),
    ...(own ? profileRoutes(services, passwords) : []),
    ...(own || hrApiUrl !== undefined ? hrRoutes(services) : []),
    ...locationRoutes(services),
  ]
}
