import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/db/clock.ts'
import { COUNTRIES } from '#server/platform/contact-details/countries.ts'
import { addressBlock } from '#server/kit/address.ts'
import { makeNonce, servePage } from '#server/kit/headers.ts'
import { escapeHtml, pageStyle } from '#server/kit/plain-page.ts'
import { limited } from '#server/kit/rate.ts'
import { allowCrossOrigin, isOwn } from './cross-origin.ts'
import { makeFormToken } from './form-token.ts'
import type { Intake } from './open.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

const STYLE = pageStyle(read('./form.css'))

export interface FormPageServices {
  intake: Intake
  clock: Pick<Clock, 'now'>
}

/** The page of one kind of form. */
export interface FormPage {
  /** The last part of its address. */
  path: string
  /** With __TITLE__, __NONCE__, __TOKEN__ and the place of the style. */
  html: string
  title(formName: string): string
}

/** The plain pages with the forms, to be tried and to be embedded, and their script. */
export const serveFormPage = (app: FastifyInstance, services: FormPageServices) => {
  const page = read('./form.html').replace(
    '<!-- countries -->',
    COUNTRIES.map(({ code, name }) => `<option value="${code}">${escapeHtml(name)}</option>`).join(''),
  )
  const script = read('./form-script.js')
  serveForm(app, services, { path: 'enquiry', html: partsFor('enquiry', page), title: (name) => name })
  serveForm(app, services, {
    path: 'registration',
    html: partsFor('registration', page),
    title: () => 'Register your company',
  })
  app.get('/intake/form-script.js', { config: { page: 'own' } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=300').send(script),
  )
}

/** A form's page, and the browsers' question whether they may send it from elsewhere. */
export const serveForm = (
  app: FastifyInstance,
  { intake, clock }: FormPageServices,
  { path, html, title: titleOf }: FormPage,
) => {
  const formOf = (request: FastifyRequest<{ Params: { form_key: string } }>, reply: FastifyReply) => {
    limited(intake.byAddress, addressBlock(request.ip), reply)
    return intake.forms.byKey(request.params.form_key)
  }

  app.get<{ Params: { form_key: string } }>(
    `/intake/:form_key/${path}`,
    { config: { page: 'own' } },
    async (request, reply) => {
      const { name, allowedOrigins } = await formOf(request, reply)
      const nonce = makeNonce()
      const title = escapeHtml(titleOf(name))
      servePage(reply, { nonce, framedBy: allowedOrigins })
      return reply.send(
        html
          .replaceAll('__NONCE__', nonce)
          .replace('/* style */', STYLE)
          .replace('__TOKEN__', makeFormToken(intake.tokenKey, clock.now()))
          // Last and by a function: whatever people call a form, no part of it is filled in.
          .replaceAll('__TITLE__', () => title),
      )
    },
  )

  app.options<{ Params: { form_key: string } }>(`/intake/:form_key/${path}`, async (request, reply) => {
    const { allowedOrigins } = await formOf(request, reply)
    const { origin } = request.headers
    if (origin !== undefined && (allowedOrigins.includes(origin) || isOwn(origin, request, intake.publicUrl)))
      allowCrossOrigin(reply, origin)
    return reply.code(204).send()
  })
}

const FORMS = ['enquiry', 'registration'] as const

/** The template without the parts of the other forms: `<!-- enquiry: -->` to `<!-- :enquiry -->`. */
const partsFor = (form: (typeof FORMS)[number], template: string) =>
  FORMS.filter((other) => other !== form)
    .reduce(
      (html, other) => html.replaceAll(new RegExp(`<!-- ${other}: -->[^]*?<!-- :${other} -->`, 'g'), ''),
      template,
    )
    .replaceAll(new RegExp(`<!-- :?${form}:? -->`, 'g'), '')
