import { setTimeout as sleep } from 'node:timers/promises'
import { configOrExit, type Config } from './config.ts'
import { openStops, sentenceOf, type OnStop } from './stop.ts'

/** How long a command that was told to stop may take to clear away what it has half made. */
const CLEAR_MS = 5_000

/**
 * The work of a command. What it has started is stopped when it ends, when it fails and when it is told to stop; what goes wrong
 * is a sentence and an end with status 1.
 */
export const runCommand = async (work: (config: Config, onStop: OnStop) => Promise<void>) => {
  const config = configOrExit(process.env)
  const { onStop, stop, isStopping } = openStops(1)
  const settled = Promise.withResolvers<void>()
  onStop(() => Promise.race([settled.promise, sleep(CLEAR_MS, undefined, { ref: false })]))
  try {
    await work(config, onStop)
  } catch (error) {
    if (!isStopping()) console.error(sentenceOf(error))
    process.exitCode = 1
  } finally {
    settled.resolve()
  }
  await stop()
}
