import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { COUNTRIES } from '#server/domain/countries.ts'
import { makeNonce, servePage } from '#server/kit/headers.ts'
import { formByKey } from './forms.ts'
import { makeFormToken } from './form-token.ts'
import { allowCrossOrigin, isOwn, type IntakeServices } from './routes.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The plain page with the enquiry form, to be tried and to be embedded; its script; and the browsers' question whether they may send. */
export const serveFormPage = (app: FastifyInstance, services: IntakeServices) => {
  const page = read('./form.html').replace(
    '<!-- countries -->',
    COUNTRIES.map(({ code, name }) => `<option value="${code}">${escape(name)}</option>`).join(''),
  )
  const script = read('./form-script.js')
  const style = read('./form.css')

  app.get<{ Params: { form_key: string } }>(
    '/intake/:form_key/enquiry',
    { config: { page: 'own' } },
    async (request, reply) => {
      const form = await formByKey(services, request.params.form_key)
      const nonce = makeNonce()
      servePage(reply, { nonce, framedBy: form.allowedOrigins })
      return reply.send(
        page
          .replaceAll('__NONCE__', nonce)
          .replace('/* style */', style)
          .replaceAll('__TITLE__', escape(form.name))
          .replace('__TOKEN__', makeFormToken(services.tokenKey)),
      )
    },
  )

  app.get('/intake/form-script.js', { config: { page: 'own' } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=300').send(script),
  )

  app.options<{ Params: { form_key: string } }>('/intake/:form_key/enquiry', async (request, reply) => {
    const form = await formByKey(services, request.params.form_key)
    const { origin } = request.headers
    if (origin !== undefined && (form.allowedOrigins.includes(origin) || isOwn(origin, request, services.publicUrl)))
      allowCrossOrigin(reply, origin)
    return reply.code(204).send()
  })
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
