import serializersOf, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import { lazily } from './lazily.ts'

/**
 * Fastify's own serializers, each compiled with the first answer that needs it. Every call has three, and most failures
 * never come: compiling all of them was a quarter of the work of a start.
 */
export const serializersWhenNeeded: SerializerFactory = (shared, options) => {
  const compile = serializersOf()(shared, options)
  return (route) => {
    const serializer = lazily(() => compile(route))
    return (answer) => serializer()(answer)
  }
}
