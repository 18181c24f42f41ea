import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#contract/kit/endpoint.ts'
import type { Clock } from '#server/db/clock.ts'
import { addressBlock } from '#server/kit/address.ts'
import { failureOf } from '#server/kit/border.ts'
import type { FieldError } from '#server/kit/errors.ts'
import { SentForm, type FormPages } from '#server/kit/form.ts'
import { makeNonce, servePage } from '#server/kit/headers.ts'
import { html, type Markup } from '#server/kit/html.ts'
import { pageStyle } from '#server/kit/plain-page.ts'
import { limited } from '#server/kit/rate.ts'
import { countryName } from '#server/platform/contact-details/countries.ts'
import { allowCrossOrigin, isOwn } from './cross-origin.ts'
import { drawRows, type FormRow, type Typed } from './form-fields.ts'
import { makeFormToken } from './form-token.ts'
import type { Form } from './forms.ts'
import type { Intake } from './open.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

const TEMPLATE = read('./form.html')
const STYLE = pageStyle(read('./form.css'))

export interface FormPageServices {
  intake: Intake
  clock: Pick<Clock, 'now'>
}

/** The page of one kind of form. */
export interface FormPage {
  /** The last part of its address. */
  path: string
  title(formName: string): string
  lead: string
  rows: readonly FormRow[]
  button: string
  /** Whether it says which page it was opened from. */
  namesItsPage?: true
  /** What else is wrong with what was typed, where the call has looked no further than its schema. */
  faults(said: Readonly<Record<string, string | undefined>>, phoneCountry: string | null): readonly FieldError[]
}

interface ByKey {
  Params: { form_key: string }
}

/** The script of all forms: it sends what a form says without leaving the page. */
export const serveFormScript = (app: FastifyInstance) => {
  const script = read('./form-script.js')
  app.get('/intake/form-script.js', { config: { page: 'own' } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=300').send(script),
  )
}

/** A form's page, to be tried and to be embedded, and the browsers' question whether they may send it from elsewhere. */
export const serveForm = (app: FastifyInstance, services: FormPageServices, page: FormPage) => {
  const { intake } = services
  const formOf = (request: FastifyRequest<ByKey>, reply: FastifyReply) => {
    limited(intake.byAddress, addressBlock(request.ip), reply)
    return intake.forms.byKey(request.params.form_key)
  }
  const { refused } = formPages(services, page)

  app.get<ByKey>(
    `/intake/:form_key/${page.path}`,
    {
      config: { page: 'own' },
      errorHandler: (error, request, reply) => refused({ request, reply }, failureOf(error, request, reply)),
    },
    async (request, reply) => {
      const form = await formOf(request, reply)
      return show(reply, page, form, drawForm(services, page, { request, form }))
    },
  )

  app.options<ByKey>(`/intake/:form_key/${page.path}`, async (request, reply) => {
    const { allowedOrigins } = await formOf(request, reply)
    const { origin } = request.headers
    if (origin !== undefined && (allowedOrigins.includes(origin) || isOwn(origin, request, intake.publicUrl)))
      allowCrossOrigin(reply, origin)
    return reply.code(204).send()
  })
}

/** How a form is answered that a page has sent. */
export const formPages = (services: FormPageServices, page: FormPage): FormPages => {
  const formOf = ({ params }: FastifyRequest) => services.intake.forms.byKey(String(Object(params)['form_key']))

  return {
    async done({ request, reply }, answer) {
      const { message = '', data } = Object(answer)
      const said = data ? `${message} Your reference is ${data.reference}.` : String(message)
      const content = html`<div id="outcome" role="status" tabindex="-1">${said}</div>
        <p><a class="button" href="">Send another</a></p>`
      return show(reply, page, await formOf(request), content)
    },

    async refused({ request, reply }, failure) {
      const { body } = request
      const { statusCode } = reply
      const isNowhere = statusCode === 404 && !failure.errors
      // People who guess too often do not see from the page whether there is such a form.
      const form = isNowhere || statusCode === 429 ? undefined : await formOf(request).catch(() => undefined)
      if (isNowhere || !(body instanceof SentForm))
        return show(reply, page, form, html`<div id="outcome" role="alert" tabindex="-1">${failure.message}</div>`)
      const { texts } = body
      const typed = { texts, errors: all(failure, texts, form?.phoneCountry ?? null) }
      return show(reply, page, form, drawForm(services, page, { request, form }, failure, typed))
    },
  }

  /** Of each field the first thing that is wrong with it. */
  function all({ errors = [] }: Failure, texts: Typed['texts'], phoneCountry: string | null) {
    if (errors.length === 0) return []
    const said = Object.fromEntries([...texts].map(([name, [text]]) => [name, text]))
    const known = new Set(errors.map(({ field }) => field))
    return [...errors, ...page.faults(said, phoneCountry).filter(({ field }) => !known.has(field))]
  }
}

const NO_FORM = { sent: 'Not sent', opened: 'This page can’t be shown' }

/** `form` is undefined where there is none, or none can be looked up. */
const show = (
  reply: FastifyReply,
  page: FormPage,
  form: Pick<Form, 'name' | 'allowedOrigins' | 'company'> | undefined,
  content: Markup,
) => {
  const nonce = makeNonce()
  servePage(reply, { nonce, framedBy: form?.allowedOrigins ?? [] })
  // Without a script a browser names the page that it sends a form from by this alone.
  void reply.header('referrer-policy', 'same-origin')
  const title = form ? page.title(form.name) : NO_FORM[reply.request.method === 'POST' ? 'sent' : 'opened']
  const filled: Readonly<Record<string, string>> = {
    nonce,
    style: STYLE,
    title: html`${title}`.markup,
    brand: form ? drawBrand(form.company, title).markup : '',
    content: content.markup,
  }
  // In one go: whatever people call a form, no part of it is filled in.
  return reply.send(TEMPLATE.replace(/__([a-z]+)__/g, (place, name: string) => filled[name] ?? place))
}

/** The logo, which browsers are given over https alone; else the name, unless the title says it. */
const drawBrand = ({ name, logo_url }: Form['company'], title: string) => {
  if (logo_url?.startsWith('https://'))
    return html`<p class="brand"><img src="${logo_url}" alt="${name}" referrerpolicy="no-referrer" /></p>`
  return title.includes(name) ? html`` : html`<p class="brand">${name}</p>`
}

const drawForm = (
  { intake, clock }: FormPageServices,
  { lead, rows, button, namesItsPage }: FormPage,
  { request, form }: { request: FastifyRequest; form: Pick<Form, 'phoneCountry'> | undefined },
  failure?: Failure,
  typed?: Typed,
) => {
  const before = (name: string) => typed?.texts.get(name)?.[0]
  const from = before('page_url') ?? (request.headers.referer ?? '').slice(0, 500)
  const token = before('form_token') ?? makeFormToken(intake.tokenKey, clock.now())
  const said = failure && outcomeOf(failure, typed ? fieldsMarked(rows, typed.errors) : 0)
  return html`<p class="lead">${lead}</p>
    <div id="outcome" role="alert" tabindex="-1" ${!failure && html` hidden`}>${said}</div>
    <form id="form" method="post" novalidate>
      <input type="hidden" name="form_token" value="${token}" />
      ${namesItsPage && html`<input type="hidden" name="page_url" value="${from}" />`}
      ${utmIn(request.url).map(([name, value]) => html`<input type="hidden" name="utm.${name}" value="${value}" />`)}
      <div class="trap" aria-hidden="true">
        <label>Fax <input name="fax" tabindex="-1" autocomplete="off" /></label>
      </div>
      ${drawRows(withHints(rows, form?.phoneCountry ?? null), typed)}
      <button type="submit">${button}</button>
    </form>`
}

/** People see how a phone number is read that they write as they do at home. */
const withHints = (rows: readonly FormRow[], phoneCountry: string | null): readonly FormRow[] =>
  phoneCountry === null
    ? rows
    : rows.map((row) => ({
        ...row,
        fields: row.fields.map((field) =>
          field.type === 'tel'
            ? { ...field, hint: `Numbers without a country code are from ${countryName(phoneCountry)}.` }
            : field,
        ),
      }))

const fieldsMarked = (rows: readonly FormRow[], errors: Typed['errors']) => {
  const wrong = new Set(errors.map(({ field }) => field))
  return rows.flatMap(({ fields }) => fields).filter(({ name }) => wrong.has(name)).length
}

const outcomeOf = ({ message }: Failure, marked: number) =>
  marked === 0
    ? `This was not sent. ${message}`
    : `This was not sent. Correct the ${marked === 1 ? 'marked field' : `${marked} marked fields`} and send it again.`

/** What led here, as the page's address says it and as the call takes it. */
const utmIn = (url: string) => {
  const [, search = ''] = /\?([^#]{1,4000})/.exec(url) ?? []
  return [...new URLSearchParams(search)]
    .filter(([name, value]) => /^utm_\w{1,36}$/.test(name) && value !== '' && !value.includes('\0'))
    .slice(0, 10)
    .map(([name, value]) => [name, value.slice(0, 300).toWellFormed()] as const)
}
