import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { inputReader } from '#server/kit/input.ts'
import { jsonLimitOf, largestJson } from '#server/kit/body-limit.ts'
import { all, nameOf } from './all.ts'
import { CONTENTS, oversizedBodies } from './oversized.ts'
import { sampleInput } from './sample.ts'
import { bearer, sendRaw, SHARED, startWorld } from './world.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** What a lead says may be long, and so may a filter, or what somebody accepts: 256 KiB. */
const LARGE = new Set([
  'POST /marketing/bulk_selection',
  'POST /marketing/product_selection',
  'POST /marketing/bulk_edit_products',
  'POST /marketing/export_products',
  'POST /marketing/add_leads',
  'POST /marketing/update_enquiry_leads',
  'POST /marketing/update_enquiry_leads_with_products',
  'POST /marketing/add_valid_status',
  'POST /marketing/add_invalid_status',
  'POST /marketing/registration_valid_status',
  'PUT /marketing/qa_autoassign_settings/:id',
  'PUT /marketing/salesrep_autoassign_settings/:id',
  'POST /marketing/qa_autoassign_replay',
  'PUT /marketing/master_products/:id',
  'POST /marketing/add_master_product',
  'POST /marketing/salesrep_autoassign_replay',
  'POST /marketing/attribute_options/:id',
  'POST /marketing/merge_products',
  'POST /marketing/update-vendor-data-status',
  'POST /marketing/add_vendor_update',
  'POST /marketing/check_product_import',
  'POST /intake/vendor/:token',
  'POST /communication/contact_selection',
  'POST /competitorInsight/add_competitor',
  'POST /intake/:form_key/vendor-update',
  'POST /marketing/add_working_calendar',
  'PUT /marketing/update_working_calendar/:id',
])
const LARGEST: Readonly<Record<string, number>> = {
  // 2,000 cells are saved at once.
  'POST /marketing/save_product_cells': 2_048,
  // A picture of 10 MiB beside a text of 2 MiB.
  'POST /marketing/add_blogpost': 14_336,
  'PUT /marketing/update_blogpost/:id': 14_336,
  // 50 questions with answers of 2,000 characters.
  'POST /marketing/blog-faq/:id': 1_024,
  // A text with what stands around it, as JSON within JSON.
  'PUT /marketing/blog_working_copies/:key': 5_120,
}
const mostOf = (name: string) => (LARGEST[name] ?? (LARGE.has(name) ? 256 : 64)) * KIB

const world = await startWorld()
const withBody = world.endpoints.filter(({ body }) => body !== undefined)
const readers = new Map(withBody.map((endpoint) => [endpoint, inputReader(endpoint)]))
afterAll(() => world.stop())

const limitOf = (endpoint: Endpoint) => jsonLimitOf(endpoint)

test('every part of a body has a greatest size', () => {
  const endless = withBody.filter(({ body, bodyLimit }) => body && !bodyLimit && largestJson(body) === Infinity)

  expect(endless.map(nameOf)).toEqual([])
})

test('a call takes 64 KiB at most, but for those of a whole lead or list, and parts of files', () => {
  const tooLarge = world.endpoints.filter((endpoint) => !endpoint.bytes && limitOf(endpoint) > mostOf(nameOf(endpoint)))

  expect(tooLarge.map((endpoint) => `${nameOf(endpoint)}: ${limitOf(endpoint) / KIB} KiB`)).toEqual([])
})

test('each call takes a body as long as its limit, and refuses one byte more in words', () =>
  all(withBody, async (endpoint) => {
    const url = endpoint.path.replace(/:\w+/g, String(SHARED))
    const send = (bytes: number) =>
      sendRaw(world.quiet, endpoint.method, url, { headers: bearer(world.ada), body: padded(endpoint, bytes) })
    const limit = limitOf(endpoint)
    const fits = await send(limit)
    if (fits.status === 413) return `${nameOf(endpoint)}: refuses ${limit} bytes`
    const { status, text } = await send(limit + 1)
    const { message, code } = JSON.parse(text)
    return (
      (status !== 413 || code !== 'too_large' || !message.endsWith(`Send at most ${limit / KIB} KiB.`)) &&
      `${nameOf(endpoint)}: ${status} ${text}`
    )
  }))

/** The same body with as many spaces as it takes. */
const padded = (endpoint: Endpoint, bytes: number) => JSON.stringify(sampleInput(endpoint, SHARED).body).padEnd(bytes)

test('a body costs what its contract allows: what is longer, or not declared, is not looked at', () => {
  const contents = Object.entries(CONTENTS).map(([kind, make]) => {
    const seen = { looks: 0 }
    return { kind, seen, content: watched(make(MIB), seen) }
  })
  const wrong = withBody.flatMap((endpoint) =>
    contents.flatMap(({ kind, seen, content }) =>
      oversizedBodies(endpoint, content, SHARED).flatMap(({ name, body }) => {
        seen.looks = 0
        const errors = errorsIn(endpoint, body)
        const isFine = seen.looks <= MOST_LOOKS && errors <= MOST_ERRORS
        return isFine ? [] : [`${nameOf(endpoint)} ${name} of ${kind}: ${seen.looks} looks, ${errors} errors`]
      }),
    ),
  )

  expect(wrong.length > 8 ? [...wrong.slice(0, 8), `and ${wrong.length - 8} more`] : wrong).toEqual([])
})

const MOST_LOOKS = 20
const MOST_ERRORS = 20

/** Counts each look at what stands in it. */
const watched = (content: unknown, seen: { looks: number }): unknown =>
  typeof content !== 'object' || content === null
    ? content
    : new Proxy(content, {
        get(target, key, receiver) {
          seen.looks += 1
          return Reflect.get(target, key, receiver)
        },
      })

const errorsIn = (endpoint: Endpoint, body: unknown): number => {
  try {
    readers.get(endpoint)?.({ params: {}, query: new URLSearchParams(), body })
    return 0
  } catch (error) {
    const { errors } = Object(error)
    if (!Array.isArray(errors)) throw error
    return errors.length
  }
}
