import { createReadStream, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'

// What a file costs at least: Fastify, and the bytes from memory or from the disk. Nobody is asked who they are, nothing is looked up.

const { FOLDER, PORT } = process.env
if (!FOLDER) throw new Error('The other side of the comparison is started by the bench alone')

const picture = readFileSync(join(FOLDER, 'picture'))
const app = Fastify()

app.get('/memory', (_request, reply) => reply.type('image/webp').send(picture))
app.get<{ Params: { name: string } }>('/disk/:name', async ({ params: { name } }, reply) => {
  const path = join(FOLDER, name)
  const { size } = await stat(path)
  return reply.type('application/octet-stream').header('content-length', size).send(createReadStream(path))
})
app.get('/', () => 'here')

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
