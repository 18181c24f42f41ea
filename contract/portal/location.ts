import { Type } from 'typebox'
import { get, Nullable, One } from '#contract/kit/endpoint.ts'

export const location = {
  country: get('/api/v1/location/', {
    summary:
      'Where the caller seems to be, to offer a country; null when no location service is configured or it cannot tell',
    permission: 'signed-in',
    reply: One(Type.Object({ country: Nullable(Type.String()) })),
    failure: 'Failed to fetch data',
    perMinute: 60,
  }),
}
