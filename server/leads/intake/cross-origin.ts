import type { FastifyReply, FastifyRequest } from 'fastify'
import { UserError } from '#server/kit/errors.ts'
import type { Form } from './forms.ts'

export const isOwn = (origin: string, request: FastifyRequest, publicUrl: string) =>
  origin === publicUrl || origin === `${request.protocol}://${request.headers.host}`

export const allowCrossOrigin = (reply: FastifyReply, origin: string) =>
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, idempotency-key',
    'access-control-max-age': '600',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Origin',
  })

/** Pages of other sites may send the form only when the form lists them; callers that are no browser name no origin. */
export const allowOrigin = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: Pick<Form, 'allowedOrigins'>,
  publicUrl: string,
) => {
  const { origin } = request.headers
  if (origin === undefined || isOwn(origin, request, publicUrl)) return
  if (!form.allowedOrigins.includes(origin)) throw new UserError(403, 'This form can’t be sent from this page.')
  allowCrossOrigin(reply, origin)
}
