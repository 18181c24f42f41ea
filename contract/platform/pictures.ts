import { Type } from 'typebox'
import { FileBytes, get } from '#contract/kit/endpoint.ts'

/** The most that is sent of one, in bytes. */
export const LARGEST_PICTURE = 10 * 1024 ** 2

const Part = Type.String({ maxLength: 200 })

export const pictures = {
  file: get('/files/:company/:name', {
    summary: 'One size of a picture, by its signed address',
    permission: 'public',
    file: true,
    params: Type.Object({ company: Part, name: Part }),
    query: Type.Object({
      u: Type.Optional(Type.String({ maxLength: 20, description: 'Until when it is valid, in seconds since 1970' })),
      s: Type.Optional(Type.String({ maxLength: 100, description: 'The signature' })),
    }),
    reply: FileBytes,
    failure: 'The picture did not load. Reload the page.',
    // A page shows many, to many people behind one address.
    perMinute: 12_000,
  }),
}
