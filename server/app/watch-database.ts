import { startEmbedded, type Embedded } from '#server/db/embedded.ts'

const LOOK_MS = 500
/** Where it cannot be started, as on a full disk, that is tried less and less often, up to this. */
const LONGEST_WAIT_MS = 10_000

/** Starts the private PostgreSQL again when it has died under us; gives the way to stop looking. */
export const watchDatabase = (folder: string, embedded: Embedded, say: (line: string) => void) => {
  const again: Embedded[] = []
  let stopping = false
  let wait = LOOK_MS
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    if ((await embedded.serves()) || stopping) return
    say('The private PostgreSQL stopped: restarting it')
    again.push(await startEmbedded({ folder, log: say }))
  }
  const lookAndGoOn = () => {
    looking = look()
      .then(() => void (wait = LOOK_MS))
      .catch((error: unknown) => {
        say(`It did not start: ${error instanceof Error ? error.message : String(error)}`)
        wait = Math.min(2 * wait, LONGEST_WAIT_MS)
      })
      .finally(() => {
        if (!stopping) timer = setTimeout(lookAndGoOn, wait)
      })
  }
  let timer = setTimeout(lookAndGoOn, LOOK_MS)

  return async () => {
    stopping = true
    clearTimeout(timer)
    await looking
    for (const each of again) await each.stop()
  }
}
