import swagger from '@fastify/swagger'
import swaggerPages from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressBlock } from './address.ts'
import { bearerOf, isTokenLike, type Auth } from './auth.ts'
import { UserError } from './errors.ts'
import { limited, openLimit } from './rate.ts'

/** The description is long, anybody may ask for it, and each answer is written anew. */
const PER_MINUTE = 120

/**
 * OpenAPI 3.1 at /docs/json, from the very schemas that check and answer; to be registered before the calls. With `callerOfToken`
 * it is for signed-in people alone.
 */
export const serveDocs = async (
  app: FastifyInstance,
  { publicUrl, description }: { publicUrl: string; description: string },
  callerOfToken?: Auth['callerOfToken'],
) => {
  await app.register(swagger, {
    // Pages and files are no calls.
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Leadroom',
        version: '1',
        description,
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })
  const limit = openLimit(PER_MINUTE)
  await app.register(swaggerPages, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    uiHooks: {
      async onRequest(request, reply) {
        limited(limit, addressBlock(request.ip), reply)
        if (callerOfToken !== undefined) await refuseStrangers(request, callerOfToken)
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

/** A browser that opens a page sends no bearer token. The cookie will do, since these pages are the same for all and change nothing. */
const refuseStrangers = async (request: FastifyRequest, callerOfToken: Auth['callerOfToken']) => {
  const token = bearerOf(request) ?? request.cookies['accessToken']
  if (!isTokenLike(token) || !(await callerOfToken(token)))
    throw new UserError(401, 'Sign in to Leadroom to see the API documentation, then open this page again.', {
      code: 'not_signed_in',
    })
}

/** The pages are somebody else's: they read our description and nothing more, and style as they like. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
