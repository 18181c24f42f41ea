import { Type } from 'typebox'
import { AccessControls, access } from '#contract/portal/access.ts'
import { areaOf, PERMISSION_KEYS, PRODUCT_CODE, type PermissionKey } from '#contract/kit/permissions.ts'
import { askPeer } from './peer.ts'

const Answer = Type.Object({
  statusCode: Type.Union([Type.String(), Type.Integer()]),
  body: Type.Object({ success: Type.Unknown(), access_controls: Type.Optional(AccessControls) }),
})

/** The keys that a permissions service gives the holder of a token; none when it refuses. */
export const openPermissions = ({ url, apiKey }: { url: string; apiKey: string }) => {
  const ask = askPeer({ reply: Answer, failure: access.permissions.failure })

  return async (token: string): Promise<PermissionKey[]> => {
    const answer = await ask({ url, body: { product_code: PRODUCT_CODE, token }, headers: { 'x-api-key': apiKey } })
    const granted =
      String(answer?.statusCode) === '200' && (answer?.body.success === true || answer?.body.success === 1)
    const areas = granted ? (answer?.body.access_controls ?? {}) : {}
    return PERMISSION_KEYS.filter((key) => areas[areaOf(key)]?.[key] === true)
  }
}
