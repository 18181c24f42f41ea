import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { toSearch } from '#contract/kit/request.ts'
import { inputReader } from '#server/kit/input.ts'
import { all, nameOf } from './all.ts'
import { placeName, places, PARTS, sampleInput, type Place, type Sample, type Schema, withValue } from './sample.ts'
import { bearer, sendInput, SHARED, startWorld } from './world.ts'

const world = await startWorld()
const { endpoints, quiet, ada, routes, test: base } = world
// What only its owner changes is hers, or no call would come as far as the statement.
for (const [table, owner] of [
  ['saved_views', 'owner_id'],
  ['lead_comments', 'author_id'],
  ['imports', 'created_by'],
])
  await base.sql(ada.companyId, `update ${table} set ${owner} = $2 where company_id = $1`, [ada.companyId, ada.id])
afterAll(() => world.stop())

const isNumber = (_name: string, { type }: Schema) => type === 'integer' || type === 'number'
const isDay = (_name: string, { pattern }: Schema) => pattern === String.raw`^\d{4}-\d{2}-\d{2}$`
const isLong = (_name: string, { type, maxLength, pattern }: Schema) =>
  type === 'string' && maxLength !== undefined && (pattern === undefined || pattern === String.raw`\S`)

/** Every endpoint's places that `wanted` picks, each with its endpoint. */
const placesOf = (wanted: (name: string, schema: Schema) => boolean) =>
  endpoints.flatMap((endpoint) => places(endpoint, wanted).map((place) => ({ endpoint, place })))

const noFault = async ({ endpoint, place }: ReturnType<typeof placesOf>[number], value: unknown) => {
  const input = withValue(endpoint, sampleInput(endpoint, SHARED), place, value, SHARED)
  const { status, text } = await sendInput(quiet, endpoint, input, bearer(ada))
  return (
    status >= 500 && `${nameOf(endpoint)} ${placeName(place)} ${String(value)}: ${status} ${text} ${world.takeErrors()}`
  )
}

test('the largest and the smallest number that a call takes is answered or refused in words', () =>
  all(placesOf(isNumber), async (where) => {
    const { minimum, maximum } = where.place.schema
    return (await noFault(where, maximum)) || (minimum !== 1 && (await noFault(where, minimum)))
  }))

test('each number of a call has bounds, and is refused beyond them by name', () => {
  const wrong = placesOf(isNumber).flatMap(({ endpoint, place }) => {
    const { minimum, maximum } = place.schema
    const read = inputReader(endpoint)
    const taken = [(minimum ?? -1e300) - 1, (maximum ?? 1e300) + 1, 1e308, -1e308, 2 ** 53, -(2 ** 53), 2 ** 63].filter(
      (value) => {
        const input = withValue(endpoint, sampleInput(endpoint, SHARED), place, value, SHARED)
        return !isRefused(() => read(asSent(endpoint, input)), wireName(endpoint, place))
      },
    )
    return minimum === undefined || maximum === undefined || taken.length > 0
      ? [`${nameOf(endpoint)} ${placeName(place)}: ${taken.join(', ')}`]
      : []
  })

  expect(wrong).toEqual([])
})

const asSent = ({ wire }: Endpoint, { params = {}, query, body }: Sample) => ({
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
  query: new URLSearchParams(toSearch(query, wire)),
  body,
})

/** How the request spells it. */
const wireName = ({ wire = {} }: Endpoint, { path }: Place) => {
  const name = path.findLast((step) => step !== '[]') ?? ''
  return wire[name] ?? name
}

const isRefused = (read: () => unknown, name: string) => {
  try {
    read()
    return false
  } catch (error) {
    const { status, errors } = Object(error)
    return status === 400 && errors.some(({ field }: { field: string }) => field.includes(name))
  }
}

test('a day that no calendar has, or that no clock reaches, is answered or refused in words', () =>
  all(placesOf(isDay), async (where) => {
    for (const day of ['0000-00-00', '0000-01-01', '0001-01-01', '2026-02-30', '9999-12-31'])
      if (await noFault(where, day)) return noFault(where, day)
    return undefined
  }))

test('the longest text that a call takes is answered or refused in words, in letters of any size', () =>
  all(endpoints, async (endpoint) => {
    for (const letter of ['x', '\u{1F468}'])
      for (const part of PARTS) {
        const long = places(endpoint, isLong).filter((place) => place.part === part)
        if (long.length === 0 || (part !== 'body' && letter !== 'x')) continue
        let input = sampleInput(endpoint, SHARED)
        for (const place of long)
          input = withValue(endpoint, input, place, letter.repeat(place.schema.maxLength ?? 0), SHARED)
        const { status, text } = await sendInput(quiet, endpoint, input, bearer(ada))
        if (status >= 500) return `${nameOf(endpoint)} ${part}: ${status} ${text} ${world.takeErrors()}`
      }
    return undefined
  }))

test('a write with nothing to set, or with one thing, is answered or refused in words', () =>
  all(
    routes.filter(({ endpoint: { effect, body } }) => effect === 'write' && body),
    async ({ endpoint }) => {
      const needed = sampleInput(endpoint, SHARED)
      const sent = Object.keys(needed.body ?? {})
      const optional = places(endpoint, () => true).filter(
        ({ part, path }) => part === 'body' && !sent.includes(path[0] ?? ''),
      )
      const inputs = [needed, ...optional.map((place) => withOne(endpoint, needed, place))]
      for (const input of inputs) {
        const { status, text } = await sendInput(quiet, endpoint, input, bearer(ada))
        if (status >= 500)
          return `${nameOf(endpoint)} ${JSON.stringify(input).slice(0, 200)}: ${status} ${text} ${world.takeErrors()}`
      }
      return undefined
    },
  ))

const withOne = (endpoint: Endpoint, needed: Sample, place: Place) =>
  withValue(endpoint, needed, place, place.schema.enum?.[0] ?? null, SHARED)
