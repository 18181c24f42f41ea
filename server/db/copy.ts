import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { Query, type Client } from 'pg'

/** What the driver gives to a query whose data go their own way. */
interface Line {
  stream: Socket
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** Runs `copy … from stdin` with lines in PostgreSQL's own text format, the fastest way in. */
export const copyIn = (client: Client, text: string, chunks: Iterable<Buffer> | AsyncIterable<Buffer>) =>
  new Promise<void>((resolve, reject) => {
    const query = new CopyIn(text, chunks)
    query.on('end', () => resolve())
    query.on('error', reject)
    client.query(query)
  })

class CopyIn extends Query {
  readonly #chunks: Iterable<Buffer> | AsyncIterable<Buffer>

  constructor(text: string, chunks: Iterable<Buffer> | AsyncIterable<Buffer>) {
    super(text)
    this.#chunks = chunks
  }

  handleCopyInResponse(line: Line) {
    void this.#send(line).catch((error: unknown) => line.sendCopyFail(String(error)))
  }

  async #send(line: Line) {
    for await (const chunk of this.#chunks) {
      line.sendCopyFromChunk(chunk)
      if (line.stream.writableNeedDrain) await once(line.stream, 'drain')
    }
    line.endCopyFrom()
  }
}

/** Runs `copy … to stdout`; whoever reads slowly holds the database back, not the memory. Left half read, the connection is of no more use. */
export const copyOut = (client: Client, text: string): AsyncIterable<Buffer> => {
  const query = new CopyOut(text)
  client.query(query)
  return query.lines
}

class CopyOut extends Query {
  #line: Line | undefined
  readonly lines = new Readable({ read: () => void this.#line?.stream.resume() })

  constructor(text: string) {
    super(text)
    this.on('end', () => {
      this.lines.push(null)
      // What is read of the last rows asks for no more, and the connection would keep its next answer to itself.
      this.#line?.stream.resume()
    })
    this.on('error', (error) => this.lines.destroy(error))
  }

  handleCopyData({ chunk }: { chunk: Buffer }, line: Line) {
    this.#line = line
    // The driver writes its next answer over it.
    if (!this.lines.push(Buffer.from(chunk))) line.stream.pause()
  }
}
