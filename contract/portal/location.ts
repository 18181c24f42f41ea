import { Type } from 'typebox'
import { get, Nullable, One } from '#contract/kit/endpoint.ts'

export const location = {
  country: get('/api/v1/location/', {
    summary: 'The caller’s likely country; null without a location service or an answer',
    permission: 'signed-in',
    reply: One(Type.Object({ country: Nullable(Type.String()) })),
    failure: 'Failed to fetch data',
    perMinute: 60,
  }),
}
