import { globSync } from 'node:fs'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { ImportField } from '#contract/leads/imports.ts'
import { get, post, type Endpoint } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { inputReader } from '#server/kit/input.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { callingCode, countryCode } from '#server/platform/contact-details/countries.ts'
import {
  domainState,
  isPublicSuffix,
  normaliseDomain,
  parseEmail,
  suffixesOf,
} from '#server/platform/contact-details/email-address.ts'
import { readCountry, readEmail, readWebsite } from '#server/leads/intake/enquiry.ts'
import { readPhone } from '#server/platform/contact-details/phone.ts'
import { guessLeadColumns } from '#server/leads/imports/guess.ts'
import { layoutOf } from '#server/leads/imports/layout.ts'
import { readEnquiry, readQuantity } from '#server/leads/imports/row.ts'
import { at } from '#server/outside/peer.ts'
import { firstSlow } from '../patterns.ts'
import { all } from './all.ts'
import { PARTS, schemaOf, type Schema } from './sample.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'permission' in value

const endpoints: Endpoint[] = []
for (const file of globSync('contract/*/*.ts', { exclude: ['**/*.test.ts'] })) {
  const module: Record<string, unknown> = await import(`../../../${file}`)
  for (const contract of Object.values(module)) endpoints.push(...Object.values(Object(contract)).filter(isEndpoint))
}

/** Every text that the schema takes, whatever it lies in. */
const textsOf = (schema: Schema): Schema[] => [
  ...(schema.type === 'string' && !schema.enum && schema.const === undefined ? [schema] : []),
  ...(schema.anyOf ?? []).flatMap(textsOf),
  ...Object.values(schema.properties ?? {}).flatMap(textsOf),
  ...Object.values(schema.patternProperties ?? {}).flatMap(textsOf),
  ...(schema.items ? textsOf(schema.items) : []),
]
/** Patterns that names of properties must fit. */
const namesOf = (schema: Schema): string[] => [
  ...Object.keys(schema.patternProperties ?? {}),
  ...[
    ...(schema.anyOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ].flatMap(namesOf),
]

const inputs = endpoints.flatMap((endpoint) =>
  PARTS.flatMap((part) => (endpoint[part] ? [schemaOf(endpoint[part])] : [])),
)
const texts = [...new Map(inputs.flatMap(textsOf).map((schema) => [JSON.stringify(schema), schema])).values()]

test('there are patterns and plain texts to look at, in every form that the contract has', () => {
  expect(endpoints.length).toBeGreaterThan(150)
  expect(texts.filter(({ pattern }) => pattern).length).toBeGreaterThan(10)
  expect(texts.filter(({ pattern }) => !pattern).length).toBeGreaterThan(10)
})

test('L4: every text of the contract is read or refused within 20 ms, at its greatest length and far beyond, in a body and in an address', () =>
  all(texts, async (schema) => {
    const fields = Type.Object({ text: schema })
    const call = { permission: 'public', reply: fields, summary: '', failure: '' } as const
    const inBody = inputReader(post('/text', { ...call, did: NO_HISTORY, body: fields }))
    const inAddress = inputReader(get('/text', { ...call, query: fields }))
    const slow = firstSlow(
      schema.maxLength ?? 64,
      (text) => inBody({ params: {}, query: new URLSearchParams(), body: { text } }),
      (text) => inAddress({ params: {}, query: new URLSearchParams({ text }), body: undefined }),
    )
    return slow && `${JSON.stringify(schema)}: ${slow}`
  }))

test('L4: so is every name that the contract lets a caller choose', () =>
  all([...new Set(inputs.flatMap(namesOf))], async (pattern) => {
    const expression = new RegExp(pattern)
    const slow = firstSlow(64, (text) => expression.test(text))
    return slow && `${pattern}: ${slow}`
  }))

const row = (cell: string, field: ImportField | null) =>
  readEnquiry(
    { row: 1, cells: [cell, 'Ada', 'ada@firm.example', 'Hose'] },
    layoutOf([field, 'name', 'email', 'product']),
  )

/** What reads texts by hand, each with the longest that it takes. */
const READERS: [string, number, (text: string) => unknown][] = [
  ['an email address', 254, parseEmail],
  ['the email of an enquiry', 320, readEmail],
  ['a domain', 2_000, normaliseDomain],
  ['a public suffix', 253, isPublicSuffix],
  ['what is known of a domain', 253, domainState],
  ['a phone number', 50, (text) => readPhone(text, 'DE')],
  ['a website', 500, readWebsite],
  ['a country', 60, countryCode],
  ['the country of an enquiry', 60, readCountry],
  ['a calling code', 60, callingCode],
  ['a quantity in a file', 50, readQuantity],
  ['the name of a column', 200, (text) => guessLeadColumns([text], [[text]])],
  ['a cell', 10_000, asWritten],
  ['a message in a file', 10_000, (text) => row(text, 'message')],
  ['a phone number in a file', 50, (text) => row(text, 'phone')],
  ['a website in a file', 500, (text) => row(text, 'website')],
  ['a quantity beside a product', 50, (text) => row(text, 'quantity')],
  ['the address of a service', 300, (text) => at(text, '/verify')],
]

test.each(READERS)(
  'L4: %s (%i) is read or refused within 20 ms, at its greatest length and far beyond',
  (_, length, read) => expect(firstSlow(length, read)).toBeUndefined(),
)

test('L4: the domains above one are looked for within 20 ms, for the longest domain that there can be', () =>
  expect(firstSlow(253, (text) => suffixesOf(text.slice(0, 253)))).toBeUndefined())
