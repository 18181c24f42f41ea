import { areaOf, PERMISSION_KEYS, PRODUCT_CODE, type PermissionKey } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { sameText } from '#server/kit/secrets.ts'
import type { PortalServices } from './services.ts'
import { otherwise } from './session.ts'

/** The permissions service. Its key ships in the browser: it tells who calls and opens nothing; the token does. */
export const permissionRoutes = ({ auth, config }: PortalServices) => {
  const { permissions } = access

  return implementOpen(
    'portal.access',
    { permissions },
    {
      async permissions({ body, request, reply }) {
        const refuse = (status: number) =>
          otherwise(reply, status, {
            statusCode: String(status),
            body: { success: false, access_controls: {} },
            message: permissions.failure,
          })
        const key = request.headers['x-api-key']
        if (typeof key !== 'string' || !sameText(key, config.permissionsApiKey) || body.product_code !== PRODUCT_CODE)
          return refuse(403)
        const caller = await auth.callerOfToken(body.token)
        if (!caller) return refuse(401)
        return {
          statusCode: '200',
          body: { success: true, access_controls: accessControls((known) => caller.can(known)) },
        }
      },
    },
  )
}

/** Every key there is, under its area: held or not. */
const accessControls = (can: (key: PermissionKey) => boolean) => {
  const areas: Record<string, Record<string, boolean>> = {}
  for (const key of PERMISSION_KEYS) (areas[areaOf(key)] ??= {})[key] = can(key)
  return areas
}
