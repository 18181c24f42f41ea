import { open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a client has sent and has been told, on the disk before it goes on: what it knows survives whatever happens. */
export const openJournal = async (name: string) => {
  const path = join(tmpdir(), `leadroom-journal-${name}-${process.pid}`)
  const file = await open(path, 'w')
  let lines: string[] = []
  let writing: Promise<void> | undefined

  // Notes that come while one write is on its way go out together with the next.
  const write = async () => {
    const text = lines.join('')
    lines = []
    await file.write(text)
    await file.datasync()
  }
  const writeAll = async () => {
    await Promise.resolve()
    while (lines.length) await write()
    writing = undefined
  }
  const flush = (): Promise<void> => {
    writing ??= writeAll()
    return writing
  }

  return {
    async note(what: 'sent' | 'told', key: string, answer?: unknown) {
      lines.push(`${JSON.stringify({ what, key, answer })}\n`)
      await flush()
    },
    /** Read back from the disk: every key that was sent, and the answer to each that got one. */
    async read() {
      const entries: { what: 'sent' | 'told'; key: string; answer: any }[] = (await readFile(path, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      return {
        sent: new Set(entries.filter(({ what }) => what === 'sent').map(({ key }) => key)),
        told: new Map(entries.filter(({ what }) => what === 'told').map(({ key, answer }) => [key, answer])),
      }
    },
    async close() {
      await file.close()
      await rm(path)
    },
  }
}
export type Journal = Awaited<ReturnType<typeof openJournal>>
