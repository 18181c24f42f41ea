import { afterAll, expect, test } from 'vitest'
import { location } from '#contract/portal/location.ts'
import { startTestApp } from '#server/test/app.ts'
import { startPeer } from '#server/test/peer.ts'

const peer = await startPeer({
  '/where': ({ url }) => (url.endsWith('203.0.113.9') ? { country_code: 'de' } : { error: 'unknown' }),
})
const app = await startTestApp({
  LOCATION_URL: `${peer.url}/where`,
  LOCATION_TOKEN: 'location-token',
  TRUST_PROXY: '1',
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})

test('the country of the caller’s address is offered, asked once an hour with the service’s own token', async () => {
  const ada = await app.signIn()
  const from = { 'x-forwarded-for': '203.0.113.9' }

  const answers = [await ada.call(location.country, {}, from), await ada.call(location.country, {}, from)]

  expect(answers.map(({ data }) => data.country)).toEqual(['DE', 'DE'])
  expect(peer.seen.map(({ headers }) => headers['x-access-token'])).toEqual(['location-token'])
})

test('a service that cannot tell offers nothing, and the office network is not asked about', async () => {
  const ada = await app.signIn()
  peer.seen.length = 0

  const answers = await Promise.all(
    ['198.51.100.1', '192.168.1.5', '::1'].map((ip) => ada.call(location.country, {}, { 'x-forwarded-for': ip })),
  )

  expect(answers.map(({ data }) => data.country)).toEqual([null, null, null])
  expect(peer.seen.length).toBe(1)
})

test('without a service there is no country to offer', async () => {
  const plain = await startTestApp()
  const ada = await plain.signIn()

  expect((await ada.call(location.country, {})).data.country).toBe(null)
  await plain.stop()
})
