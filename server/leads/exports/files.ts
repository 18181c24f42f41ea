import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const KEPT_HOURS = 24

/** Where exports lie: files whose names are ours, written once and never changed. */
export const exportFiles = (dataFolder: string) => {
  const folder = join(dataFolder, 'exports')
  return {
    /** Stored for good before it returns its name; a file whose transaction then fails belongs to nobody and is swept. */
    async write(text: string): Promise<string> {
      const name = `${randomUUID()}.csv`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(join(folder, name), 'wx', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      return name
    },

    /** Undefined when it is gone. */
    read: (name: string): Promise<string | undefined> =>
      readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),

    /** Takes away what is older than anybody may fetch it. */
    async sweep() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const path = join(folder, name)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
        if (mtimeMs < Date.now() - KEPT_HOURS * 3_600_000) await rm(path, { force: true })
      }
    },
  }
}
export type ExportFiles = ReturnType<typeof exportFiles>
