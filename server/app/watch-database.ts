import { startEmbedded, type Embedded } from '#server/db/embedded.ts'

const LOOK_MS = 500

/** Starts the private PostgreSQL again when it has died under us; gives the way to stop looking. */
export const watchDatabase = (folder: string, embedded: Embedded, say: (line: string) => void) => {
  const again: Embedded[] = []
  let stopping = false
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    if ((await embedded.serves()) || stopping) return
    say('The private PostgreSQL has ended: starting it again')
    again.push(await startEmbedded({ folder, log: say }))
  }
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => say(`It did not start: ${error instanceof Error ? error.message : String(error)}`))
  }, LOOK_MS)

  return async () => {
    stopping = true
    clearInterval(timer)
    await looking
    for (const each of again) await each.stop()
  }
}
