import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

// What an answer to a reader costs at least: Fastify and the same bytes from memory, headers and body. No key is looked up, nothing is counted or logged.

const { FILE, HEADERS, PORT } = process.env
if (!FILE || !HEADERS) throw new Error('The other side of the comparison is started by the bench alone')

const post = readFileSync(FILE)
const headers: Record<string, string> = JSON.parse(HEADERS)
const { 'content-type': _, ...ofKnown } = headers
const app = Fastify()

app.get('/post', (_request, reply) => reply.headers(headers).send(post))
app.get('/known', (_request, reply) => reply.code(304).headers(ofKnown).send())
app.get('/', () => 'here')

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
