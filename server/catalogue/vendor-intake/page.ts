import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Tenant } from '#server/db/tenant.ts'
import { addressBlock } from '#server/kit/address.ts'
import { makeNonce, servePage } from '#server/kit/headers.ts'
import { escapeHtml, pageStyle } from '#server/kit/plain-page.ts'
import { limited } from '#server/kit/rate.ts'
import { linksOf } from '#server/catalogue/vendor-updates/asks.ts'
import { knownFields, productsNow } from '#server/catalogue/vendor-updates/known-fields.ts'
import { linkOf, markOpened, NO_LINK, placeOf, type Link } from './link.ts'
import type { VendorIntakeServices } from './routes.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The page behind a link: what a vendor is asked, with the values now, and nothing else of the company. */
export const serveVendorPage = (
  app: FastifyInstance,
  {
    intake,
    tenants,
    identity,
    config,
  }: Omit<VendorIntakeServices, 'key' | 'clock'> & { config: { secret: string; publicUrl: string } },
) => {
  const { key } = linksOf(config)
  const page = read('./page.html')
  const style = pageStyle(read('./page.css'))
  const script = read('./page-script.js')
  const noPage = read('./no-link.html').replace('__SENTENCE__', NO_LINK)

  app.get<{ Params: { token: string } }>(
    '/intake/vendor/:token',
    { config: { page: 'own' } },
    async (request, reply) => {
      limited(intake.byAddress, addressBlock(request.ip), reply)
      const { token } = request.params
      const place = token.length <= LONGEST_TOKEN ? await placeOf({ identity, key }, token) : undefined
      const shown =
        place &&
        (await tenants.read(place.companyId, async (tenant) => {
          const link = await linkOf(tenant, place.hash)
          if (!link) return undefined
          return { link, parts: await partsOf(tenant, link) }
        }))
      // Who was sent the link sees its page, also where this can't be noted.
      if (shown && !shown.link.opened)
        await markOpened(tenants, place, shown.link).catch((error) => request.log.warn({ err: error }))
      // Whatever is wrong with a link, its page is the same to the byte.
      servePage(reply, { nonce: makeNonce() })
      if (!shown) return reply.code(404).send(noPage)
      const filled: Readonly<Record<string, string>> = { ...wordsOf(shown.link), parts: shown.parts }
      // In one go: whatever people call a product, no part of it is filled in.
      return reply.send(page.replace(/__([a-z]+)__/g, (place, name: string) => filled[name] ?? place))
    },
  )

  app.get('/intake/vendor-style.css', { config: { page: 'own' } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  )
  app.get('/intake/vendor-script.js', { config: { page: 'own' } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=300').send(script),
  )
}

const LONGEST_TOKEN = 64

const isAsked = ({ fresh, requests }: Link) => fresh || requests.some(({ status }) => status === 'needs_info')

const wordsOf = (link: Link) => {
  const { company, vendor, message } = link
  const asked = isAsked(link)
  return {
    title: escapeHtml(`${asked ? 'Product data for' : 'Your request to'} ${company}`),
    lead: escapeHtml(
      asked
        ? `${company} asks ${vendor} to check these fields. Correct anything that is wrong. Only your changes are sent.`
        : `${company} received your changes and has not decided yet.`,
    ),
    message: message === null ? '' : `<blockquote>${escapeHtml(message)}</blockquote>`,
    form: asked ? '' : 'hidden',
    withdraw: link.requests.length ? '' : 'hidden',
    requests: link.requests.map(({ id }) => id).join(','),
  }
}

/** A part for each product: its fields with their values now, or as they were asked for before. */
const partsOf = async (tenant: Tenant, link: Link): Promise<string> => {
  if (!isAsked(link)) return ''
  const questions = new Map(
    link.requests.filter(({ status }) => status === 'needs_info').map((request) => [request.product_id, request]),
  )
  const ids = link.fresh ? link.product_ids : [...questions.keys()]
  const products = await productsNow(tenant, ids, link.fields)
  const now = [...products.values()].flatMap(({ values }) => [...values.values()])
  const known = await knownFields(tenant, link.fields, now)
  const typed = await typedBefore(
    tenant,
    [...questions.values()].map(({ id }) => id),
  )
  return ids
    .flatMap((id) => products.get(id) ?? [])
    .map((product, place) => {
      const question = questions.get(product.id)
      const inputs = link.fields.flatMap((field, at) => {
        const rule = known.get(field)
        if (!rule) return []
        const is = rule.text(product.values.get(field) ?? null) ?? ''
        const text = (question && typed.get(`${question.id} ${field}`)) ?? is
        const attributes = `id="v-${place}-${at}" data-product="${product.id}" data-field="${escapeHtml(field)}" aria-describedby="n-${place}-${at}"`
        const input =
          rule.type === 'long_text'
            ? `<textarea ${attributes} rows="4" maxlength="5000">\n${escapeHtml(text)}</textarea>`
            : `<input ${attributes} maxlength="5000" value="${escapeHtml(text)}" />`
        return [
          `<p><label for="v-${place}-${at}">${escapeHtml(rule.label)}</label>${input}<small id="n-${place}-${at}">Now: ${escapeHtml(is) || 'empty'}</small></p>`,
        ]
      })
      const asks = question?.reason ? `<blockquote>${escapeHtml(question.reason)}</blockquote>` : ''
      return `<fieldset><legend>${escapeHtml(product.name)} <span>${escapeHtml(product.code)}</span></legend>${asks}${inputs.join('')}</fieldset>`
    })
    .join('')
}

const typedBefore = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ update_id: number; field: string; raw: string }>`
    select update_id, field, raw from vendor_update_fields
    where company_id = ${companyId} and update_id = any (${ids}::bigint[]) and raw is not null`.execute(db)
  return new Map(rows.map(({ update_id, field, raw }) => [`${update_id} ${field}`, raw]))
}
