import swagger from '@fastify/swagger'
import swaggerPages from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { addressBlock } from './address.ts'
import { openLimit, tooMany } from './rate.ts'

/** The description is long, anybody may ask for it, and each answer is written anew. */
const PER_MINUTE = 120

/** OpenAPI 3.1 at /docs/json, from the very schemas that check and answer; to be registered before the calls. */
export const serveDocs = async (app: FastifyInstance, publicUrl: string) => {
  await app.register(swagger, {
    // Pages and files are no calls.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Leadroom',
        version: '1',
        description:
          'Every call answers JSON: `{success: true, data, …}`, or `{success: false, message, code, errors?, request_id}` with a status that means it.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })
  const limit = openLimit({ most: PER_MINUTE, windowMs: 60_000 })
  await app.register(swaggerPages, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    uiHooks: {
      onRequest(request, reply, next) {
        const wait = limit.take(addressBlock(request.ip))
        next(wait === undefined ? undefined : tooMany(reply, wait))
      },
    },
    uiConfig: {
      supportedSubmitMethods: [],
      tryItOutEnabled: false,
      persistAuthorization: false,
      docExpansion: 'list',
      filter: true,
      validatorUrl: null,
    },
    theme: { title: 'Leadroom API' },
  })
}

/** The pages are somebody else's: they read our description and nothing more, and style as they like. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
