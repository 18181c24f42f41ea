import type { FastifyReply, FastifyRequest } from 'fastify'

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
